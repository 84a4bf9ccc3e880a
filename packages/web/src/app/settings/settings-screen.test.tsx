import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildMe, buildSession } from '../../testing/build-user.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildWireSession, buildWireUser, storeWireSession } from '../../testing/wire-session.ts';

const SECTIONS = [
  'Notifications',
  'Privacy',
  'People and safety',
  'Appearance',
  'Signing in',
  'Your devices',
  'Your data',
];

describe('/settings', () => {
  it.each(SECTIONS)('[2.9] has a section and a link to it: %s', async (title) => {
    renderApp('/settings', { session: buildSession(), me: buildMe() });
    const heading = await screen.findByRole('heading', { level: 2, name: title });
    const link = within(screen.getByRole('navigation', { name: 'Settings' })).getByRole('link', { name: title });
    expect(link).toHaveAttribute('href', `#${heading.closest('section')?.id}`);
  });

  it('changes the theme immediately, and stores it', async () => {
    renderApp('/settings', { session: buildSession(), me: buildMe() });
    await userEvent.click(await screen.findByRole('radio', { name: /^Light/ }));
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(localStorage.getItem('soulsight.theme')).toBe('light');
  });

  it('lets auras rest when the user prefers it, and stores it', async () => {
    renderApp('/settings', { session: buildSession(), me: buildMe() });
    await userEvent.click(await screen.findByRole('radio', { name: /^Still/ }));
    expect(await screen.findByRole('radio', { name: /^Still/ })).toBeChecked();
    expect(localStorage.getItem('soulsight.aura-motion')).toBe('still');
  });

  it('offers an unverified user to verify the email, and nothing that needs it', async () => {
    const user = buildWireUser({ email_confirmed_at: undefined });
    const settings = { body: { passkeys_enabled: true, providers: [{ name: 'google', label: 'Google' }] } };
    const answers = { 'GET /auth/v1/user': { body: user }, 'GET /auth/v1/settings': settings };
    storeWireSession(buildWireSession());
    renderApp('/settings', { session: buildSession(), me: buildMe(), answers });
    const line = await screen.findByText(/Once your email is verified/);
    expect(within(line).getByRole('link', { name: 'Verify your email' })).toHaveAttribute('href', '/verify-email');
    expect(screen.getByRole('button', { name: 'Change password' })).toBeInTheDocument();
    expect(
      screen.queryByRole('button', { name: /^(Add a passkey|Authenticator app|Connect Google)$/ }),
    ).not.toBeInTheDocument();
  });

  it('renders even if the server refuses each of its requests', async () => {
    renderApp('/settings', { session: buildSession(), answers: { 'GET /api/user': { status: 500, body: {} } } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try Again' }).length).toBeGreaterThan(1));
  });
});
