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
    async ping() {
      await pool.query('select 1');
    },
    close: () => pool.end(),
  };
}

/** Nodes that start at the same time migrate one after the other. */
async function migrateWithLock(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const db = drizzle({ client });
    await assertKnownMigrations(db as unknown as Db);
    await migrate(db, { migrationsFolder: MIGRATIONS_DIR });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
    client.release();
  }
}
