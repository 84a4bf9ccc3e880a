import { AsyncLocalStorage } from 'node:async_hooks';
import type { PGlite, Transaction } from '@electric-sql/pglite';

const within = new AsyncLocalStorage<{ open: boolean }>();

/**
 * The embedded database has one connection, so a statement on the outer handle inside a transaction would wait for that
 * transaction for ever. This makes it an error that names the fault.
 */
export function guardTransactions(pg: PGlite): PGlite {
  function refuseInside(): void {
    if (within.getStore()?.open) {
      throw new Error(
        'A statement on the outer database handle inside a transaction: use the transaction’s own handle.',
      );
    }
  }
  const guarded: Partial<PGlite> = {
    async query(...args: Parameters<PGlite['query']>) {
      refuseInside();
      return pg.query(...args) as never;
    },
    async exec(...args: Parameters<PGlite['exec']>) {
      refuseInside();
      return pg.exec(...args);
    },
    async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      refuseInside();
      const scope = { open: true };
      try {
        return await pg.transaction((tx) => within.run(scope, work, tx));
      } finally {
        scope.open = false;
      }
    },
  };
  return new Proxy(pg, {
    get(target, key) {
      const own = guarded[key as keyof PGlite];
      if (own) return own;
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
