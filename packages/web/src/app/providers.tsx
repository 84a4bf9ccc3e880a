import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { SessionProvider } from '../features/auth/session/session-provider.tsx';
import { createQueryClient } from '../lib/api/query-client.ts';
import { ToastArea } from '../ui/toast-area.tsx';
import { LiveProvider } from './live.tsx';

interface ProvidersProps {
  children: ReactNode;
  /** Called once, before anything is rendered. */
  fillCache?: ((queries: QueryClient) => void) | undefined;
}

/** The providers around all screens. */
export function Providers({ children, fillCache }: ProvidersProps) {
  const [queries] = useState(() => {
    const client = createQueryClient();
    fillCache?.(client);
    return client;
  });
  return (
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <LiveProvider>{children}</LiveProvider>
      </SessionProvider>
      <ToastArea />
    </QueryClientProvider>
  );
}
