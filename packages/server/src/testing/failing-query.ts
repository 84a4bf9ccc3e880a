import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { SQL_STATE } from '../core/db/errors.ts';
import type { Db, Tx } from '../core/db/types.ts';

const dialect = new PgDialect();

/** A handle in whose transactions every `execute` of a query that matches fails with the SQLSTATE, as the driver's error does. */
export function withFailingQuery(db: Db, pattern: RegExp, state: keyof typeof SQL_STATE): Db {
  return new Proxy(db, {
    get(target, key) {
      if (key !== 'transaction') return Reflect.get(target, key);
      return (work: (tx: Tx) => Promise<unknown>) => target.transaction((tx) => work(failing(tx, pattern, state)));
    },
  });
}

function failing(tx: Tx, pattern: RegExp, state: keyof typeof SQL_STATE): Tx {
  return new Proxy(tx, {
    get(target, key) {
      if (key !== 'execute') return Reflect.get(target, key);
      return async (query: SQL) => {
        if (!pattern.test(dialect.sqlToQuery(query).sql)) return await target.execute(query);
        throw new Error('query failed', { cause: Object.assign(new Error(state), { code: SQL_STATE[state] }) });
      };
    },
  });
}
