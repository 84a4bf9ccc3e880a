import type { PGlite, Transaction } from '@electric-sql/pglite';
import { isInTransaction, runInScope } from './transaction-scope.ts';

/**
 * The embedded database has one connection, so a statement on the outer handle inside a transaction would wait for that
 * transaction forever. This makes it an error that names the mistake.
 */
export function guardTransactions(pg: PGlite): PGlite {
  function assertOutside(): void {
    if (isInTransaction()) {
      throw new Error(
        'A statement on the outer database handle inside a transaction: use the transaction’s own handle.',
      );
    }
  }
  const guarded: Partial<PGlite> = {
    async query(...args: Parameters<PGlite['query']>) {
      assertOutside();
      return pg.query(...args) as never;
    },
    async exec(...args: Parameters<PGlite['exec']>) {
      assertOutside();
      return pg.exec(...args);
    },
    async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      assertOutside();
      const scope = { isOpen: true };
      try {
        return await pg.transaction((tx) => runInScope(scope, () => work(tx)));
      } finally {
        scope.isOpen = false;
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
