import { RT_RECONNECT_BASE_MS, RT_RECONNECT_CAP_MS, RT_RECONNECT_JITTER } from '@soulsight/contract/limits';

/**
 * Milliseconds to wait before the `attempt`-th reconnect (1, 2, ...): exponential up to a cap, plus a random part, so that
 * many clients do not reconnect at the same time. `random` returns a number in [0, 1).
 */
export function backoffMs(attempt: number, random: () => number): number {
  const wait = Math.min(RT_RECONNECT_CAP_MS, RT_RECONNECT_BASE_MS * 2 ** (attempt - 1));
  return Math.round(wait * (1 + RT_RECONNECT_JITTER * random()));
}
