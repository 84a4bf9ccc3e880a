import { NOTIFICATION_KIND_IDS } from '@soulsight/contract/notifications';
import { SIGNED_OUT_REASON } from '@soulsight/contract/realtime';
import { MINUTE_MS } from '@soulsight/contract/time';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authClient } from '../features/auth/auth-client.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import { globalErrors } from '../lib/errors/global-errors.ts';
import { buildMe } from '../testing/build-user.ts';
import { type FakeAnswer, type FakeAnswers, fakeServer } from '../testing/fake-server.ts';
import { type FakeSocket, pageSockets as sockets } from '../testing/fake-socket.ts';
import { MATCH_ID, MY_ID, testUuid } from '../testing/ids.ts';
import { createTestRouter } from '../testing/test-router.tsx';
import { buildWireSession, buildWireUser, storeWireSession, wireError } from '../testing/wire-session.ts';
import { Providers } from './providers.tsx';
import { AppRoutes } from './router/routes.tsx';

const ERRORS = /Session Expired|Connection authentication failed|Please login to continue/;
const ENDED: FakeAnswers = {
  'GET /auth/v1/user': wireError(403, 'session_not_found'),
  'POST /auth/v1/token': wireError(400, 'refresh_token_not_found'),
  'POST /auth/v1/logout': wireError(403, 'session_not_found'),
  'GET /api/user': { status: 401, body: { detail: 'Your session has expired.', code: 'session_expired' } },
};

let refreshes = 0;

/** The answers of a server that knows the session, and renews it as often as it is asked. */
function signedInAnswers(me = buildMe()): FakeAnswers {
  return {
    'GET /api/user': { body: me },
    'GET /auth/v1/user': { body: buildWireUser() },
    'GET /api/notifications': { body: { notifications: [], unread: 0, next_cursor: null } },
    'POST /auth/v1/token': () => {
      refreshes += 1;
      return { body: buildWireSession({ claims: { refresh: refreshes } }) };
    },
  };
}

/** Renders the application with its own session, realtime client and shell; only `fetch` and the socket are replaced. */
function openApp(path: string, answers: FakeAnswers) {
  const server = fakeServer(answers);
  const { router, element } = createTestRouter(path, <AppRoutes />);
  render(<Providers queries={createQueryClient()}>{element}</Providers>);
  return { server, path: () => router.state.location.pathname };
}

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Lets a little time pass until the condition holds: screens are loaded outside the fake clock. */
async function eventually(condition: () => void): Promise<void> {
  await vi.waitFor(
    async () => {
      await advance(100);
      condition();
    },
    { timeout: 20_000 },
  );
}

/** Longer than answers count as fresh. */
const SLEEP_MS = 40_000;
const SYNCED = { match_states: {}, reveal_states: {}, unread_counts: {} };

function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

const pill = (label: string) => screen.getByRole('button', { name: `Connection: ${label}` });

/** Opens a page of a signed-in user, and waits for the shell and the client's socket. Returns the server's end of it. */
async function openSignedIn(session = buildWireSession(), answers = signedInAnswers()) {
  storeWireSession(session);
  const app = openApp('/settings', answers);
  await eventually(() => {
    screen.getByRole('button', { name: /^Connection: / });
    expect(sockets).toHaveLength(1);
  });
  return { ...app, socket: sockets[0] as FakeSocket };
}

async function openConnected() {
  const app = await openSignedIn();
  act(() => app.socket.accept());
  return app;
}

beforeEach(async () => {
  refreshes = 0;
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeServer({ 'POST /auth/v1/logout': { status: 204 } });
  await authClient.signOut({ scope: 'local' });
  localStorage.clear();
});
afterEach(async () => {
  await authClient.stopAutoRefresh();
  vi.useRealTimers();
});

