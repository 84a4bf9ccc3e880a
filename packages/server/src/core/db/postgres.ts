import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartError } from '../config/start-error.ts';
import { withCommitHooks } from './commit-hooks.ts';
import { assertKnownMigrations, MIGRATIONS_DIR } from './migrate.ts';
import type { Database, Db } from './types.ts';

const POOL_MAX = 20;
const JOBS_POOL_MAX = 4;
const CONNECT_TIMEOUT_MS = 10_000;
/** Any number that nothing else uses as an advisory lock. */
const MIGRATION_LOCK = 7_316_552;

// As in the embedded driver, counts are numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export async function openPostgres(url: string, options: { max?: number } = {}): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? POOL_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'soulsight',
  });
  // The pool replaces a broken connection at its next use. Without a listener the error event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
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
  const db = withCommitHooks(drizzle({ client: pool }) as unknown as Db);
  return {
    kind: 'postgres',
    db,
    boss: { connectionString: url, max: JOBS_POOL_MAX },
    migrate: () => migrateWithLock(pool),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async ping() {
      await pool.query('select 1');
    },
    close: () => pool.end(),
  };
}

const OLDEST_SERVER = 15;
const NO_PRIVILEGE = '42501';

/** The server is new enough and has pgvector, which this creates. @throws StartError */
async function assertServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: string; vector: string | null }>(
    "select current_setting('server_version') as version, (select name from pg_available_extensions where name = 'vector') as vector",
  );
  assertVersion(rows[0]?.version ?? '');
  if (!rows[0]?.vector)
    throw new StartError(
      'The PostgreSQL server has no pgvector. Install it there (Debian and Ubuntu: postgresql-<version>-pgvector), or use an image that has it, such as pgvector/pgvector.',
    );
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

/** Nodes that start at the same time migrate one after the other. */
async function migrateWithLock(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await assertServer(client);
    const db = drizzle({ client });
    await assertKnownMigrations(db as unknown as Db);
    await migrate(db, { migrationsFolder: MIGRATIONS_DIR });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
    client.release();
  }
}
