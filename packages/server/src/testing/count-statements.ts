import { NodePgPreparedQuery } from 'drizzle-orm/node-postgres/session';
import { PglitePreparedQuery } from 'drizzle-orm/pglite/session';
import { vi } from 'vitest';
import { isInBackground } from '../core/background.ts';

const TRANSACTION_EDGE = /^(begin|commit|rollback|savepoint|release)\b/i;

/**
 * Counts the statements that reach the database while the work runs, without those of background work and without `begin` and `commit`,
 * which only one of the two drivers sends as statements.
 */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const spies = [NodePgPreparedQuery.prototype, PglitePreparedQuery.prototype].map((prototype) => {
    const execute = prototype.execute;
    return vi.spyOn(prototype, 'execute').mockImplementation(function (this: { getQuery(): { sql: string } }, values) {
      if (!isInBackground() && !TRANSACTION_EDGE.test(this.getQuery().sql)) count += 1;
      return execute.call(this as never, values);
    });
  });
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return count;
}
