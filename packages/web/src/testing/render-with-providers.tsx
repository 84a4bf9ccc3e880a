import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { MemoryRouter, useNavigate } from 'react-router';
import { connectNavigation } from '../lib/browser/navigation.ts';
import { RealtimeContext } from '../lib/realtime/realtime-context.ts';
import { SessionContext } from '../lib/session/session.ts';
import { buildSession } from './build-user.ts';
import { fakeRealtime } from './fake-realtime.ts';

const SESSION = { session: buildSession(), signOut: async () => {} };

/** A query client that never retries, so that a failure shows at once. */
export function createTestQueries(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
}

/** What a component of a signed-in user needs around it: router, query cache, session and realtime connection. */
export function createTestProviders(path = '/') {
  return { path, queries: createTestQueries(), realtime: fakeRealtime() };
}
type TestProvidersProps = ReturnType<typeof createTestProviders>;

function ConnectNavigation() {
  const navigate = useNavigate();
  useEffect(() => connectNavigation({ open: navigate, back: () => navigate(-1) }), [navigate]);
  return null;
}

function TestProviders({ path, queries, realtime, children }: TestProvidersProps & { children: ReactNode }) {
  return (
    <MemoryRouter initialEntries={[path]}>
      <ConnectNavigation />
      <QueryClientProvider client={queries}>
        <SessionContext value={SESSION}>
          <RealtimeContext value={realtime.client}>{children}</RealtimeContext>
        </SessionContext>
      </QueryClientProvider>
    </MemoryRouter>
  );
}

/** Renders one component for a signed-in user; `renderApp` renders the whole application. */
export function renderWithProviders(element: ReactElement, providers = createTestProviders()) {
  return { ...providers, ...render(<TestProviders {...providers}>{element}</TestProviders>) };
}
