import { useQuery } from '@tanstack/react-query';
import { readHealth } from '../../lib/api/health.ts';

const STATUS_REFRESH_MS = 15_000;

/** The server's health, refetched every 15 seconds while the page is open. */
export function useHealth() {
  return useQuery({
    queryKey: ['health'],
    queryFn: () => readHealth(),
    refetchInterval: STATUS_REFRESH_MS,
    staleTime: 0,
  });
}
