import { setTimeout } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartError } from '../config/start-error.ts';
import type { OnStep } from '../ops/starting.ts';
import { withCommitHooks } from './commit-hooks.ts';
import { getSqlState, SQL_STATE } from './errors.ts';
import { applyMigrations } from './migrate.ts';
import { openPool, type PoolOptions, releaseClient } from './pool.ts';
import { openReplica, type ReplicaSettings } from './replica.ts';
import type { Database, Db } from './types.ts';

const POOL_MAX = 20;
const JOBS_POOL_MAX = 4;
/** The browser gives up after 20 s. */
const STATEMENT_TIMEOUT_MS = 30_000;
const PING_TIMEOUT_MS = 5_000;
/** Any number that nothing else uses as an advisory lock. */
const MIGRATION_LOCK = 7_316_552;

// As in the embedded driver, counts are numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * @param options without them 20 connections, and statements of up to 30 s
 * @throws StartError if the server cannot be reached, or the replica is none of it
 */
export async function openPostgres(
  url: string,
  { replica: settings, ...options }: Partial<PoolOptions> & { replica?: ReplicaSettings | undefined } = {},
): Promise<Database> {
  const pool = openPool(url, { max: POOL_MAX, statementTimeoutMs: STATEMENT_TIMEOUT_MS, ...options });
  // A connection of its own: a node whose connections are all in use is busy, not cut off.
  const pings = openPool(url, { max: 1, statementTimeoutMs: PING_TIMEOUT_MS });
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const { host, pathname } = new URL(url);
    const why = error instanceof Error && error.message ? error.message : 'no answer';
    throw new StartError(`The database at ${host}${pathname} cannot be reached (${why}). Check DATABASE_URL.`, {
      cause: error,
    });
  }
  const replica = settings && (await openReplica(settings, pings.query.bind(pings)));
  return {
    kind: 'postgres',
    db: withCommitHooks(openHandle(pool)),
    boss: { connectionString: url, max: JOBS_POOL_MAX },
    migrate: (onStep) => migrateWithLock(url, onStep),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    replica,
    async ping() {
      await pings.query('select 1');
    },
    async close() {
      await replica?.close();
      await Promise.all([pool.end(), pings.end()]);
    },
  };
}

/** The query builder's own transactions never give back a connection on which `begin` fails. */
function openHandle(pool: pg.Pool): Db {
  const db = drizzle({ client: pool });
  const handles = new WeakMap<pg.PoolClient, typeof db>();
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    let handle = handles.get(client);
    if (!handle) {
      handle = drizzle({ client }) as unknown as typeof db;
      handles.set(client, handle);
    }
    try {
      return await handle.transaction(work, config);
    } finally {
      releaseClient(client);
    }
  };
  return db as unknown as Db;
}

const OLDEST_SERVER = 15;
const NO_PRIVILEGE = '42501';

/** The server is new enough, has pgvector and can be written to. @throws StartError */
async function assertServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: string; vector: string | null; standby: boolean }>(
    "select current_setting('server_version') as version, pg_is_in_recovery() as standby, (select name from pg_available_extensions where name = 'vector') as vector",
  );
  assertVersion(rows[0]?.version ?? '');
  if (rows[0]?.standby)
    throw new StartError(
      'This PostgreSQL is a standby, which only reads. Promote it first, or set DATABASE_URL to the primary.',
    );
  if (!rows[0]?.vector)
    throw new StartError(
      'The PostgreSQL server has no pgvector. Install it there (Debian and Ubuntu: postgresql-<version>-pgvector), or use an image that has it, such as pgvector/pgvector.',
    );
}

/** @throws StartError */
async function createVectorExtension(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('create extension if not exists vector');
  } catch (cause) {
    if ((cause as { code?: string }).code !== NO_PRIVILEGE) throw cause;
    throw new StartError(
      'This database user may not create the extension vector. Let a superuser run "create extension vector" in the database once.',
      { cause },
    );
  }
}

/** @param version such as 15.4 (Debian 15.4-1), or 17beta1. @throws StartError */
export function assertVersion(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST_SERVER) return;
  throw new StartError(`PostgreSQL ${version} is too old: Soulsight needs ${OLDEST_SERVER} or newer.`);
}

/** The database user may have a limit of its own, as behind PgBouncer. */
const NO_STATEMENT_TIMEOUT = 'set local statement_timeout = 0';

/**
 * Nodes that start at the same time migrate one after the other. The lock belongs to a transaction of its own and not to a session,
 * because a pooler such as PgBouncer shares sessions. A migration may take long, and so may the wait for another node.
 */
async function migrateWithLock(url: string, onStep: OnStep = () => {}): Promise<void> {
  const pool = openPool(url, { max: 2, statementTimeoutMs: 0 });
  try {
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query('set local idle_in_transaction_session_timeout = 0');
      await holder.query(NO_STATEMENT_TIMEOUT);
      onStep('waits for another node that migrates the database');
      await holder.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      await assertServer(holder);
      onStep('migrates the database');
      await migratePatiently(pool, onStep);
    } finally {
      // Ends the transaction, and with it the lock.
      holder.release(true);
    }
  } finally {
    await pool.end();
  }
}

/** A statement that waits for a lock blocks all later ones, so a migration gives up soon and tries again. */
const MIGRATION_LOCK_TIMEOUT_MS = 2_000;
/** Another transaction has the lock, or each of the two waited for the other. */
const WAITED_FOR: readonly (string | null)[] = [SQL_STATE.lockNotAvailable, SQL_STATE.deadlockDetected];
const MIGRATION_ATTEMPTS = 100;
const MIGRATION_PAUSE_MS = 3_000;

/** @throws StartError where other transactions hold what a migration needs for minutes */
async function migratePatiently(pool: pg.Pool, onStep: OnStep): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOn(pool);
    } catch (error) {
      if (!WAITED_FOR.includes(getSqlState(error))) throw error;
      if (attempt === MIGRATION_ATTEMPTS)
        throw new StartError(
          'The migrations wait for a lock that another transaction does not give back. End that transaction (see pg_stat_activity), and start again.',
          { cause: error },
        );
      onStep('waits until another transaction gives back a lock that a migration needs (see pg_stat_activity)');
      await setTimeout(MIGRATION_PAUSE_MS);
    }
  }
}

async function migrateOn(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Set for the transaction, not for the connection, which a pooler gives to others afterwards. The migrator's own `begin` changes nothing in
    // it, and its `commit` ends it.
    await client.query('begin');
    await client.query(`set local lock_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}`);
    await client.query(NO_STATEMENT_TIMEOUT);
    await createVectorExtension(client);
    const db = drizzle({ client });
    await applyMigrations(db as unknown as Db, (config) => migrate(db, config));
  } finally {
    client.release(true);
  }
}
