import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SessionProvider } from '../features/auth/session/session-provider.tsx';
import { ToastArea } from '../ui/toast-area.tsx';
import { LiveProvider } from './live.tsx';

/** The providers around all screens. */
export function Providers({ children, queries }: { children: ReactNode; queries: QueryClient }) {
  return (
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <LiveProvider>{children}</LiveProvider>
      </SessionProvider>
      <ToastArea />
    </QueryClientProvider>
  );
}
