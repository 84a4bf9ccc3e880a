import type { Db, Tx } from './types.ts';

const TRIES = 4;
/** Deadlock and serialisation failure: the database chose this transaction to give way. */
const RETRYABLE_SQLSTATES = new Set(['40P01', '40001']);

/** A transaction that is run again when it had to give way to another. The work must have no effect outside of it. */
export async function withTransactionRetry<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (left === 0 || !isRetryable(error)) throw error;
    }
  }
}

function isRetryable(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (RETRYABLE_SQLSTATES.has(String((e as { code?: unknown }).code))) return true;
  }
  return false;
}
