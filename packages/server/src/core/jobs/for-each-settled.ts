import type { Log } from '../ops/logger.ts';

/** Does work for each of many, one after the other: where it fails for one it is logged, and goes on. Answers for whom it failed. */
export async function forEachSettled<T>(
  items: readonly T[],
  log: Pick<Log, 'error'>,
  work: (item: T) => Promise<unknown>,
): Promise<T[]> {
  const failed: T[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (err) {
      failed.push(item);
      log.error({ err }, 'work for one of many failed, the others go on');
    }
  }
  return failed;
}
