import { type Column, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db } from './types.ts';

interface Statement<R> {
  execute(values: Record<string, unknown>): Promise<R>;
}

/** The server plans it each time, for its values, and a pooler may give each use another connection. */
const UNNAMED = '';

/**
 * A statement for requests that come often: building one costs this process more than everything else about it, so it is built once for
 * each handle. The handle of a transaction is a new one each time.
 * @param names of its values
 * @param build makes the query with a placeholder for each value
 * @returns runs it on a handle with the values
 */
export function prepared<N extends string, R>(
  names: readonly N[],
  build: (db: Db, values: Record<N, Placeholder>) => { prepare(name: string): Statement<R> },
): (db: Db, values: Record<N, unknown>) => Promise<R> {
  const placeholders = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Record<
    string,
    Placeholder
  > as Record<N, Placeholder>;
  const statements = new WeakMap<Db, Statement<R>>();
  return async (db, values) => {
    const statement = statements.get(db) ?? build(db, placeholders).prepare(UNNAMED);
    statements.set(db, statement);
    return await statement.execute(values);
  };
}

/** Whether a column has one of many uuids, whose placeholder takes an `arrayLiteral`. */
export function isAmong(column: Column, ids: Placeholder): SQL {
  return sql`${column} = any(${ids}::uuid[])`;
}
