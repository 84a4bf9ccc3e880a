import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildSession } from '../../../testing/build-user.ts';
import type { FakeAnswers } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import {
  buildWireFactor,
  buildWireSession,
  buildWireUser,
  storeWireSession,
  wireError,
} from '../../../testing/wire-session.ts';
import { authClient } from '../auth-client.ts';

const TOTP = buildWireFactor();
const PHONE = buildWireFactor({ id: 'f-phone', factor_type: 'phone', friendly_name: 'Phone', phone: '4915123456789' });
const RECOVERY = buildWireFactor({ id: 'f-codes', factor_type: 'recovery_code', friendly_name: 'Recovery codes' });
const SECOND_FACTOR = { status: 'second_factor', user: buildSession().user } as const;
const RAISED = { body: buildWireSession({ claims: { aal: 'aal2' } }) };

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => authClient.signOut({ scope: 'local' }));

async function loginPage(answers: FakeAnswers = {}) {
  const app = renderApp('/login', { answers });
  await screen.findByRole('heading', { name: 'Welcome back' });
  return app;
}

async function signIn(email = 'ada@example.com', password = 'violet lantern harbour') {
  if (email) await userEvent.type(screen.getByLabelText('Email', { exact: true }), email);
  if (password) await userEvent.type(screen.getByLabelText('Password', { exact: true }), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('/login', () => {
  it('[5.8] says inline what is missing', async () => {
    const { server } = await loginPage();
    await signIn('nobody', '');
    expect(await screen.findByText('Please enter a valid email address')).toBeInTheDocument();
    expect(screen.getByText('Please enter your password.')).toBeInTheDocument();
    expect(server.bodies('POST /auth/v1/token')).toEqual([]);
  });

  it('[1.1] signs in with email and password', async () => {
    const { server } = await loginPage({ 'POST /auth/v1/token': { body: buildWireSession() } });
    await signIn();
    await waitFor(() =>
      expect(server.bodies('POST /auth/v1/token')).toEqual([
        expect.objectContaining({ email: 'ada@example.com', password: 'violet lantern harbour' }),
      ]),
    );
    expect(localStorage.getItem('soulsight.session')).toContain('refresh');
  });

  it('signs in as a ready account where the server shows them', async () => {
    const account = (email: string) => ({ email, password: 'quiet-harbour' });
    const { server } = await loginPage({
      'GET /auth/v1/settings': { body: { dev_mailbox: true } },
      'GET /dev/accounts.json': { body: { free: account('free@demo.example'), premium: account('p@demo.example') } },
      'POST /auth/v1/token': { body: buildWireSession() },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'With Premium' }));
    await waitFor(() =>
      expect(server.bodies('POST /auth/v1/token')).toEqual([
        expect.objectContaining({ email: 'p@demo.example', password: 'quiet-harbour' }),
      ]),
    );
  });

  it.each([
    [400, 'invalid_credentials', 'Invalid email or password. Please try again.'],
    [400, 'validation_failed', 'Please check your email and password.'],
    [404, '', 'Account not found. Please check your email or sign up.'],
    [422, '', 'Please check your email format.'],
    [400, 'user_banned', "This account is locked. If you think that's a mistake, write to us on the Contact page."],
    [429, 'over_request_rate_limit', 'Too many attempts. Please wait a few minutes.'],
  ])('[8.10] explains the refusal %i %s', async (status, code, sentence) => {
    await loginPage({ 'POST /auth/v1/token': wireError(status, code) });
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  });

  it('says that the server could not be reached', async () => {
    await loginPage({ 'POST /auth/v1/token': 'network failure' });
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe('Unable to reach the server. Please try again.');
  });
});

describe('the second factor', () => {
  function secondStep(factors: object[], answers: FakeAnswers = {}) {
    storeWireSession(buildWireSession({ user: { factors } }));
    return renderApp('/dashboard', {
      session: SECOND_FACTOR,
      answers: { 'GET /auth/v1/user': { body: buildWireUser({ factors }) }, ...answers },
    });
  }

  it('is required before any page opens, and is submitted as soon as the code is complete', async () => {
    const { server, path } = secondStep([TOTP], {
      [`POST /auth/v1/factors/${TOTP.id}/challenge`]: { body: { id: 'challenge', type: 'totp', expires_at: 1 } },
      [`POST /auth/v1/factors/${TOTP.id}/verify`]: RAISED,
    });
    const code = await screen.findByLabelText('Code from your authenticator app');
    expect(path()).toBe('/login');
    await userEvent.type(code, '123456');
    await waitFor(() =>
      expect(server.bodies(`POST /auth/v1/factors/${TOTP.id}/verify`)).toEqual([
        { challenge_id: 'challenge', code: '123456' },
      ]),
    );
  });

  it('shows at the field that a code was wrong', async () => {
    secondStep([TOTP], {
      [`POST /auth/v1/factors/${TOTP.id}/challenge`]: { body: { id: 'challenge', type: 'totp', expires_at: 1 } },
      [`POST /auth/v1/factors/${TOTP.id}/verify`]: wireError(422, 'mfa_verification_failed'),
    });
    await userEvent.type(await screen.findByLabelText('Code from your authenticator app'), '000000');
    expect((await screen.findByRole('alert')).textContent).toBe("That didn't work. Please try again.");
  });

  it('can be a text message, sent on request', async () => {
    const { server } = secondStep([PHONE], {
      'POST /auth/v1/factors/f-phone/challenge': { body: { id: 'sms', type: 'phone', expires_at: 1 } },
      'POST /auth/v1/factors/f-phone/verify': RAISED,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Get a text message (…789)' }));
    await userEvent.type(await screen.findByLabelText('Code from the text message'), '654321');
    await waitFor(() =>
      expect(server.bodies('POST /auth/v1/factors/f-phone/verify')).toEqual([{ challenge_id: 'sms', code: '654321' }]),
    );
  });

  it('can be a recovery code', async () => {
    const { server } = secondStep([TOTP, RECOVERY], { 'POST /auth/v1/factors/recovery-codes/verify': RAISED });
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await userEvent.type(await screen.findByLabelText('Recovery code'), '2zvh-2wxs-6r5n-f7z6');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() =>
      expect(server.bodies('POST /auth/v1/factors/recovery-codes/verify')).toEqual([{ code: '2zvh-2wxs-6r5n-f7z6' }]),
    );
  });

  it('can be left for another account', async () => {
    const { signOut } = secondStep([TOTP]);
    await userEvent.click(await screen.findByRole('button', { name: 'Use another account' }));
    expect(signOut).toHaveBeenCalledWith('local');
  });
});

describe('OAuth providers', () => {
  const SETTINGS = { body: { external: { email: true }, providers: [{ name: 'google', label: 'Google' }] } };

  it('have a button each, which redirects to the provider and remembers the page', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const { router } = renderApp('/matching', { answers: { 'GET /auth/v1/settings': SETTINGS } });
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    await waitFor(() => expect(assign).toHaveBeenCalled());
    const url = new URL(String(assign.mock.calls[0]?.[0]));
    expect(url.pathname).toBe('/auth/v1/authorize');
    expect(url.searchParams.get('provider')).toBe('google');
    expect(url.searchParams.get('code_challenge_method')).toBe('s256');
    const back = new URL(url.searchParams.get('redirect_to') ?? '');
    expect(back.pathname).toBe('/login');
    expect(back.searchParams.get('from')).toBe('/matching');
    expect(router.state.location.pathname).toBe('/login');
  });

  it('have no buttons if the installation has none', async () => {
    await loginPage({ 'GET /auth/v1/settings': { body: { external: { email: true, phone: false } } } });
    expect(screen.queryByRole('button', { name: /Continue with/ })).not.toBeInTheDocument();
  });

  it('show why a sign-in failed', async () => {
    renderApp('/login?error=access_denied&error_code=provider_email_needs_verification');
    expect(await screen.findByRole('alert')).toHaveTextContent("That site hasn't verified your email address.");
  });

  it('show no text from the URL', async () => {
    renderApp('/login?error_code=bad_oauth_callback&error_description=Call+this+number');
    expect((await screen.findByRole('alert')).textContent).toBe(
      "That sign-in didn't work. Please try again, or sign in another way.",
    );
  });

  it('continue to the page the visitor wanted', async () => {
    const { path } = renderApp('/login?from=%2Fsubscription', { session: buildSession() });
    await waitFor(() => expect(path()).toBe('/subscription'));
  });
});
