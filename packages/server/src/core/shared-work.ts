import { AsyncLocalStorage } from 'node:async_hooks';

/** Taken when this module is loaded, so that it has the context of no request, job or transaction. */
const runOutside = AsyncLocalStorage.snapshot();

/**
 * Starts work that many callers share, such as one statement with the keys of all of them. Otherwise it would run in the async context
 * of the first caller: its log context, its background work, its transaction.
 */
export function startShared<T>(work: () => T): T {
  return runOutside(work);
}