describe('a session in the running application', () => {
  it('[4.12] [4.14] a server that refuses the token for ever is an error: no other socket, no refresh', async () => {
    const { server, socket } = await openSignedIn();
    await act(async () => {
      socket.onopen?.();
      socket.serverSends('auth_failed', { detail: 'no' });
      socket.serverCloses(1008);
    });
    await advance(10 * MINUTE_MS);
    expect(sockets).toHaveLength(1);
    expect(server.called('POST /auth/v1/token')).toHaveLength(0);
    expect(pill('Connection error')).toBeInTheDocument();
  });

  it('[4.12] a server that accepts and then expires every token is asked a few times, not without end', async () => {
    await openSignedIn();
    // More often than the client gives up waiting for an answer.
    for (let step = 0; step < 200; step += 1) {
      await advance(5_000);
      const socket = sockets.at(-1) as FakeSocket;
      if (socket.closedWith !== null) continue;
      await act(async () => {
        socket.accept();
        socket.serverSends('auth_expired', { detail: 'expired' });
      });
    }
    expect(sockets.length).toBeLessThanOrEqual(6);
    expect(pill('Connection error')).toBeInTheDocument();
  });

  it('asks once for what it may have missed before it was connected, not when a token is renewed', async () => {
    const { server } = await openConnected();
    await eventually(() => expect(server.called('GET /api/notifications')).toHaveLength(1));
    const ofProfile = server.called('GET /api/bgp/profile').length;
    for (let n = 0; n < 20; n += 1) act(() => sockets[0]?.serverSends('bgp_update', { needs_refetch: true }));
    await advance(10_000);
    expect(server.called('GET /api/notifications')).toHaveLength(2);
    expect(server.called('GET /api/bgp/profile')).toHaveLength(ofProfile + 1);
    const before = server.called('GET /api/notifications').length;
    await act(async () => void (await authClient.refreshSession()));
    act(() => sockets[0]?.serverSends('auth_success', { user_id: MY_ID, session_expires_at: 0 }));
    await advance(1_000);
    expect(refreshes).toBe(1);
    expect(server.called('GET /api/notifications')).toHaveLength(before);
  });

  it('[4.22] a conversation that the other user starts is fetched at once', async () => {
    const INBOX = 'GET /api/chat/conversations';
    const { server, socket } = await openSignedIn(buildWireSession(), {
      ...signedInAnswers(),
      [INBOX]: { body: { conversations: [], next_cursor: null } },
    });
    act(() => socket.accept());
    await eventually(() => expect(server.called(INBOX).length).toBeGreaterThan(0));
    await advance(10_000);
    const before = server.called(INBOX).length;
    act(() => socket.serverSends('new_match', { match_id: MATCH_ID }));
    await advance(100);
    expect(server.called(INBOX)).toHaveLength(before + 1);
  });

  it('asks again for what was still loading when it connected: the answer may be older than the connection', async () => {
    const waiting: ((answer: FakeAnswer) => void)[] = [];
    const { socket } = await openSignedIn(undefined, {
      ...signedInAnswers(),
      'GET /api/notifications': () => new Promise((resolve) => waiting.push(resolve)),
    });
    await eventually(() => expect(waiting).toHaveLength(1));
    act(() => socket.accept());
    await advance(10_000);
    expect(waiting).toHaveLength(1);
    waiting[0]?.({ body: { notifications: [], unread: 0, next_cursor: null } });
    await eventually(() => expect(waiting).toHaveLength(2));
  });

  it('asks again, once it is in step with the server, for what a reconnect could not get', async () => {
    let isBusy = false;
    const { server } = await openSignedIn(buildWireSession(), {
      ...signedInAnswers(),
      'GET /api/notifications': () =>
        isBusy
          ? { status: 429, body: { detail: 'Too many requests.', code: 'rate_limited' } }
          : { body: { notifications: [], unread: 0, next_cursor: null } },
    });
    act(() => sockets[0]?.accept());
    await advance(10_000);
    isBusy = true;
    act(() => sockets[0]?.serverCloses(1006));
    await eventually(() => expect(sockets).toHaveLength(2));
    server.calls.length = 0;
    act(() => sockets[1]?.accept());
    await eventually(() => expect(server.called('GET /api/notifications')).toHaveLength(1));
    isBusy = false;
    await act(async () =>
      sockets[1]?.serverSends('state_sync_response', SYNCED, sockets[1].sentByType('state_sync')[0]?.id),
    );
    await advance(1_000);
    expect(server.called('GET /api/notifications')).toHaveLength(2);
  });

  it('[2.30] [8.6] offline, one notice at a time: a toast, then the banner; back online it connects at once, which sends what is queued', async () => {
    await openConnected();
    const stop = globalErrors.install();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    const shown = () => document.querySelectorAll('[data-sonner-toast]:not([data-removed=true])').length;
    const banner = () => screen.queryByText("You're offline. Some features may not work properly.");
    await eventually(() => expect(screen.getByText('You are offline')).toBeInTheDocument());
    expect(screen.getByText('Disconnected - Some features may not work')).toBeInTheDocument();
    expect(shown()).toBe(1);
    expect(banner()).not.toBeInTheDocument();
    await eventually(() => expect(banner()).toBeInTheDocument());
    await advance(1_000);
    expect(shown()).toBe(0);
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await eventually(() => expect(screen.getByText('Back online!')).toBeInTheDocument());
    expect(screen.getByText('Connected')).toBeInTheDocument();
    expect(sockets).toHaveLength(2);
    stop();
  });

  it('a phone that sleeps and wakes fifty times has one socket, and asks for the same few things each time', async () => {
    const { server } = await openConnected();
    await advance(10_000);
    const perWake: string[][] = [];
    for (let wake = 0; wake < 50; wake += 1) {
      const asleep = sockets.at(-1) as FakeSocket;
      setHidden(true);
      // Nothing runs while the phone sleeps.
      vi.setSystemTime(Date.now() + SLEEP_MS);
      server.calls.length = 0;
      await act(async () => {
        asleep.serverCloses(1006);
        setHidden(false);
      });
      await advance(0);
      const awake = sockets.at(-1) as FakeSocket;
      await act(async () => awake.accept());
      await advance(100);
      const [sync] = awake.sentByType('state_sync');
      await act(async () => awake.serverSends('state_sync_response', SYNCED, sync?.id));
      await advance(1_000);
      perWake.push(server.calls.map(({ request }) => request).toSorted());
    }
    expect(sockets).toHaveLength(51);
    expect(sockets.filter(({ onmessage }) => onmessage !== null)).toHaveLength(1);
    const first = perWake[0] ?? [];
    expect(first).toContain('GET /api/user');
    // As soon as the page is seen, and once it is connected.
    for (const request of new Set(first))
      expect(first.filter((each) => each === request).length).toBeLessThanOrEqual(2);
    expect(perWake).toEqual(perWake.map(() => first));
  });

  it('an expired token is renewed, and the connection comes back', async () => {
    const { socket } = await openConnected();
    await act(async () => socket.serverSends('auth_expired', { detail: 'expired' }));
    await advance(2_000);
    act(() => sockets[1]?.accept());
    expect(pill('Connected')).toBeInTheDocument();
    expect(refreshes).toBe(1);
  });

  it('[4.3] signing out on another device ends the session here without an error', async () => {
    const { socket, path } = await openConnected();
    fakeServer(ENDED);
    await act(async () => socket.serverCloses(1000, SIGNED_OUT_REASON));
    await eventually(() => expect(path()).toBe('/login'));
    await advance(3_000);
    expect(screen.queryByText(ERRORS)).not.toBeInTheDocument();
    expect(localStorage.getItem('soulsight.session')).toBeNull();
  });

  it('[4.3] signing out in another tab ends the session here without an error, calls in flight included', async () => {
    const { path } = await openConnected();
    fakeServer(ENDED);
    localStorage.setItem('soulsight.signed-out', '1');
    window.dispatchEvent(new Event('focus'));
    await advance(1_000);
    localStorage.removeItem('soulsight.session');
    const otherTab = new BroadcastChannel('soulsight.session');
    otherTab.postMessage({ event: 'SIGNED_OUT', session: null });
    await eventually(() => expect(path()).toBe('/login'));
    otherTab.close();
    expect(screen.queryByText(ERRORS)).not.toBeInTheDocument();
  });

  it('a second factor that another tab has just added ends nothing here, also before that tab has its answer', async () => {
    const { socket, path } = await openConnected();
    let isAnswered = false;
    const early = { status: 401, body: { detail: 'Second step', code: 'second_factor_needed' } };
    const server = fakeServer({
      ...signedInAnswers(),
      'GET /api/user': () => (isAnswered ? { body: buildMe() } : early),
      'POST /auth/v1/token': wireError(409, 'conflict'),
    });
    await act(async () => socket.serverSends('auth_expired', { detail: 'Your session has ended.' }));
    setHidden(true);
    await advance(SLEEP_MS / 40);
    setHidden(false);
    await advance(2_000);
    expect(server.called('POST /auth/v1/token')).not.toHaveLength(0);
    const isUndisturbed = () => {
      expect(path()).toBe('/settings');
      expect(screen.queryByText('Session Expired')).not.toBeInTheDocument();
    };
    isUndisturbed();
    isAnswered = true;
    const raised = buildWireSession({ claims: { aal: 'aal2' } });
    localStorage.setItem('soulsight.session', JSON.stringify(raised));
    const otherTab = new BroadcastChannel('soulsight.session');
    otherTab.postMessage({ event: 'MFA_CHALLENGE_VERIFIED', session: raised });
    await advance(30_000);
    otherTab.close();
    isUndisturbed();
    expect(JSON.parse(localStorage.getItem('soulsight.session') ?? '{}')).toMatchObject({
      access_token: raised.access_token,
    });
  });

  it('a session that the server has ended for another reason says so, once, until the next sign-in', async () => {
    const { socket, path } = await openConnected();
    fakeServer(ENDED);
    await act(async () => socket.serverSends('auth_expired', { detail: 'Your session has ended.' }));
    await eventually(() => expect(path()).toBe('/login'));
    await advance(1_000);
    expect(screen.getByText('Session Expired')).toBeInTheDocument();
    expect(screen.queryByText('Please login to continue')).not.toBeInTheDocument();
    fakeServer({ ...signedInAnswers(), 'POST /auth/v1/token': { body: buildWireSession() } });
    const { error } = await act(() => authClient.signInWithPassword({ email: 'ada@example.com', password: 'harbour' }));
    expect(error).toBeNull();
    await eventually(() => expect(path()).toBe('/settings'));
    // Sooner than it would close by itself.
    await advance(500);
    expect(screen.queryByText('Session Expired')).not.toBeInTheDocument();
  });

  it('a session that replaced a signed-out one in this browser stays', async () => {
    const { socket, path } = await openConnected();
    await act(async () => socket.serverCloses(1000, SIGNED_OUT_REASON));
    await advance(3_000);
    expect(path()).toBe('/settings');
    expect(localStorage.getItem('soulsight.signed-out')).toBeNull();
  });

  it('[4.15] connects once a user whose account is being deleted comes back, without an error before', async () => {
    let deletion_at: string | null = '2026-12-21T10:00:00Z';
    const answers = signedInAnswers();
    answers['GET /api/user'] = () => ({ body: buildMe({ deletion_at }) });
    answers['POST /api/user/restore'] = () => {
      deletion_at = null;
      return { body: { ok: true } };
    };
    storeWireSession(buildWireSession());
    openApp('/settings', answers);
    await eventually(() => screen.getByRole('button', { name: 'Keep my account' }));
    await advance(10_000);
    expect(sockets).toHaveLength(0);
    act(() => screen.getByRole('button', { name: 'Keep my account' }).click());
    await eventually(() => expect(sockets).toHaveLength(1));
    act(() => sockets[0]?.accept());
    expect(pill('Connected')).toBeInTheDocument();
  });

  it('[4.15] an unverified user is connected, and the pill says so', async () => {
    const user = { email_confirmed_at: undefined };
    const answers = signedInAnswers(buildMe({ isVerified: false }));
    const { socket } = await openSignedIn(buildWireSession({ user }), answers);
    act(() => socket.accept());
    expect(pill('Connected')).toBeInTheDocument();
  });
});

