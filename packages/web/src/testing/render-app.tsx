import { Tooltip } from '@base-ui/react/tooltip';
import type { Me } from '@soulsight/contract/user';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { routes } from '../app/router/routes.tsx';
import { type Session, SessionContext } from '../lib/session/session.ts';
import { ToastArea } from '../ui/toast-area.tsx';
import { type FakeAnswers, fakeServer } from './fake-server.ts';
import { createTestQueries } from './render-with-providers.tsx';

export interface RenderAppOptions {
  session?: Session;
  me?: Me;
  unread?: number;
  signedOutByUser?: boolean;
  answers?: FakeAnswers;
}

/** Renders the whole application at a path, with its real routes, guards and shell, on a fake server. */
export function renderApp(
  path: string,
  { session = { status: 'signed_out' }, me, unread = 0, signedOutByUser, answers = {} }: RenderAppOptions = {},
) {
  const server = fakeServer({
    ...(me && { 'GET /api/user': { body: me } }),
    'GET /api/notifications': { body: { notifications: [], unread, next_cursor: null } },
    ...answers,
  });
  const queries = createTestQueries();
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const signOut = vi.fn(async () => {});
  const view = render(
    <QueryClientProvider client={queries}>
      <Tooltip.Provider>
        <SessionContext value={{ session, signOut, signedOutByUser }}>
          <RouterProvider router={router} />
          <ToastArea />
        </SessionContext>
      </Tooltip.Provider>
    </QueryClientProvider>,
  );
  return { ...view, router, server, signOut, path: () => router.state.location.pathname };
}
