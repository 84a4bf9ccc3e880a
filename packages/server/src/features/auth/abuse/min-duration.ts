import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `work` and settles no sooner than `floorMs` after the call, whether it succeeds or fails. An unknown address costs
 * less work than a known one; the floor is above both, so the response time does not show which it was.
 */
export async function withMinDuration<T>(floorMs: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), delay(floorMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
