import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { getSqlState } from './errors.ts';
import { isPoolBusy, runWithin } from './pool.ts';
import type { Db, Replica, Tx } from './types.ts';

/** The server cancels a long statement first; this is for a server that hangs, which cancels nothing. */
const TIMEOUT_MS = 3_000;
/** After this many failures in a row, one read tries again from time to time, and the others do not wait. */
const FAILURES_MAX = 3;
const TRY_AGAIN_MS = 30_000;

/** Counts failures in a row. A replica may answer its checks, and fail at every search or be too slow for it. */
function createFailures() {
  let count = 0;
  let reason = '';
  let tryAgainAt = 0;
  const isFailing = () => count >= FAILURES_MAX;
  const wait = () => {
    tryAgainAt = performance.now() + TRY_AGAIN_MS;
  };
  return {
    /** While reads fail, true for one of them every half minute. */
    mayTry(): boolean {
      if (!isFailing()) return true;
      if (performance.now() < tryAgainAt) return false;
      wait();
      return true;
    },
    add(error: unknown): void {
      count += 1;
      if (count !== FAILURES_MAX) return;
      const state = getSqlState(error);
      reason = state ? `SQLSTATE ${state}` : 'no answer';
      wait();
    },
    forget(): void {
      count = 0;
    },
    tryAgain(): void {
      tryAgainAt = 0;
    },
    findProblem: () => (isFailing() ? `Searches fail on the replica (${reason}), so they run on the primary.` : null),
  };
}

/**
 * Reads on a replica. None of them takes longer than four seconds, with the wait for a connection.
 * @param isUsed whether its checks let reads go there
 */
export function createReads(pool: pg.Pool, isUsed: () => boolean) {
  const failures = createFailures();
  const counts = { replica: 0, primary: 0 };

  async function tryToRead<T>(work: (tx: Tx) => Promise<T>): Promise<T | null> {
    if (!isUsed() || !failures.mayTry()) return null;
    try {
      const result = await runWithin(TIMEOUT_MS, pool, (client) => {
        const db = drizzle({ client }) as unknown as Db;
        return db.transaction(work, { accessMode: 'read only' });
      });
      failures.forget();
      return result;
    } catch (error) {
      if (!isPoolBusy(error)) failures.add(error);
      return null;
    }
  }

  const read: Replica['read'] = async (work) => {
    const result = await tryToRead(work);
    counts[result === null ? 'primary' : 'replica'] += 1;
    return result;
  };
  return { read, counts, findProblem: failures.findProblem, tryAgain: failures.tryAgain };
}
