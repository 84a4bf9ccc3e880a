import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';

const RETRIES = 2;
const STALE_MS = 30_000;

/** Retries network and server failures, never refusals. A 429 is left to the user. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES && isApiError(error) && error.retryable && error.status !== 429;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_MS, retry: shouldRetry, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}
