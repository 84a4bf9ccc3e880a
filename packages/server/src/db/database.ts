import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type { ExtractTablesWithRelations } from 'drizzle-orm/relations';
import type { ConstructorOptions } from 'pg-boss';
import type { Config } from '../config/config.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';
import type { schema } from './schema.ts';

interface Rows<R> {
  rows: R[];
}

/** Both drivers answer raw SQL with `rows`; what else they give differs and is not used. */
interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>;
}

type Schema = typeof schema;

/**
 * A handle to run statements on: the database, or a transaction in it. Stores take it as their first argument.
 * Inside `db.transaction(async (tx) => ...)` use `tx` alone: the outer handle there is an error.
 */
export type Db = PgDatabase<RowsResult, Schema>;

/** A handle inside a transaction. A transaction begun on it is a savepoint. */
export type Tx = PgTransaction<RowsResult, Schema, ExtractTablesWithRelations<Schema>>;

export interface Database {
  kind: 'embedded' | 'postgres';
  db: Db;
  /** How the job queue reaches the same database. */
  boss: ConstructorOptions;
  /** Brings the schema up to date; safe when several processes do it at once. */
  migrate(): Promise<void>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** @throws StartError where the database cannot be opened, with what to do about it. */
export function openDatabase(config: Config): Promise<Database> {
  return config.database.kind === 'embedded'
    ? openEmbedded(config.dataDir)
    : openPostgres(config.secrets.databaseUrl ?? '');
}
