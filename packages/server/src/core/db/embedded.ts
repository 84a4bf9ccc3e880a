import { chmodSync, constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { MemoryFS, type ParserOptions, PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fromPglite, type PGliteLike } from 'pg-boss';
import { runInBackground } from '../background.ts';
import { PartProblem } from '../ops/health.ts';
import { withCommitHooks } from './commit-hooks.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { assertSpaceToStart, createSpaceCheck, KEEP_FREE_BYTES } from './disk-space.ts';
import { DURABLE_PARAMS, DurableFs } from './durable-fs.ts';
import { getSqlState, SQL_STATE } from './errors.ts';
import { applyMigrations } from './migrate.ts';
import { leaveAsText, withoutRepeatedParsers } from './pglite-parsers.ts';
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
 * acknowledged, and a start after a kill replays that log. While fewer than `keepFreeBytes` of the disk are free, everything
 * fails with the SQLSTATE `disk_full`.
 */
export async function openEmbedded(dataDir: string, keepFreeBytes = KEEP_FREE_BYTES): Promise<Database> {
  const lock = lockDataDir(dataDir);
  try {
    assertSpaceToStart(dataDir, keepFreeBytes);
    const dir = path.join(dataDir, 'db');
    if (!existsSync(dir)) await createDatabaseDir(dir);
    makePrivate(dir);
    const pg = await openOnDisk(dir);
    const close = async () => {
      await pg.close();
      lock.release();
    };
    const database = toDatabase(pg, close, createSpaceCheck(dir, keepFreeBytes));
    return { ...database, copyFiles: (to, meanwhile) => copyFiles(pg, dir, to, meanwhile) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** PGlite lets all users of the machine write its files, and the data directory may have been made by somebody else. */
function makePrivate(dir: string): void {
  try {
    chmodSync(dir, 0o700);
  } catch {
    // Another user owns it, or the file system has no permissions.
  }
}

function openOnDisk(dir: string): Promise<PGlite> {
  return PGlite.create({ ...OPTIONS, fs: new DurableFs(dir), startParams: DURABLE_PARAMS });
}

/** What is committed is in the files, at the latest in the write-ahead log, which opening the copy replays. */
async function copyFiles(pg: PGlite, dir: string, to: string, meanwhile: () => Promise<void>): Promise<number> {
  // Writes most of what the copy would have to replay.
  await pg.exec('checkpoint');
  return pg.runExclusive(async () => {
    const startedAt = performance.now();
    await cp(dir, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
    await meanwhile();
    return performance.now() - startedAt;
  });
}

/** A first start that is killed leaves only a folder that the next one removes. */
async function createDatabaseDir(dir: string): Promise<void> {
  const unfinished = `${dir}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const pg = await openOnDisk(unfinished);
  await pg.close();
  renameSync(unfinished, dir);
}

/** A snapshot has one log file at least, of 16 MB otherwise. */
const SMALL_LOG_FILES = ['--wal-segsize=1'];
/** A database of a test has few pages, and every open fills this cache with zeros. */
const SMALL_PAGE_CACHE = ['-c', 'shared_buffers=16MB'];

/** A file of a database, its path from the database's folder; a folder has no bytes. */
export interface DatabaseFile {
  path: string;
  bytes: Uint8Array | null;
}

/** Files in memory that begin as copies of others. PGlite's own way, from an archive, copies each of them five times. */
class CopiedFs extends MemoryFS {
  readonly #files: readonly DatabaseFile[];

  constructor(files: readonly DatabaseFile[]) {
    super();
    this.#files = files;
  }

  override async initialSyncFs(): Promise<void> {
    if (!this.pg) throw new Error('The files have no database.');
    const { FS, ENV } = this.pg.Module as unknown as { FS: CopiedFsModule; ENV: { PGDATA: string } };
    FS.mkdirTree(ENV.PGDATA);
    for (const { path: name, bytes } of this.#files) {
      const to = `${ENV.PGDATA}/${name}`;
      // A copy, as the file system keeps what it is given.
      if (bytes) FS.writeFile(to, new Uint8Array(bytes), { canOwn: true });
      else FS.mkdirTree(to);
    }
  }
}

interface CopiedFsModule {
  mkdirTree(path: string): void;
  writeFile(path: string, bytes: Uint8Array, options: { canOwn: true }): void;
}

/** A database in memory, optionally one with copies of these files; a folder comes before what is in it. */
export async function openInMemory(files?: readonly DatabaseFile[]): Promise<Database & { snapshot(): Promise<Blob> }> {
  const pg = await PGlite.create({
    ...OPTIONS,
    startParams: [...PGlite.defaultStartParams, ...SMALL_PAGE_CACHE],
    ...(files ? { fs: new CopiedFs(files) } : { initDbStartParams: SMALL_LOG_FILES }),
  });
  return { ...toDatabase(pg, () => pg.close()), snapshot: () => pg.dumpDataDir('none') };
}

/** The job queue's statements are background work, as its jobs are. It reads times with PGlite's own parsers. */
function inBackground(pg: PGlite, parsers: ParserOptions): Pick<PGlite, 'query' | 'exec' | 'listen'> {
  return {
    query: (text, params) => runInBackground(() => pg.query(text, params, { parsers })) as never,
    exec: (text) => runInBackground(() => pg.exec(text, { parsers })),
    listen: (...args) => pg.listen(...args),
  };
}

const DISK_FULL = 'The disk of the database is full, so nothing can be served until there is space.';

function toDatabase(pg: PGlite, close: () => Promise<void>, assertSpace = () => {}): Database {
  const client = guardTransactions(pg, assertSpace);
  const parsers = leaveAsText(pg);
  const db = withCommitHooks(drizzle({ client: withoutRepeatedParsers(client) }) as unknown as Db);
  return {
    kind: 'embedded',
    db,
    boss: { db: fromPglite(inBackground(client, parsers) as unknown as PGliteLike), backend: 'pglite' },
    async migrate(onStep) {
      onStep?.('migrates the database');
      await applyMigrations(db, (config) => migrate(drizzle({ client: pg }), config));
    },
    async ping() {
      await client.query('select 1').catch((error: unknown) => {
        throw getSqlState(error) === SQL_STATE.diskFull ? new PartProblem(DISK_FULL) : error;
      });
    },
    close,
  };
}
