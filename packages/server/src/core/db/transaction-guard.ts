import type { PGlite, Transaction } from '@electric-sql/pglite';
import { isPanic } from './errors.ts';
import { isInTransaction, runInScope } from './transaction-scope.ts';

/** After a failure such as this the next statement would never return, and nothing else would run in this process either. */
function exitOnPanic(error: unknown): void {
  if (!isPanic(error)) return;
  process.stderr.write(
    'The embedded database had to stop, probably because the disk is full. Nothing that was acknowledged is lost: make room and start again.\n',
  );
  process.exit(1);
}

async function orExit<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    exitOnPanic(error);
    throw error;
  }
}

/**
 * The embedded database has one connection, so a statement on the outer handle inside a transaction would wait for that
 * transaction forever. This makes it an error that names the mistake.
 * @param assertSpace throws while nothing may be written
 */
export function guardTransactions(pg: PGlite, assertSpace: () => void): PGlite {
  function assertUsable(): void {
    if (isInTransaction()) {
      throw new Error(
        'A statement on the outer database handle inside a transaction: use the transaction’s own handle.',
      );
    }
    assertSpace();
  }
  const guarded: Partial<PGlite> = {
    async query(...args: Parameters<PGlite['query']>) {
      assertUsable();
      return orExit(pg.query(...args)) as never;
    },
    async exec(...args: Parameters<PGlite['exec']>) {
      assertUsable();
      return orExit(pg.exec(...args));
    },
    async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      assertUsable();
      const scope = { isOpen: true };
      try {
        return await pg.transaction((tx) => runInScope(scope, () => orExit(work(tx))));
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
