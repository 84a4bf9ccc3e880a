import type { Db, Tx } from './types.ts';

type Hook = () => void;

const pending = new WeakMap<object, Hook[]>();

/**
 * Runs a function once the transaction that `db` stands for is committed, and never when it is rolled back. On a handle
 * that is no transaction it runs at once. The function must not throw; it is not awaited.
 */
export function afterCommit(db: Db, hook: Hook): void {
  const hooks = pending.get(db);
  if (hooks) hooks.push(hook);
  else hook();
}

/** Whether a handle stands for a transaction that is under way. */
export function isTransaction(db: Db): boolean {
  return pending.has(db);
}

type Begin = Db['transaction'];

/** Makes the handle's transactions keep what `afterCommit` is given until they are committed. */
export function withCommitHooks(db: Db): Db {
  const begin: Begin = db.transaction.bind(db);
  db.transaction = async (work, config) => {
    const hooks: Hook[] = [];
    const result = await begin((tx) => {
      trackHooks(tx, hooks);
      return work(tx);
    }, config);
    for (const hook of hooks) hook();
    return result;
  };
  return db;
}

/** What a savepoint gathers counts when the savepoint holds, and waits for the whole transaction. */
function trackHooks(tx: Tx, hooks: Hook[]): void {
  pending.set(tx, hooks);
  const begin = tx.transaction.bind(tx);
  tx.transaction = async (work) => {
    const inner: Hook[] = [];
    const result = await begin((savepoint) => {
      trackHooks(savepoint, inner);
      return work(savepoint);
    });
    hooks.push(...inner);
    return result;
  };
}
