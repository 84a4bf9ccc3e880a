import type { TestAuth } from './build-auth.ts';

/** Holds the next transaction before it begins, so that a test can change the account between what was read before it and its work. */
export function holdNextTransaction({ db }: Pick<TestAuth, 'db'>) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const begin = db.transaction;
  db.transaction = async (...call: Parameters<typeof begin>) => {
    db.transaction = begin;
    reached.resolve();
    await released.promise;
    return begin.apply(db, call) as never;
  };
  return { reached: reached.promise, release: released.resolve };
}
