import type { PGlite, Transaction } from '@electric-sql/pglite';
import { isPanic } from './errors.ts';
import { createOneAtATime, letSocketsBeServed } from './one-at-a-time.ts';
import { isInTransaction, runInScope } from './transaction-scope.ts';

/** After a failure such as this the next statement would never return, and nothing else would run in this process either. */
function exitOnPanic(error: unknown): void {
  if (!isPanic(error)) return;
  process.stderr.write(
    'The embedded database had to stop, probably because the disk is full. Nothing that was acknowledged is lost: make room and start again.\n',
  );
  process.exit(1);
}

async function orExit<T>(work: () => Promise<T>): Promise<T> {
  try {
    await letSocketsBeServed();
    return await work();
  } catch (error) {
    exitOnPanic(error);
    throw error;
  }
}

/** A transaction that lets sockets be served between its statements. */
function withPauses(tx: Transaction): Transaction {
  const query = tx.query;
  tx.query = async (...args) => {
    await letSocketsBeServed();
    return (await query(...args)) as never;
  };
  return tx;
}

/**
 * The embedded database has one connection, so a statement on the outer handle inside a transaction would wait for that
 * transaction forever. This makes it an error that names the mistake. Statements of background work wait for all others.
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
  const oneAtATime = createOneAtATime();
  const guarded: Partial<PGlite> = {
    async query(...args: Parameters<PGlite['query']>) {
      assertUsable();
      return oneAtATime(() => orExit(() => pg.query(...args))) as never;
    },
    async exec(...args: Parameters<PGlite['exec']>) {
      assertUsable();
      return oneAtATime(() => orExit(() => pg.exec(...args)));
    },
    async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      assertUsable();
      const scope = { isOpen: true };
      try {
        return await oneAtATime(() =>
          pg.transaction((tx) => runInScope(scope, () => orExit(() => work(withPauses(tx))))),
        );
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
