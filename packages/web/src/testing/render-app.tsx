import type { Me } from '@soulsight/contract/profile';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { type Mock, vi } from 'vitest';
import { AppRoutes } from '../app/router/routes.tsx';
import { connectNavigation } from '../lib/browser/navigation.ts';
import { type Session, SessionContext } from '../lib/session/session.ts';
import { ToastArea } from '../ui/toast-area.tsx';
import { type FakeAnswers, fakeServer } from './fake-server.ts';
import { createTestQueries } from './render-with-providers.tsx';
import { createTestRouter } from './test-router.tsx';

interface TestSessionProps {
  initial: Session;
  signOut: Mock<() => Promise<void>>;
  signedOutByUser: boolean | undefined;
  children: ReactNode;
}

/** A session that `signOut` ends. */
function TestSession({ initial, signOut, signedOutByUser, children }: TestSessionProps) {
  const [session, setSession] = useState(initial);
  signOut.mockImplementation(async () => setSession({ status: 'signed_out' }));
  return <SessionContext value={{ session, signOut, signedOutByUser }}>{children}</SessionContext>;
}

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
  const { router, element } = createTestRouter(path, <AppRoutes />);
  connectNavigation({ open: (to) => void router.navigate(to), back: () => void router.navigate(-1) });
  const signOut = vi.fn<() => Promise<void>>();
  const view = render(
    <QueryClientProvider client={queries}>
      <TestSession initial={session} signOut={signOut} signedOutByUser={signedOutByUser}>
        {element}
        <ToastArea />
      </TestSession>
    </QueryClientProvider>,
  );
  return { ...view, router, server, signOut, path: () => router.state.location.pathname };
}
