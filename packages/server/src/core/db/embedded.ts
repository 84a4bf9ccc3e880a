import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fromPglite, type PGliteLike } from 'pg-boss';
import { withCommitHooks } from './commit-hooks.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { DURABLE_PARAMS, DurableFs } from './durable-fs.ts';
import { assertKnownMigrations, MIGRATIONS_DIR } from './migrate.ts';
import { guardTransactions } from './transaction-guard.ts';
import type { Database, Db } from './types.ts';

/** PGlite's default bytea codec is slow: pass the bytes through. */
const OPTIONS: PGliteOptions = {
  extensions: { vector },
  serializers: { [types.BYTEA]: (bytes: Uint8Array) => bytes as unknown as string },
  parsers: { [types.BYTEA]: (hex: string) => Buffer.from(hex.slice(2), 'hex') },
};

/**
 * PostgreSQL inside this process, its files under `dataDir`/db. A commit is in the write-ahead log on disk before it is
 * acknowledged, and a start after a kill replays that log.
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const lock = lockDataDir(dataDir);
  try {
    const dir = path.join(dataDir, 'db');
    if (!existsSync(dir)) await createDatabaseDir(dir);
    const pg = await openOnDisk(dir);
    return toDatabase(pg, async () => {
      await pg.close();
      lock.release();
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openOnDisk(dir: string): Promise<PGlite> {
  return PGlite.create({ ...OPTIONS, fs: new DurableFs(dir), startParams: DURABLE_PARAMS });
}

/** A first start that is killed leaves only a folder that the next one removes. */
async function createDatabaseDir(dir: string): Promise<void> {
  const unfinished = `${dir}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const pg = await openOnDisk(unfinished);
  await pg.close();
  renameSync(unfinished, dir);
}

/** A database in memory, optionally a copy of another one's snapshot. */
export async function openInMemory(snapshot?: Blob): Promise<Database & { snapshot(): Promise<Blob> }> {
  const pg = await PGlite.create({ ...OPTIONS, ...(snapshot ? { loadDataDir: snapshot } : {}) });
  return { ...toDatabase(pg, () => pg.close()), snapshot: () => pg.dumpDataDir('none') };
}

function toDatabase(pg: PGlite, close: () => Promise<void>): Database {
  const client = guardTransactions(pg);
  const db = withCommitHooks(drizzle({ client }) as unknown as Db);
  return {
    kind: 'embedded',
    db,
    boss: { db: fromPglite(client as unknown as PGliteLike), backend: 'pglite' },
    async migrate() {
      await assertKnownMigrations(db);
      await migrate(drizzle({ client: pg }), { migrationsFolder: MIGRATIONS_DIR });
    },
    async ping() {
      await client.query('select 1');
    },
    close,
  };
}
