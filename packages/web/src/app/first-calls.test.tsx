import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../lib/api/query-client.ts';
import { buildMe } from '../testing/build-user.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { createTestRouter } from '../testing/test-router.tsx';
import { buildWireSession, buildWireUser, storeWireSession } from '../testing/wire-session.ts';
import { Providers } from './providers.tsx';
import { AppRoutes } from './router/routes.tsx';

// In a file of its own: where the token comes from is set once per page, and stays set for later tests of the same file.
it('[3.17] every call of a page that starts with a stored session carries its token, the first included', async () => {
  const session = buildWireSession();
  storeWireSession(session);
  const server = fakeServer({
    'GET /api/user': { body: buildMe() },
    'GET /auth/v1/user': { body: buildWireUser() },
    'GET /api/notifications': { body: { notifications: [], unread: 0, next_cursor: null } },
  });
  const { element } = createTestRouter('/settings', <AppRoutes />);
  render(<Providers queries={createQueryClient()}>{element}</Providers>);
  await vi.waitFor(() => expect(server.called('GET /api/notifications')).not.toHaveLength(0), { timeout: 20_000 });
  const calls = server.calls.filter(({ request }) => request.includes(' /api/'));
  expect(calls[0]?.request).toBe('GET /api/user');
  expect(calls.map(({ init }) => new Headers(init?.headers).get('authorization'))).toEqual(
    calls.map(() => `Bearer ${session.access_token}`),
  );
});
