import { Tooltip } from '@base-ui/react/tooltip';
import type { Me } from '@soulsight/contract/user';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { routes } from '../app/router/routes.tsx';
import { type Session, SessionContext } from '../lib/session/session.ts';
import { ToastArea } from '../ui/toast-area.tsx';
import { type FakeAnswers, fakeServer } from './fake-server.ts';

export interface RenderAppOptions {
  session?: Session;
  me?: Me;
  unread?: number;
  /** The person has just signed out by themselves. */
  left?: boolean;
  answers?: FakeAnswers;
}

/** The whole application at a path, with its real routes, guards and shell, in front of a server that answers as told. */
export function renderApp(
  path: string,
  { session = { status: 'signed_out' }, me, unread = 0, left, answers = {} }: RenderAppOptions = {},
) {
  const server = fakeServer({
    ...(me && { 'GET /api/user': { body: me } }),
    'GET /api/notifications': { body: { notifications: [], unread, next_cursor: null } },
    ...answers,
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const signOut = vi.fn(async () => {});
  const view = render(
    <QueryClientProvider client={queries}>
      <Tooltip.Provider>
        <SessionContext value={{ session, signOut, signedOutByUser: left }}>
          <RouterProvider router={router} />
          <ToastArea />
        </SessionContext>
      </Tooltip.Provider>
    </QueryClientProvider>,
  );
  return { ...view, router, server, signOut, path: () => router.state.location.pathname };
}
