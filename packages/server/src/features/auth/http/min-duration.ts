import { setTimeout as delay } from 'node:timers/promises';

/**
 * Answers no sooner than `floorMs` after the call, whatever came of it: what an answer costs for a known address and for
 * an unknown one differs by less than that, so its time tells nothing.
 */
export async function withMinDuration<T>(floorMs: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), delay(floorMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
