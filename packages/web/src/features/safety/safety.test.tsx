import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { BlockedUsers } from './components/blocked-users.tsx';
import { Sanctions } from './components/sanctions.tsx';

const ID = '5b5f1c0e-7f5b-4a57-9d0e-3e1f0a2b4c6d';
const AT = '2026-11-01T10:00:00Z';

describe('blocked users', () => {
  it('are listed by name, and can be unblocked', async () => {
    let blocks: object[] = [{ id: ID, name: 'Quiet Ember', at: AT }];
    const fake = fakeServer({
      'GET /api/user/blocks': () => ({ body: { blocks } }),
      [`DELETE /api/user/block/${ID}`]: () => {
        blocks = [];
        return { body: { ok: true } };
      },
    });
    renderWithProviders(<BlockedUsers />);
    expect(await screen.findByText('Quiet Ember')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Unblock Quiet Ember' }));
    expect(await screen.findByText("You haven't blocked anyone.")).toBeInTheDocument();
    expect(fake.called(`DELETE /api/user/block/${ID}`)).toHaveLength(1);
  });
});

describe('decisions about the user’s account', () => {
  const sanction = { id: ID, action: 'suspend', reason: 'You asked for money.', at: AT, until: AT, appeal: null };

  it('are shown with their reason, and can be appealed', async () => {
    let now: object = sanction;
    const fake = fakeServer({
      'GET /api/user/sanctions': () => ({ body: { sanctions: [now] } }),
      [`POST /api/user/sanctions/${ID}/appeal`]: (body) => {
        now = { ...sanction, appeal: { ...(body as object), status: 'open', answer: null } };
        return { body: { ok: true } };
      },
    });
    renderWithProviders(<Sanctions />);
    expect(await screen.findByText('You asked for money.')).toBeInTheDocument();
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send appeal' });
    await userEvent.type(screen.getByLabelText('Appeal'), 'No.');
    expect(send).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Appeal'), ' It was for a shared train ticket.');
    await userEvent.click(send);
    expect(await screen.findByText("We're reviewing your appeal.")).toBeInTheDocument();
    expect(fake.called(`POST /api/user/sanctions/${ID}/appeal`)[0]?.body).toEqual({
      text: 'No. It was for a shared train ticket.',
    });
  });

  it('are shown with the answer to the appeal', async () => {
    const appeal = { text: 'x', status: 'granted', answer: 'You were right.' };
    fakeServer({ 'GET /api/user/sanctions': { body: { sanctions: [{ ...sanction, appeal }] } } });
    renderWithProviders(<Sanctions />);
    expect(await screen.findByText('Your appeal was granted. You were right.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send appeal' })).not.toBeInTheDocument();
  });

  it('render nothing if there are none', async () => {
    const fake = fakeServer({ 'GET /api/user/sanctions': { body: { sanctions: [] } } });
    const { container } = renderWithProviders(<Sanctions />);
    await waitFor(() => expect(fake.called('GET /api/user/sanctions')).toHaveLength(1));
    expect(container.textContent).toBe('');
  });
});
