import type { Log } from '../ops/logger.ts';

/** Works on the items one after the other. A failure is logged and does not stop the rest. Returns the items that failed. */
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
      log.error({ err }, 'item failed, continuing with the rest');
    }
  }
  return failed;
}
