import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { SessionProvider } from '../features/auth/session/session-provider.tsx';
import { createQueryClient } from '../lib/api/query-client.ts';
import { ToastArea } from '../ui/toast-area.tsx';
import { LiveProvider } from './live.tsx';

/** The providers around all screens. */
export function Providers({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <LiveProvider>{children}</LiveProvider>
      </SessionProvider>
      <ToastArea />
    </QueryClientProvider>
  );
}
