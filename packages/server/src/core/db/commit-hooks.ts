import { runInScope } from './transaction-scope.ts';
import type { Db, Tx } from './types.ts';

type Hook = () => void;

type Report = (error: unknown) => void;

const pending = new WeakMap<object, Hook[]>();
const reports = new WeakMap<object, Report>();

/**
 * Runs a function once the transaction behind `db` has committed, and never if it is rolled back. Outside a transaction it
 * runs at once. It is not awaited. What it throws is reported, and neither fails the caller nor skips later functions: the
 * data is stored by then.
 */
export function afterCommit(db: Db, hook: Hook): void {
  const hooks = pending.get(db);
  if (hooks) hooks.push(hook);
  else runHook(hook, reports.get(db) ?? warn);
}

/** Sets where errors of the handle's `afterCommit` functions go. Without it they become warnings of the process. */
export function reportHookErrors(db: Db, report: Report): void {
  reports.set(db, report);
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

function runHook(hook: Hook, report: Report): void {
  try {
    const result: unknown = hook();
    if (result instanceof Promise) result.catch(report);
  } catch (error) {
    report(error);
  }
}

/** Whether a handle belongs to a transaction that is under way. */
export function isTransaction(db: Db): boolean {
  return pending.has(db);
}

type Begin = Db['transaction'];

/** Makes the handle's transactions collect what `afterCommit` is given, and run it once they have committed. */
export function withCommitHooks(db: Db): Db {
  const begin: Begin = db.transaction.bind(db);
  db.transaction = async (work, config) => {
    const hooks: Hook[] = [];
    const scope = { isOpen: true };
    try {
      const result = await begin((tx) => {
        trackHooks(tx, hooks);
        return runInScope(scope, () => work(tx));
      }, config);
      scope.isOpen = false;
      for (const hook of hooks) runHook(hook, reports.get(db) ?? warn);
      return result;
    } finally {
      scope.isOpen = false;
    }
  };
  return db;
}

/** Hooks of a savepoint count if the savepoint is released, and wait for the whole transaction. */
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
