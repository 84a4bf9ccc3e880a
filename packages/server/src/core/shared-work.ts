import { AsyncLocalStorage } from 'node:async_hooks';

/** Taken while this module is loaded, so it is the context of no call, job or transaction. */
const runOutside = AsyncLocalStorage.snapshot();

/**
 * Starts work that many callers share, such as a statement with what all of them asked for. Without this it would be part of whatever
 * the first caller is part of: its log context, its background work, its transaction.
 */
export function startShared<T>(work: () => T): T {
  return runOutside(work);
}
