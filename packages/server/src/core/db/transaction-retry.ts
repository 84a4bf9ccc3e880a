import pRetry from 'p-retry';
import { getSqlState, SQL_STATE } from './errors.ts';
import type { Db, Tx } from './types.ts';

/** The database chose this transaction to give way to another. */
const RETRYABLE: ReadonlySet<string | null> = new Set([SQL_STATE.deadlockDetected, SQL_STATE.serializationFailure]);

/** Up to four attempts, a few milliseconds apart, so that the same transactions do not collide again. */
const RETRY = { retries: 3, minTimeout: 5, factor: 3, randomize: true } as const;

/**
 * Runs a transaction, and runs it again after a deadlock or a serialization failure. The work must have no effects outside
 * of the transaction.
 */
export function withTransactionRetry<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return pRetry(() => db.transaction(work), {
    ...RETRY,
    shouldRetry: ({ error }) => RETRYABLE.has(getSqlState(error)),
  });
}
