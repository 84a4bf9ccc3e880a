import { AsyncLocalStorage } from 'node:async_hooks';

/** A transaction that is under way; work it started and did not wait for may outlive it. */
export interface TransactionScope {
  isOpen: boolean;
}

const current = new AsyncLocalStorage<TransactionScope>();

/** Runs `work` so that `isInTransaction` is true in everything that it calls, until `scope.isOpen` is set to false. */
export function runInScope<T>(scope: TransactionScope, work: () => Promise<T>): Promise<T> {
  return current.run(scope, work);
}

/** Whether the caller runs as part of a transaction that has not ended. */
export function isInTransaction(): boolean {
  return current.getStore()?.isOpen === true;
}

/**
 * Asserts that an outside service is not called inside a transaction: its answer may take seconds, in which locks and the one
 * connection of the embedded database would be held, and a rollback cannot undo what it did. Decide in a transaction, store
 * a job there (`jobs.send(name, data, { tx })`), and call the service from the job.
 * @throws Error inside a transaction
 */
export function assertNoTransaction(service: string): void {
  if (isInTransaction()) throw new Error(`The ${service} was called inside a database transaction.`);
}

/** Wraps the adapter of an outside service: calling any of its methods inside a transaction rejects. */
export function withoutTransactions<T extends object>(service: string, adapter: T): T {
  return new Proxy(adapter, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        assertNoTransaction(service);
        return value.apply(target, args);
      };
    },
  });
}
