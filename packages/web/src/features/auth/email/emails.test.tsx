import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../../lib/toast.ts';
import { buildMe, buildSession } from '../../../testing/build-user.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildWireSession, buildWireUser, storeWireSession, wireError } from '../../../testing/wire-session.ts';
import { authClient } from '../auth-client.ts';

const EXPIRED = wireError(403, 'otp_expired');

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => authClient.signOut({ scope: 'local' }));

describe('/verify-email', () => {
  const unverified = { session: buildSession({ isVerified: false }), me: buildMe({ isVerified: false }) };

  it('[2.11] accepts the code from the email', async () => {
    const { server } = renderApp('/verify-email', {
      ...unverified,
      answers: { 'POST /auth/v1/verify': { body: buildWireSession() } },
    });
    await userEvent.type(await screen.findByLabelText('Six-digit code'), '684780');
    await waitFor(() =>
      expect(server.bodies('POST /auth/v1/verify')).toEqual([
        expect.objectContaining({ email: 'ada@example.com', token: '684780', type: 'signup' }),
      ]),
    );
  });

  it('accepts a pasted code with a space', async () => {
    const { server } = renderApp('/verify-email', { ...unverified, answers: { 'POST /auth/v1/verify': EXPIRED } });
    await userEvent.click(await screen.findByLabelText('Six-digit code'));
    await userEvent.paste('684 780');
    await waitFor(() => expect(server.bodies('POST /auth/v1/verify')).toHaveLength(1));
    expect(server.bodies('POST /auth/v1/verify')[0]).toMatchObject({ token: '684780' });
  });

  it('shows at the field that a code is wrong or expired', async () => {
    renderApp('/verify-email', { ...unverified, answers: { 'POST /auth/v1/verify': EXPIRED } });
    await userEvent.type(await screen.findByLabelText('Six-digit code'), '000000');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This code is wrong or has expired. Please use the one from our latest email.',
    );
  });

  it('[5.8] asks for six digits', async () => {
    renderApp('/verify-email', unverified);
    await userEvent.type(await screen.findByLabelText('Six-digit code'), '12ab');
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('The code has six digits.')).toBeInTheDocument();
  });

  it('sends the email again, and says when that is too soon', async () => {
    let asked = 0;
    const success = vi.spyOn(toast, 'success');
    const error = vi.spyOn(toast, 'error');
    const { server } = renderApp('/verify-email', {
      ...unverified,
      answers: {
        'POST /auth/v1/resend': () => (++asked === 1 ? { body: {} } : wireError(429, 'over_email_send_rate_limit')),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Send it again' }));
    await waitFor(() => expect(success).toHaveBeenCalledWith('We sent you a new email.'));
    expect(server.bodies('POST /auth/v1/resend')[0]).toMatchObject({
      email: 'ada@example.com',
      type: 'signup',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Send it again' }));
    await waitFor(() =>
      expect(error).toHaveBeenCalledWith('We just sent you an email. Please wait a minute before asking for another.'),
    );
  });

  it('says that a link has expired', async () => {
    renderApp('/verify-email?error=access_denied&error_code=otp_expired');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This link has expired or was already used. Get a new one below.',
    );
  });

  it('continues once the email is verified', async () => {
    renderApp('/verify-email', { session: buildSession(), me: buildMe() });
    expect(await screen.findByRole('heading', { name: 'Your email is verified' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/dashboard');
  });

  it('asks to sign in if the link was opened in another browser', async () => {
    renderApp('/verify-email?code=4f3a');
    expect(await screen.findByRole('heading', { name: 'Your email is verified' })).toBeInTheDocument();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  });
});

const SENT = 'If this address has an account, we sent it an email.';

describe('/forgot-password', () => {
  it('[2.12] requests the email, and shows the same text for every address', async () => {
    const { server } = renderApp('/forgot-password', { answers: { 'POST /auth/v1/recover': { body: {} } } });
    await userEvent.type(await screen.findByLabelText('Email', { exact: true }), 'nobody@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
    // The page has other status lines while it starts.
    expect(await screen.findByText(SENT)).toHaveRole('status');
    expect(server.bodies('POST /auth/v1/recover')[0]).toMatchObject({ email: 'nobody@example.com' });
  });

  it('[2.13] makes the link return to the product’s own /reset-password', async () => {
    const fetched = vi.fn<(input: string) => void>();
    renderApp('/forgot-password', { answers: { 'POST /auth/v1/recover': { body: {} } } });
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      fetched(String(input));
      return answer(input, init);
    });
    await userEvent.type(await screen.findByLabelText('Email', { exact: true }), 'ada@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
    await screen.findByText(SENT);
    const sent = fetched.mock.calls.map(([url]) => new URL(url, window.location.origin));
    const to = new URL(
      sent.find(({ pathname }) => pathname.endsWith('/recover'))?.searchParams.get('redirect_to') ?? '',
    );
    expect(to.origin + to.pathname).toBe(`${window.location.origin}/reset-password`);
  });

  it('[5.8] refuses an invalid email inline', async () => {
    renderApp('/forgot-password');
    await userEvent.type(await screen.findByLabelText('Email', { exact: true }), 'nobody');
    await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText('Please enter a valid email address')).toBeInTheDocument();
  });

  it('accepts the code from the email on any device', async () => {
    const { server } = renderApp('/forgot-password', {
      answers: { 'POST /auth/v1/recover': { body: {} }, 'POST /auth/v1/verify': { body: buildWireSession() } },
    });
    await userEvent.type(await screen.findByLabelText('Email', { exact: true }), 'ada@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
    await userEvent.type(await screen.findByLabelText('Six-digit code'), '314006');
    await waitFor(() =>
      expect(server.bodies('POST /auth/v1/verify')).toEqual([
        expect.objectContaining({ email: 'ada@example.com', token: '314006', type: 'recovery' }),
      ]),
    );
  });
});

describe('/reset-password', () => {
  it('[2.13] sets the new password, and opens the dashboard', async () => {
    storeWireSession();
    const { server, path } = renderApp('/reset-password', {
      session: buildSession(),
      me: buildMe(),
      answers: { 'PUT /auth/v1/user': { body: buildWireUser() } },
    });
    await userEvent.type(await screen.findByLabelText('New password', { exact: true }), 'quiet harbour lights');
    await userEvent.type(screen.getByLabelText('New password again'), 'quiet harbour lights');
    await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(server.bodies('PUT /auth/v1/user')[0]).toMatchObject({ password: 'quiet harbour lights' });
  });

  it('[5.8] requires the same password twice', async () => {
    renderApp('/reset-password', { session: buildSession(), me: buildMe() });
    await userEvent.type(await screen.findByLabelText('New password', { exact: true }), 'quiet harbour lights');
    await userEvent.type(screen.getByLabelText('New password again'), 'quiet harbour light');
    await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
    expect(await screen.findByText("The passwords don't match.")).toBeInTheDocument();
  });

  it('[2.13] offers a new link if the old one has expired', async () => {
    renderApp('/reset-password');
    expect(await screen.findByText('It has expired or was already used.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', '/forgot-password');
  });

  it('takes the code of the email if the link was requested in another browser', async () => {
    const { server } = renderApp('/reset-password?code=4f3a', {
      me: buildMe(),
      answers: { 'POST /auth/v1/verify': { body: buildWireSession() } },
    });
    expect(await screen.findByText(/You asked for this in another browser/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', '/forgot-password');
    await userEvent.type(screen.getByLabelText('Email', { exact: true }), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Six-digit code'), '314006');
    await waitFor(() =>
      expect(server.bodies('POST /auth/v1/verify')).toEqual([
        expect.objectContaining({ email: 'ada@example.com', token: '314006', type: 'recovery' }),
      ]),
    );
  });

  it('asks for the second factor first, if there is one', async () => {
    storeWireSession();
    renderApp('/reset-password', {
      session: { status: 'second_factor', user: buildSession().user },
      answers: {
        'GET /auth/v1/user': {
          body: buildWireUser({ factors: [{ id: 'f', factor_type: 'totp', status: 'verified', created_at: '' }] }),
        },
      },
    });
    expect(await screen.findByLabelText('Code from your authenticator app')).toBeInTheDocument();
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
  });
});
