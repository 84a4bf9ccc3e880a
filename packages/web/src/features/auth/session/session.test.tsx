import { createHash } from 'node:crypto';
import { getAuthSessions } from '@soulsight/contract/auth';
import { getMe } from '@soulsight/contract/profile';
import { MINUTE_MS } from '@soulsight/contract/time';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../../lib/api/api.ts';
import { connectNavigation } from '../../../lib/browser/navigation.ts';
import { useSessionContext } from '../../../lib/session/session.ts';
import { type FakeAnswers, fakeServer } from '../../../testing/fake-server.ts';
import { MY_ID } from '../../../testing/ids.ts';
import { buildWireFactor, buildWireSession, wireError } from '../../../testing/wire-session.ts';
import { connectIdentity } from '../account.api.ts';
import { changeEmail, setPassword } from '../auth.api.ts';
import { authClient } from '../auth-client.ts';
import { deletePasskey } from '../passkeys/passkey.api.ts';
import { createRecoveryCodes, enrollTotp, removeFactor } from '../second-step/second-step.api.ts';
import { toSession, toSessionUser } from './session.rules.ts';
import { checkSession, leaveIfSignedOut, refreshOrSignOut } from './session-checks.ts';
import { SessionProvider } from './session-provider.tsx';
import { sendSignOuts } from './sign-outs.ts';
import { readFreshSession, readStoredSession } from './stored-session.ts';

const OTHER_ID = '1f6b8f4e-54a3-4c2e-9f0e-0a1b2c3d4e5f';
const USER = {
  id: MY_ID,
  aud: 'authenticated',
  email: 'ada@example.com',
  email_confirmed_at: '2026-11-01T10:00:00Z',
  app_metadata: {},
  user_metadata: { first_name: 'Ada' },
  created_at: '2026-11-01T10:00:00Z',
};

function wireSession(token: string, user: object = USER) {
  const expires_in = 3_600;
  const expires_at = Math.floor(Date.now() / 1000) + expires_in;
  return { access_token: token, refresh_token: `refresh-${token}`, expires_in, expires_at, token_type: 'bearer', user };
}

function Shown() {
  const { session, signOut } = useSessionContext();
  return (
    <>
      <p>{session.status === 'signed_in' ? `${session.accessToken} of ${session.user.firstName}` : session.status}</p>
      <button type="button" onClick={() => void signOut('local')}>
        Sign out
      </button>
    </>
  );
}

function provider(answers: FakeAnswers = {}, queries = new QueryClient()) {
  fakeServer(answers);
  render(
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <Shown />
      </SessionProvider>
    </QueryClientProvider>,
  );
  return queries;
}

const signIn = () => act(async () => void (await authClient.signInWithPassword({ email: USER.email, password: 'x' })));
const PASSWORD_ANSWER = { 'POST /auth/v1/token': { body: wireSession('one') } };

describe('reading a session', () => {
  it('[4.2] counts as signed out without a readable access token', () => {
    expect(toSession(null).status).toBe('signed_out');
    expect(toSession({ ...wireSession(''), user: USER } as never).status).toBe('signed_out');
    expect(toSession({ access_token: 'x' } as never).status).toBe('signed_out');
    expect(toSession('nonsense' as never).status).toBe('signed_out');
  });

  it('[3.3] has the token, the refresh token and the expiry in seconds', () => {
    const wire = wireSession('one');
    expect(toSession(wire as never)).toMatchObject({
      accessToken: 'one',
      refreshToken: 'refresh-one',
      expiresAt: wire.expires_at,
    });
  });

  it.each([
    [{ subscription: { plan: 'premium' } }, 'premium'],
    [{ user_metadata: { subscription: { plan: 'gold' } } }, 'gold'],
    [{ user_metadata: {} }, 'free'],
    [{ user_metadata: { subscription: 'nonsense' } }, 'free'],
  ])('[3.1] reads the plan of %j as %s', (fields, plan) => {
    expect(toSessionUser({ ...USER, ...fields } as never).plan).toBe(plan);
  });

  it('[3.1] is verified once the email is confirmed', () => {
    expect(toSessionUser(USER as never).isVerified).toBe(true);
    expect(toSessionUser({ ...USER, email_confirmed_at: undefined } as never).isVerified).toBe(false);
  });
});

