import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type { ConstructorOptions } from 'pg-boss';
import type { OnStep } from '../ops/starting.ts';

interface Rows<R> {
  rows: R[];
}

/** Both drivers return `rows` for raw SQL. Their results otherwise differ, and are not used. */
interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>;
}

type NoSchema = Record<string, never>;

/**
 * A handle to run statements on: the database, or a transaction. Stores take it as their first argument.
 * Inside `db.transaction(async (tx) => ...)` use only `tx`: on the embedded database the outer handle throws there.
 */
export type Db = PgDatabase<RowsResult, NoSchema>;

/** A handle inside a transaction. A nested transaction is a savepoint. */
export type Tx = PgTransaction<RowsResult, NoSchema, ExtractTablesWithRelations<NoSchema>>;

/** A standby of the database, which lacks what was written in the last seconds. */
export interface Replica {
  /**
   * Runs statements that only read. Null if the replica is not used or fails: run them on the primary then. Check on the
   * primary whatever must not be older than now.
   */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T | null>;
  /** Resolves while reads may run there, as checked every second. @throws PartProblem why they run on the primary */
  ping(): Promise<void>;
  /** `lagSeconds`: how far it is behind the primary; null before the first check. `reads`: how many ran where. */
  measure(): { lagSeconds: number | null; reads: { replica: number; primary: number } };
  close(): Promise<void>;
}

export interface Database {
  kind: 'embedded' | 'postgres';
  db: Db;
  /** The job queue's connection to the same database. */
  boss: ConstructorOptions;
  /** Applies new migrations. Safe when several processes call it at once. @param onStep called with each step of it */
  migrate(onStep?: OnStep): Promise<void>;
  /**
   * Copies the files of the embedded database to a new folder while no statement runs, and calls `meanwhile` in that time.
   * Resolves to how long statements waited, in ms. Undefined on a PostgreSQL server.
   */
  copyFiles?: (to: string, meanwhile: () => Promise<void>) => Promise<number>;
  /** The connections to a PostgreSQL server. */
  pool?: () => { total: number; idle: number; waiting: number };
  /** A standby for reads, where there is one. */
  replica?: Replica | undefined;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
