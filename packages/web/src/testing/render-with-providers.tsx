import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import { RealtimeContext } from '../lib/realtime/realtime-context.ts';
import { type Session, SessionContext } from '../lib/session/session.ts';
import { MY_ID } from './build-match.ts';
import { fakeRealtime } from './fake-realtime.ts';

export const SIGNED_IN: Session = {
  status: 'signed_in',
  user: { id: MY_ID, email: 'me@example.org', isVerified: true, firstName: 'Ada', plan: 'free', metadata: {} },
  accessToken: 'token',
  refreshToken: 'refresh',
  expiresAt: 0,
};

const SESSION = { session: SIGNED_IN, signOut: async () => {} };

/** A signed-in person's surroundings: router, caches, live connection. */
export function createTestProviders(path = '/') {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  return { path, queries, realtime: fakeRealtime() };
}
type TestProvidersProps = ReturnType<typeof createTestProviders>;

function TestProviders({ path, queries, realtime, children }: TestProvidersProps & { children: ReactNode }) {
  return (
    <MemoryRouter initialEntries={[path]}>
      <QueryClientProvider client={queries}>
        <SessionContext value={SESSION}>
          <RealtimeContext value={realtime.client}>{children}</RealtimeContext>
        </SessionContext>
      </QueryClientProvider>
    </MemoryRouter>
  );
}

export function renderWithProviders(element: ReactElement, providers = createTestProviders()) {
  return { ...providers, ...render(<TestProviders {...providers}>{element}</TestProviders>) };
}

export interface Answer {
  headers?: Record<string, string>;
  status?: number;
  body?: unknown;
  /** The network fails. */
  broken?: true;
}

/** Answers calls by `METHOD path`; what was called is kept. An answer may be made anew for each call. */
export function fakeServer(routes: Record<string, Answer | ((body: unknown) => Answer)>) {
  const calls: { route: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://test');
    const route = `${init.method ?? 'GET'} ${url.pathname}`;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    calls.push({ route, body });
    const found = routes[route];
    const answer = typeof found === 'function' ? found(body) : (found ?? { status: 404, body: { detail: 'none' } });
    if (answer.broken) throw new TypeError('network');
    const { status = 200, headers = {} } = answer;
    return new Response(JSON.stringify(answer.body ?? {}), { status, headers });
  });
  return { calls, called: (route: string) => calls.filter((c) => c.route === route) };
}
