import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type { ConstructorOptions } from 'pg-boss';

interface Rows<R> {
  rows: R[];
}

/** Both drivers answer raw SQL with `rows`. The rest of their results differs and is not used. */
interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>;
}

type NoSchema = Record<string, never>;

/**
 * A handle to run statements on: the database, or a transaction in it. Stores take it as their first argument.
 * Inside `db.transaction(async (tx) => ...)` use only `tx`: using the outer handle there is an error.
 */
export type Db = PgDatabase<RowsResult, NoSchema>;

/** A handle inside a transaction. A transaction begun on it is a savepoint. */
export type Tx = PgTransaction<RowsResult, NoSchema, ExtractTablesWithRelations<NoSchema>>;

export interface Database {
  kind: 'embedded' | 'postgres';
  db: Db;
  /** How the job queue reaches the same database. */
  boss: ConstructorOptions;
  /** Brings the schema up to date. Safe when several processes call it at once. */
  migrate(): Promise<void>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
