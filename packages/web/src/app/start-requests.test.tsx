import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { buildBgp } from '../testing/build-bgp.ts';
import { buildConversation } from '../testing/build-match.ts';
import { buildMe } from '../testing/build-user.ts';
import { FakeSocket } from '../testing/fake-realtime.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { CONVERSATION_ID } from '../testing/ids.ts';
import { buildWireSession, storeWireSession } from '../testing/wire-session.ts';
import { START_REQUESTS } from './boot/start-requests.ts';
import { Providers } from './providers.tsx';
import { routes } from './router/routes.tsx';

const BODIES: Record<string, unknown> = {
  '/api/user': buildMe(),
  '/api/bgp/profile': buildBgp(),
  [`/api/chat/conversations/${CONVERSATION_ID}`]: buildConversation(),
};

/** The paths that the page requests before its scripts have loaded. */
function listPaths(path: string): string[] {
  return START_REQUESTS.flatMap(({ page, requests }) => {
    const found = path.match(page);
    return found ? requests.map((request) => request.replace('$1', found[1] ?? '')) : [];
  });
}

function openWith(path: string, token: string) {
  vi.stubGlobal('WebSocket', FakeSocket);
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
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { server, answers };
}

afterEach(() => {
  globalThis.soulsightStarted = undefined;
});

it.each(['/dashboard', '/matching', `/chat/${CONVERSATION_ID}`, '/settings'])(
  'every answer that %s has requested before its scripts is used, and nothing is requested twice',
  async (path) => {
    const { answers, server } = openWith(path, 'own');
    await vi.waitFor(() => expect(Object.keys(answers)).toEqual(['/health']), { timeout: 20_000 });
    const asked = server.calls.map(({ url }) => url.pathname + url.search);
    expect(asked.filter((to) => listPaths(path).includes(to))).toEqual([]);
  },
);

it('an answer for another session is not used', async () => {
  const { server } = openWith('/settings', 'of somebody else');
  await vi.waitFor(() => expect(server.called('GET /api/user')).toHaveLength(1), { timeout: 20_000 });
});