describe('the session follows the auth client', () => {
  beforeEach(async () => {
    // The auth client also logs errors to the console.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    fakeServer({ 'POST /auth/v1/logout': { status: 204 } });
    await authClient.signOut({ scope: 'local' });
    localStorage.clear();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await authClient.stopAutoRefresh();
  });

  it('[4.1] initial session: none', async () => {
    provider();
    expect(screen.getByText('signed_out')).toBeInTheDocument();
    await authClient.getSession();
    expect(screen.getByText('signed_out')).toBeInTheDocument();
  });

  it.each(['?code=abc', '?error=access_denied', '#access_token=abc'])(
    '[4.1] is not known before the auth client has read its answer in the address: %s',
    async (answer) => {
      window.history.replaceState(null, '', `/login${answer}`);
      provider();
      expect(screen.getByText('loading')).toBeInTheDocument();
      window.history.replaceState(null, '', '/login');
      expect(await screen.findByText('signed_out')).toBeInTheDocument();
    },
  );

  it('[4.1] [3.17] initial session: from local storage', async () => {
    localStorage.setItem('soulsight.session', JSON.stringify(wireSession('kept')));
    provider();
    expect(await screen.findByText('kept of Ada')).toBeInTheDocument();
    // The client is loaded once the page has been painted.
    await vi.waitFor(() => expect(JSON.parse(localStorage.getItem('soulsight.user') ?? '{}').id).toBe(MY_ID), 30_000);
  });

  it.each(['{"nonsense":', '{"user":{}}', '"text"'])('[4.2] unreadable local storage: %s', async (kept) => {
    localStorage.setItem('soulsight.session', kept);
    provider();
    expect(await screen.findByText('signed_out')).toBeInTheDocument();
  });

  it('[4.1] signed in, token refreshed, user updated, signed out', async () => {
    provider({
      ...PASSWORD_ANSWER,
      'PUT /auth/v1/user': { body: { ...USER, user_metadata: { first_name: 'Grace' } } },
    });
    await screen.findByText('signed_out');
    await signIn();
    expect(await screen.findByText('one of Ada')).toBeInTheDocument();

    fakeServer({ 'POST /auth/v1/token': { body: wireSession('two') } });
    await act(async () => void (await authClient.refreshSession()));
    expect(await screen.findByText('two of Ada')).toBeInTheDocument();

    fakeServer({ 'PUT /auth/v1/user': { body: { ...USER, user_metadata: { first_name: 'Grace' } } } });
    await act(async () => void (await authClient.updateUser({ data: { first_name: 'Grace' } })));
    expect(await screen.findByText('two of Grace')).toBeInTheDocument();

    fakeServer({ 'POST /auth/v1/logout': { status: 204 } });
    await act(async () => void (await authClient.signOut()));
    expect(await screen.findByText('signed_out')).toBeInTheDocument();
    expect(localStorage.getItem('soulsight.session')).toBeNull();
    expect(localStorage.getItem('soulsight.user')).toBeNull();
  });

  it('[4.1] multi-factor challenge verified', async () => {
    provider(PASSWORD_ANSWER);
    await signIn();
    fakeServer({ 'POST /auth/v1/factors/f1/verify': { body: wireSession('second-factor') } });
    await act(async () => void (await authClient.mfa.verify({ factorId: 'f1', challengeId: 'c1', code: '123456' })));
    expect(await screen.findByText('second-factor of Ada')).toBeInTheDocument();
  });

  it('[4.1] [2.13] password recovery leads to /reset-password', async () => {
    const went: string[] = [];
    connectNavigation({ open: (to) => void went.push(to) });
    provider({ 'POST /auth/v1/verify': { body: wireSession('recovered') } });
    await screen.findByText('signed_out');
    await act(async () => void (await authClient.verifyOtp({ email: USER.email, token: '123456', type: 'recovery' })));
    expect(await screen.findByText('recovered of Ada')).toBeInTheDocument();
    expect(went).toEqual(['/reset-password']);
  });

  const REFUSED = { status: 400, body: { code: 'refresh_token_not_found', message: 'Not found' } };

  it('[4.4] a non-retryable refresh error removes the session', async () => {
    localStorage.setItem('soulsight.session', JSON.stringify({ ...wireSession('old'), expires_at: 1_000 }));
    provider({ 'POST /auth/v1/token': REFUSED });
    expect(await screen.findByText('signed_out')).toBeInTheDocument();
    expect(localStorage.getItem('soulsight.session')).toBeNull();
  });

  it('[4.4] what the server refuses together waits for one refresh, and is answered with the new token', async () => {
    provider(PASSWORD_ANSWER);
    await signIn();
    await screen.findByText('one of Ada');
    const refusal = { status: 401, body: { detail: 'Your session has expired.', code: 'session_expired' } };
    const refreshed = () => readStoredSession()?.access_token === 'next';
    const server = fakeServer({
      'GET /api/auth/sessions': () => (refreshed() ? { body: { sessions: [] } } : refusal),
      'POST /auth/v1/token': { body: wireSession('next') },
    });
    const calls = [1, 2, 3].map(() => call(getAuthSessions));
    await act(async () => expect(await Promise.all(calls)).toEqual(Array(3).fill({ sessions: [] })));
    expect(server.called('POST /auth/v1/token')).toHaveLength(1);
    expect(await screen.findByText('next of Ada')).toBeInTheDocument();
  });

  it('[4.4] a session that the server has ended also ends here', async () => {
    provider(PASSWORD_ANSWER);
    await signIn();
    await screen.findByText('one of Ada');
    fakeServer({
      'GET /api/user': { status: 401, body: { detail: 'Your session has expired.', code: 'session_expired' } },
      'POST /auth/v1/token': REFUSED,
      'POST /auth/v1/logout': { status: 401, body: {} },
    });
    await act(async () => void (await call(getMe).catch(() => {})));
    expect(await screen.findByText('signed_out')).toBeInTheDocument();
  });

  it.each([
    ['the server refuses a call', refreshOrSignOut],
    ['the user signed out elsewhere', leaveIfSignedOut],
  ])(
    '[4.4] a refresh that was refused before the token expired does not keep the session alive: %s',
    async (_, end) => {
      const soon = { ...wireSession('one'), expires_at: Math.floor(Date.now() / 1000) + 30 };
      provider({ 'POST /auth/v1/token': { body: soon } });
      await signIn();
      await screen.findByText('one of Ada');
      fakeServer({ 'POST /auth/v1/token': REFUSED });
      // The token is still valid: the client keeps the session, and remembers the refusal for a minute.
      await act(async () => void (await authClient.refreshSession()));
      expect(screen.getByText('one of Ada')).toBeInTheDocument();
      const stored = JSON.parse(localStorage.getItem('soulsight.session') ?? '{}');
      localStorage.setItem('soulsight.session', JSON.stringify({ ...stored, expires_at: 1_000 }));
      await act(() => end());
      expect(screen.getByText('signed_out')).toBeInTheDocument();
      expect(localStorage.getItem('soulsight.session')).toBeNull();
    },
  );

  it('a refresh with the token from before a second factor, which another call joins, signs nobody out', async () => {
    provider(PASSWORD_ANSWER);
    await signIn();
    await screen.findByText('one of Ada');
    const refused = Promise.withResolvers<ReturnType<typeof wireError>>();
    const server = fakeServer({
      'POST /auth/v1/token': (body) =>
        (body as { refresh_token: string }).refresh_token === 'refresh-one'
          ? refused.promise
          : { body: wireSession('next') },
    });
    const refresh = vi.spyOn(authClient, 'refreshSession');
    const early = authClient.refreshSession();
    await vi.waitFor(() => expect(server.called('POST /auth/v1/token')).toHaveLength(1), 20_000);
    localStorage.setItem('soulsight.session', JSON.stringify(wireSession('raised')));
    const joined = refreshOrSignOut();
    await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(2), 20_000);
    refused.resolve(wireError(409, 'conflict'));
    await act(async () => void (await Promise.all([early, joined])));
    expect(await screen.findByText('next of Ada')).toBeInTheDocument();
  });

  it('[4.3] sign-out in another tab signs out here', async () => {
    provider(PASSWORD_ANSWER);
    await signIn();
    await screen.findByText('one of Ada');
    localStorage.removeItem('soulsight.session');
    const otherTab = new BroadcastChannel('soulsight.session');
    otherTab.postMessage({ event: 'SIGNED_OUT', session: null });
    await waitFor(() => expect(screen.getByText('signed_out')).toBeInTheDocument());
    otherTab.close();
  });

  it('[4.4] a network failure during a refresh keeps the session stored for a retry, and signs nobody out', async () => {
    localStorage.setItem('soulsight.session', JSON.stringify({ ...wireSession('old'), expires_at: 1_000 }));
    vi.useFakeTimers();
    provider({ 'POST /auth/v1/token': 'network failure' });
    await authClient.startAutoRefresh();
    await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS));
    expect(screen.getByText('unreachable')).toBeInTheDocument();
    expect(localStorage.getItem('soulsight.session')).toContain('refresh-old');
    fakeServer({ 'POST /auth/v1/token': { body: wireSession('new') } });
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    vi.useRealTimers();
    expect(await screen.findByText('new of Ada')).toBeInTheDocument();
  });

  /** The stored session is valid for this long, and the clock is frozen from here on. */
  function keepFor(seconds: number) {
    vi.useFakeTimers();
    const expires_at = Math.floor(Date.now() / 1000) + seconds;
    vi.setSystemTime((expires_at - seconds) * 1000);
    localStorage.setItem('soulsight.session', JSON.stringify({ ...wireSession('old'), expires_at }));
    return fakeServer({ 'POST /auth/v1/token': { body: wireSession('new') } });
  }

  it.each([-24, 24])(
    'a clock that is %i hours wrong neither renews each new session nor keeps an old one',
    async (hours) => {
      const server = buildWireSession();
      vi.useFakeTimers();
      vi.setSystemTime(Date.now() + hours * 60 * MINUTE_MS);
      const { called } = fakeServer({ 'POST /auth/v1/token': { body: server } });
      await authClient.signInWithPassword({ email: USER.email, password: 'x' });
      for (let calls = 0; calls < 3; calls += 1) await authClient.getSession();
      expect(called('POST /auth/v1/token')).toHaveLength(1);
      expect(readFreshSession()?.access_token).toBe(server.access_token);
      vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
      expect(readFreshSession()).toBeNull();
      await authClient.getSession();
      expect(called('POST /auth/v1/token')).toHaveLength(2);
      vi.useRealTimers();
    },
  );

  it('[9.10] the client checks every 30 s, and refreshes when 3 such ticks remain', async () => {
    const { calls } = keepFor(160);
    await authClient.startAutoRefresh();
    // 160, 130, then 100 s remain: five ticks, four, three.
    await vi.advanceTimersByTimeAsync(59_000);
    expect(calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1_100);
    vi.useRealTimers();
    await waitFor(() => expect(localStorage.getItem('soulsight.session')).toContain('refresh-new'));
    expect(calls).toHaveLength(1);
  });

  it.each([
    [91, 'old'],
    [89, 'new'],
  ])('[9.10] a call %d s before the token expires gets the %s token', async (seconds, token) => {
    keepFor(seconds);
    const { data } = await authClient.getSession();
    vi.useRealTimers();
    expect(data.session?.access_token).toBe(token);
  });

  it('a password alone is not enough for a user with a second factor', async () => {
    const factors = [buildWireFactor()];
    provider({ 'POST /auth/v1/token': { body: buildWireSession({ user: { factors } }) } });
    await screen.findByText('signed_out');
    await signIn();
    expect(await screen.findByText('second_factor')).toBeInTheDocument();
    expect(localStorage.getItem('soulsight.user')).toBeNull();
    const raised = buildWireSession({ claims: { aal: 'aal2' }, user: { factors } });
    fakeServer({ 'POST /auth/v1/factors/f1/verify': { body: raised } });
    await act(async () => void (await authClient.mfa.verify({ factorId: 'f1', challengeId: 'c1', code: '123456' })));
    expect(await screen.findByText(/of Ada$/)).toBeInTheDocument();
  });

  it('an unfinished enrolment requires no second factor', async () => {
    const factors = [buildWireFactor({ status: 'unverified' })];
    provider({ 'POST /auth/v1/token': { body: buildWireSession({ user: { factors } }) } });
    await signIn();
    expect(await screen.findByText(/of Ada$/)).toBeInTheDocument();
  });

  it('ends a session that another session of the same user replaced', async () => {
    provider({ 'POST /auth/v1/token': { body: buildWireSession({ claims: { session_id: 'first' } }) } });
    await signIn();
    const second = buildWireSession({ claims: { session_id: 'second' } });
    const { calls } = fakeServer({ 'POST /auth/v1/verify': { body: second } });
    await act(async () => void (await authClient.verifyOtp({ email: USER.email, token: '123456', type: 'signup' })));
    await waitFor(() => expect(calls.map(({ request }) => request)).toContain('DELETE /api/auth/sessions/first'));
  });

  it('clears its cache when another user signs in', async () => {
    const queries = provider(PASSWORD_ANSWER);
    await signIn();
    await screen.findByText('one of Ada');
    queries.setQueryData(['me'], 'Ada');
    fakeServer({ 'POST /auth/v1/token': { body: wireSession('three', { ...USER, id: OTHER_ID }) } });
    await signIn();
    await screen.findByText('three of Ada');
    expect(queries.getQueryData(['me'])).toBeUndefined();
  });

  describe('another user signs in in another tab', () => {
    const adas = buildWireSession();
    const bens = buildWireSession({ claims: { sub: OTHER_ID, session_id: 'theirs' }, user: { id: OTHER_ID } });
    const store = (session: object) => localStorage.setItem('soulsight.session', JSON.stringify(session));
    const isBens = () => readStoredSession()?.user.id === OTHER_ID;
    /** Ben signs in, and writes a draft. */
    function enterBen() {
      store(bens);
      localStorage.setItem('soulsight.user', JSON.stringify(toSessionUser(bens.user as never)));
      localStorage.setItem('soulsight.draft.b', 'a draft of Ben');
    }
    async function openAsAda() {
      store(adas);
      const queries = provider();
      await screen.findByText(/of Ada$/);
      await waitFor(() => expect(localStorage.getItem('soulsight.user')).toContain(MY_ID));
      return queries;
    }

    it('a tab that hears late of the sign-out before deletes nothing of them', async () => {
      const queries = await openAsAda();
      queries.setQueryData(['me'], 'Ada');
      enterBen();
      const otherTab = new BroadcastChannel('soulsight.session');
      otherTab.postMessage({ event: 'SIGNED_OUT', session: null });
      expect(await screen.findByText('signed_out')).toBeInTheDocument();
      otherTab.postMessage({ event: 'SIGNED_IN', session: bens });
      expect(await screen.findByText(/of Ada$/)).toBeInTheDocument();
      otherTab.close();
      expect(queries.getQueryData(['me'])).toBeUndefined();
      expect(localStorage.getItem('soulsight.draft.b')).toBe('a draft of Ben');
      expect(localStorage.getItem('soulsight.user')).toContain(OTHER_ID);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['a new password', () => setPassword('correct-horse-battery')],
      ['a new email', () => changeEmail('ada@elsewhere.example')],
      ['a second step', () => enrollTotp('Authenticator app')],
      ['a second step removed', () => removeFactor(MY_ID)],
      ['recovery codes', () => createRecoveryCodes(true)],
      ['a passkey removed', () => deletePasskey(MY_ID)],
      ['another way to sign in', () => connectIdentity('google')],
    ])('a tab that has not heard of them changes nothing of their account: %s', async (_, change) => {
      await openAsAda();
      enterBen();
      const { calls } = fakeServer({});
      await expect(change()).rejects.toThrow('Somebody else has signed in on this device.');
      await act(() => checkSession());
      await act(() => leaveIfSignedOut());
      expect(calls.map(({ request }) => request).filter((request) => !request.startsWith('POST /api/'))).toEqual([]);
      expect(isBens()).toBe(true);
    });

    it.each([
      ['of a call', refreshOrSignOut, 'POST', REFUSED],
      ['of a connection', checkSession, 'GET', wireError(403, 'session_not_found')],
      ['because of a sign-out elsewhere', leaveIfSignedOut, 'GET', wireError(403, 'session_not_found')],
    ])('the late refusal of the session before does not end theirs: %s', async (_, check, method, refusal) => {
      await openAsAda();
      await authClient.stopAutoRefresh();
      const answer = Promise.withResolvers<Response>();
      const asked = Promise.withResolvers<void>();
      vi.stubGlobal('fetch', (_url: unknown, init?: RequestInit) => {
        asked.resolve();
        return (init?.method ?? 'GET') === method ? answer.promise : Promise.resolve(Response.json({}));
      });
      const checked = check();
      await asked.promise;
      enterBen();
      answer.resolve(Response.json(refusal.body, refusal));
      await act(() => checked);
      expect(isBens()).toBe(true);
      expect(localStorage.getItem('soulsight.draft.b')).toBe('a draft of Ben');
    });
  });

  it('what a page has requested before its user signed out in another tab is not shown to the next one', async () => {
    const queries = new QueryClient();
    queries.setQueryData(['me'], 'Ada');
    provider({ 'POST /auth/v1/token': { body: wireSession('one', { ...USER, id: OTHER_ID }) } }, queries);
    await screen.findByText('signed_out');
    await signIn();
    await screen.findByText('one of Ada');
    expect(queries.getQueryData(['me'])).toBeUndefined();
  });

  describe('signing out', () => {
    const kept = buildWireSession();
    const NEVER = new Promise<never>(() => {});
    const SIGN_OUT = 'POST /api/auth/sign-out';
    /** SHA-256 of the refresh token, base64url. */
    const HASH = createHash('sha256').update(kept.refresh_token).digest('base64url');

    /** A signed-in user with things in this browser. The auth service does not answer, and the rest of the server fails. */
    async function openWithoutServer() {
      localStorage.setItem('soulsight.session', JSON.stringify(kept));
      localStorage.setItem('soulsight.draft.c', 'a draft of Ada');
      localStorage.setItem('soulsight.saved-data', 'what Ada saw');
      const queries = provider({ [SIGN_OUT]: 'network failure' });
      await screen.findByText(/of Ada$/);
      await waitFor(() => expect(localStorage.getItem('soulsight.user')).toContain('ada@example.com'));
      const { calls } = fakeServer({ [SIGN_OUT]: 'network failure', 'POST /auth/v1/token': () => NEVER as never });
      return { queries, calls };
    }

    /** What the server is told later is stored: hashing takes a moment, and would otherwise end in the next test. */
    const isKept = () => waitFor(() => expect(localStorage.getItem('soulsight.sign-outs')).toContain(HASH));

    it('ends the session in this browser at once while the server does not answer, which is told later', async () => {
      const { queries, calls } = await openWithoutServer();
      queries.setQueryData(['me'], 'Ada');
      // A refresh that waits must not hold up the sign-out.
      act(() => void authClient.refreshSession());
      act(() => screen.getByRole('button').click());
      expect(screen.getByText('signed_out')).toBeInTheDocument();
      expect(queries.getQueryData(['me'])).toBeUndefined();
      expect(JSON.stringify(localStorage)).not.toMatch(/Ada|ada@|refresh"|access_token/);
      await isKept();
      expect(calls.map(({ request }) => request)).not.toContain('POST /auth/v1/logout');

      const server = fakeServer({ [SIGN_OUT]: { body: { ok: true } } });
      await sendSignOuts();
      expect(server.bodies(SIGN_OUT)).toEqual([
        { refresh_token_hash: HASH, scope: 'local', seconds_ago: expect.any(Number) },
      ]);
      expect(localStorage.getItem('soulsight.sign-outs')).toBeNull();
    });

    it('no refresh, tab or start brings the ended session back', async () => {
      await openWithoutServer();
      act(() => screen.getByRole('button').click());
      const late = buildWireSession({ claims: { refresh: 2 } });
      localStorage.setItem('soulsight.session', JSON.stringify(late));
      expect([readStoredSession(), readFreshSession()]).toEqual([null, null]);
      const otherTab = new BroadcastChannel('soulsight.session');
      otherTab.postMessage({ event: 'TOKEN_REFRESHED', session: late });
      await waitFor(() => expect(localStorage.getItem('soulsight.session')).toBeNull());
      otherTab.close();
      expect(screen.getByText('signed_out')).toBeInTheDocument();
      await isKept();
    });

    it('a tab whose other tab was closed right after it signed out shows nothing either', async () => {
      const { queries } = await openWithoutServer();
      queries.setQueryData(['me'], 'Ada');
      localStorage.removeItem('soulsight.session');
      act(() => void window.dispatchEvent(Object.assign(new Event('storage'), { key: 'soulsight.session' })));
      expect(screen.getByText('signed_out')).toBeInTheDocument();
      expect(queries.getQueryData(['me'])).toBeUndefined();
      expect(JSON.stringify(localStorage)).not.toContain('Ada');
    });

    it('a call of this tab is never sent as the user who has just signed in in another one', async () => {
      await openWithoutServer();
      const others = buildWireSession({ claims: { sub: OTHER_ID, session_id: 'theirs' }, user: { id: OTHER_ID } });
      localStorage.setItem('soulsight.session', JSON.stringify(others));
      const { calls } = fakeServer();
      await expect(call(getMe)).rejects.toThrow('Another user');
      expect(calls).toEqual([]);
    });

    it('what was under way for the user ends', async () => {
      await openWithoutServer();
      const response = Promise.withResolvers<Response>();
      vi.stubGlobal('fetch', (_: unknown, { signal }: RequestInit) => {
        signal?.addEventListener('abort', () => response.reject(signal.reason));
        return response.promise;
      });
      const running = expect(call(getMe)).rejects.toThrow(/abort/i);
      act(() => screen.getByRole('button').click());
      await running;
      await isKept();
    });
  });
});
