import { AsyncLocalStorage } from 'node:async_hooks';

const background = new AsyncLocalStorage<true>();

/** Runs work that no request or socket event waits for. On the embedded database, their statements go before those of this work. */
export function runInBackground<T>(work: () => T): T {
  return background.run(true, work);
}

/** Whether the caller runs within `runInBackground`. */
export function isInBackground(): boolean {
  return background.getStore() === true;
}
