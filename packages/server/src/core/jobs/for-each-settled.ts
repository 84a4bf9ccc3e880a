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

/**
 * Ends a job whose failures must not stay lines in the log: it is tried again, and then listed with the failed jobs.
 * @throws Error with their number
 */
export function assertNoneFailed(failed: readonly unknown[], what: string): void {
  if (failed.length > 0) throw new Error(`${failed.length} ${what}. The log says why.`);
}
