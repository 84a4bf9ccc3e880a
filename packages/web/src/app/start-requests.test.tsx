import { NOTIFICATION_KIND_IDS } from '@soulsight/contract/notifications';
import { focusManager } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { meQuery } from '../features/profile/profile.api.ts';
import { buildBgp } from '../testing/build-bgp.ts';
import { buildConversation, buildMatches, buildReveal } from '../testing/build-match.ts';
import { buildMe } from '../testing/build-user.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { CONVERSATION_ID, MATCH_ID, OTHER_ID } from '../testing/ids.ts';
import { createTestRouter } from '../testing/test-router.tsx';
import { buildWireSession, storeWireSession } from '../testing/wire-session.ts';
import { prepareApp } from './boot/prepare.ts';
import { START_REQUESTS } from './boot/start-requests.ts';
import { Providers } from './providers.tsx';
import { AppRoutes } from './router/routes.tsx';

const BODIES: Record<string, unknown> = {
  '/api/user': buildMe(),
  '/api/bgp/profile': buildBgp(),
  '/api/match': buildMatches(),
  '/api/notifications?limit=30': { notifications: [], unread: 0, next_cursor: null },
  '/api/notifications?limit=1': { notifications: [], unread: 0, next_cursor: null },
  '/api/notifications/settings': {
    kinds: Object.fromEntries(NOTIFICATION_KIND_IDS.map((kind) => [kind, { app: true, push: true, mail: false }])),
    quiet_hours: null,
  },
  '/api/match/likes': { amount: 'few', open_likes_left: 1 },
  [`/api/chat/conversations/${CONVERSATION_ID}/messages?limit=50`]: { messages: [], has_more: false },
  '/api/chat/conversations?limit=50': { conversations: [], next_cursor: null },
  [`/api/chat/conversations/${CONVERSATION_ID}`]: buildConversation(),
  [`/api/reveal/${MATCH_ID}/status`]: buildReveal(),
};

/** The paths that the page requests before its scripts have loaded. */
function listPaths(path: string): string[] {
  return START_REQUESTS.flatMap(({ page, requests, next }) => {
    const found = path.match(page);
    if (!found) return [];
    const paths = requests.map((request) => request.replace('$1', found[1] ?? ''));
    const [field = '', following] = next ?? [];
    const answer = BODIES[paths[0] ?? ''] as Record<string, string>;
    return following ? [...paths, following.replace('$1', answer[field] ?? '')] : paths;
  });
}

async function openWith(path: string, token: string) {
  window.history.replaceState(null, '', path);
  const session = buildWireSession();
  storeWireSession(session);
  const server = fakeServer({ 'GET /api/user': { body: BODIES['/api/user'] } });
  const answers = Object.fromEntries(
    listPaths(path).map((to): [string, Promise<Response>] => [
      to,
      Promise.resolve(
        to in BODIES
          ? Response.json(BODIES[to])
          : Response.json({ detail: 'not here', code: 'not_found' }, { status: 404 }),
      ),
    ]),
  );
  globalThis.soulsightStarted = { token: token === 'own' ? session.access_token : token, answers };
  const { element } = createTestRouter(path, <AppRoutes />);
  render(<Providers queries={await prepareApp()}>{element}</Providers>);
  return { server, answers };
}

afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
  globalThis.soulsightStarted = undefined;
});

it.each([
  '/dashboard',
  '/matching',
  `/chat/${CONVERSATION_ID}`,
  '/settings',
  '/notifications',
  '/reveal',
  `/reveal/${MATCH_ID}`,
])('every answer that %s requested before its scripts loaded is used, and nothing is requested twice', async (path) => {
  // However slow the machine is, no answer becomes stale and no query is polled.
  vi.setSystemTime(new Date());
  focusManager.setFocused(false);
  const { answers, server } = await openWith(path, 'own');
  await vi.waitFor(() => expect(Object.keys(answers)).toEqual(['/health']), { timeout: 20_000 });
  const asked = server.calls.map(({ url }) => url.pathname + url.search);
  expect(asked.filter((to) => listPaths(path).includes(to))).toEqual([]);
});

it('an answer for another session is not used', async () => {
  const { server } = await openWith('/settings', 'of somebody else');
  await vi.waitFor(() => expect(server.called('GET /api/user')).toHaveLength(1), { timeout: 20_000 });
});

/** An answer that ends in the middle: the time limit of a request also applies to its body. */
function cutOff(): Response {
  const body = new ReadableStream({ start: (stream) => stream.error(new DOMException('', 'TimeoutError')) });
  return new Response(body);
}

it.each([
  ['never came', () => Promise.reject(new DOMException('', 'TimeoutError'))],
  ['ended in the middle', async () => cutOff()],
])('a start request whose answer %s is repeated at once', async (_, answer) => {
  const session = buildWireSession();
  storeWireSession(session);
  const failed = answer();
  failed.catch(() => {});
  globalThis.soulsightStarted = { token: session.access_token, answers: { '/api/user': failed } };
  window.history.replaceState(null, '', '/settings');
  const server = fakeServer({ 'GET /api/user': { body: buildMe() } });
  expect((await prepareApp()).getQueryData(meQuery.queryKey)).toEqual(buildMe());
  expect(server.called('GET /api/user')).toHaveLength(1);
});

it('a start request that timed out is repeated with the full time limit', async () => {
  const limits: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    limits.push(new AbortController());
    return (limits.at(-1) as AbortController).signal;
  });
  const session = buildWireSession();
  storeWireSession(session);
  const late = new Promise<Response>((_, reject) => {
    setTimeout(() => {
      for (const limit of limits) limit.abort();
      reject(new DOMException('', 'TimeoutError'));
    });
  });
  globalThis.soulsightStarted = { token: session.access_token, answers: { '/api/user': late } };
  fakeServer({ 'GET /api/user': { body: buildMe() } });
  expect((await prepareApp()).getQueryData(meQuery.queryKey)).toEqual(buildMe());
});

it('an answer for a user who leaves while the first screen is loading is not shown to the next one', async () => {
  const session = buildWireSession();
  storeWireSession(session);
  globalThis.soulsightStarted = {
    token: session.access_token,
    answers: { '/api/user': Promise.resolve(Response.json(buildMe())) },
  };
  fakeServer();
  const preparing = prepareApp();
  storeWireSession(buildWireSession({ claims: { sub: OTHER_ID }, user: { id: OTHER_ID } }));
  expect((await preparing).getQueryData(meQuery.queryKey)).toBeUndefined();
});
