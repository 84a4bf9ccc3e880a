import pRetry from 'p-retry';
import { getSqlState, SQL_STATE } from './errors.ts';
import type { Db, Tx } from './types.ts';

const RETRIES = 3;
const RETRYABLE: ReadonlySet<string> = new Set([SQL_STATE.deadlockDetected, SQL_STATE.serializationFailure]);

/** Runs a transaction, and repeats it after a deadlock or a serialization failure. The work must have no effect outside of it. */
export function withTransactionRetry<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return pRetry(() => db.transaction(work), {
    retries: RETRIES,
    minTimeout: 0,
    shouldRetry: ({ error }) => RETRYABLE.has(getSqlState(error) ?? ''),
  });
}