describe('with an expired token and an auth service that does not answer', () => {
  const expired = () => ({ ...buildWireSession(), expires_at: Math.floor(Date.now() / 1_000) - 60 });

  it.each(['network failure', { status: 503 }] as const)(
    'shows that it cannot connect, and returns by itself: %j',
    async (failure) => {
      storeWireSession(expired());
      const { path } = openApp('/settings', { 'POST /auth/v1/token': failure });
      void authClient.initialize();
      await eventually(() => screen.getByRole('heading', { name: 'Unable to Connect' }));
      await advance(2 * MINUTE_MS);
      expect(path()).toBe('/settings');
      expect(screen.getByRole('heading', { name: 'Unable to Connect' })).toBeInTheDocument();
      const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
      fakeServer({ ...signedInAnswers(), 'GET /auth/v1/health': {} });
      await advance(5_000);
      expect(reload).toHaveBeenCalled();
    },
  );
});

describe('what the server tells an open page', () => {
  it.each([
    ['system_alert', { title: 'Photos are slow', detail: 'We are working on it.' }, 'Photos are slow'],
    ['maintenance', { detail: 'We update the server.', at: null }, 'Maintenance'],
    ['maintenance', { detail: 'We update the server.', at: '2026-12-01T10:00:00Z' }, /^Maintenance: .*\d/],
  ] as const)('[4.19] %s is shown at the top until it is closed: %o', async (type, payload, title) => {
    const { socket } = await openConnected();
    act(() => socket.serverSends(type, payload as never));
    expect(screen.getByText(title).closest('[role=status]')).toHaveTextContent(payload.detail);
    act(() => screen.getByRole('button', { name: 'Close notice' }).click());
    expect(screen.queryByText(title)).not.toBeInTheDocument();
  });

  it('[4.19] the latency that the server measured is beside the state of the connection', async () => {
    const { socket } = await openConnected();
    act(() => socket.serverSends('connection_quality', { latency_ms: 321 }));
    act(() => pill('Connected').click());
    await eventually(() => expect(screen.getByText('321 ms')).toBeInTheDocument());
  });

  it.each(NOTIFICATION_KIND_IDS)(
    '[4.19] [7.27] a notification of the kind "%s" is counted on the bell and said once',
    async (kind) => {
      const { socket } = await openConnected();
      const title = `Something about ${kind}`;
      const href = `/reveal/${MATCH_ID}`;
      const created_at = new Date().toISOString();
      act(() =>
        socket.serverSends('notification', { id: testUuid(7), kind, title, body: '', href, created_at, unread: 1 }),
      );
      await eventually(() => expect(screen.getAllByText(title)).toHaveLength(1));
      expect(screen.getByRole('link', { name: /^Notifications\b.*1 unread/ })).toBeInTheDocument();
    },
  );
});
