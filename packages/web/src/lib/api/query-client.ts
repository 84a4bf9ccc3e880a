import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';

const RETRIES = 2;
const RETRY_BASE_MS = 1_000;
const RETRY_MAX_MS = 30_000;
/** Up to this share is added, so that those who were refused together do not come back together. */
const RETRY_SPREAD = 0.5;
const STALE_MS = 30_000;

/** Retries network and server failures, never refusals. A 429 is left to the user. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES && isApiError(error) && error.retryable && error.status !== 429;
}

/** Retries a change only if the server did not begin it: otherwise it could be made twice. */
function shouldRetryChange(failures: number, error: unknown): boolean {
  return failures < RETRIES && isApiError(error) && error.code === 'overloaded';
}

/** Milliseconds until the next attempt: what the server asks for, otherwise longer after each failure; at most 45 s. */
export function retryDelay(failures: number, error: unknown): number {
  const asked = isApiError(error) ? error.retryAfterMs : undefined;
  const delay = Math.min(asked ?? RETRY_BASE_MS * 2 ** failures, RETRY_MAX_MS);
  return delay * (1 + Math.random() * RETRY_SPREAD);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_MS, retry: shouldRetry, retryDelay, refetchOnWindowFocus: true },
      mutations: { retry: shouldRetryChange, retryDelay },
    },
  });
}
