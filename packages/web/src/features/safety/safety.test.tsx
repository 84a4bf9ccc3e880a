import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { BlockedUsers } from './components/blocked-users.tsx';
import { ContactBlocks } from './components/contact-blocks.tsx';
import { LockedAccount } from './components/locked-account.tsx';
import { MetPeople } from './components/met-people.tsx';
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

describe('people whom the user does not want to meet', () => {
  it('are blocked by an address, which stays listed and can be removed; a wrong one is explained', async () => {
    let contacts: object[] = [];
    const fake = fakeServer({
      'GET /api/user/contact-blocks': () => ({ body: { contacts } }),
      'POST /api/user/contact-blocks': (body) => {
        const { contact } = body as { contact: string };
        if (!contact.includes('@'))
          return {
            status: 400,
            body: { detail: 'x', code: 'validation_failed', fields: { contact: 'Enter an email address.' } },
          };
        const made = { id: ID, contact, at: AT };
        contacts = [made];
        return { body: made };
      },
      [`DELETE /api/user/contact-blocks/${ID}`]: () => {
        contacts = [];
        return { body: { ok: true } };
      },
    });
    renderWithProviders(<ContactBlocks />);
    const input = screen.getByLabelText('Email or phone number');
    await userEvent.type(input, 'bob');
    await userEvent.click(screen.getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('Enter an email address.')).toBeInTheDocument();
    await userEvent.clear(input);
    await userEvent.type(input, 'bob@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Block' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove bob@example.org' }));
    await waitFor(() => expect(screen.queryByText('bob@example.org')).not.toBeInTheDocument());
    expect(fake.called(`DELETE /api/user/contact-blocks/${ID}`)).toHaveLength(1);
  });
});

describe('people met before', () => {
  it('are listed with a menu', async () => {
    fakeServer({
      'GET /api/user/met': { body: { people: [{ id: ID, name: 'Quiet Ember', closed_at: AT, blocked: true }] } },
    });
    renderWithProviders(<MetPeople menu={({ name }) => <button type="button">Options for {name}</button>} />);
    expect(await screen.findByRole('button', { name: 'Options for Quiet Ember' })).toBeInTheDocument();
    expect(screen.getByText(/Closed on .*, blocked/)).toBeInTheDocument();
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
    expect(
      await screen.findByText('Your appeal was granted. The moderator wrote: You were right.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send appeal' })).not.toBeInTheDocument();
  });

  it('that cannot be loaded can be asked for again, also by somebody who is locked out and wants to appeal', async () => {
    let isUp = false;
    fakeServer({
      'GET /api/user/sanctions': () => (isUp ? { body: { sanctions: [sanction] } } : { status: 400 }),
    });
    renderWithProviders(<LockedAccount>Sign out</LockedAccount>);
    expect(await screen.findByRole('alert')).toHaveTextContent("Decisions about your account couldn't be loaded");
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('You asked for money.')).toBeInTheDocument();
  });

  it('render nothing if there are none', async () => {
    const fake = fakeServer({ 'GET /api/user/sanctions': { body: { sanctions: [] } } });
    const { container } = renderWithProviders(<Sanctions />);
    await waitFor(() => expect(fake.called('GET /api/user/sanctions')).toHaveLength(1));
    expect(container.textContent).toBe('');
  });
});
