import { AppError } from '@soulsight/contract/errors';
import { getSqlState, SQL_STATE } from '../../../core/db/errors.ts';
import type { Tx } from '../../../core/db/types.ts';
import { configureSearch, resetStatementTimeout } from '../match.store.ts';

const SEARCH_TIMEOUT_MS = 5_000;

/** Runs a search query with a time limit. @throws unavailable when it takes too long, so that the client tries again */
export async function withSearchTimeout<T>(tx: Tx, search: () => Promise<T>): Promise<T> {
  await configureSearch(tx, SEARCH_TIMEOUT_MS);
  try {
    return await search();
  } catch (error) {
    if (getSqlState(error) !== SQL_STATE.queryCanceled) throw error;
    throw new AppError('unavailable', undefined, { cause: error });
  } finally {
    // Fails if the search aborted the transaction, which then runs no further statement anyway.
    await resetStatementTimeout(tx).catch(() => {});
  }
}
