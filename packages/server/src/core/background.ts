import { AsyncLocalStorage } from 'node:async_hooks';

const background = new AsyncLocalStorage<true>();

/** Runs work whose end no call or event awaits: on the embedded database, statements of calls and events go before its own. */
export function runInBackground<T>(work: () => T): T {
  return background.run(true, work);
}

/** Whether the caller runs as part of such work. */
export function isInBackground(): boolean {
  return background.getStore() === true;
}
