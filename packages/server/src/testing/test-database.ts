import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { systemClock } from '../core/clock.ts';
import { type DatabaseFile, openInMemory } from '../core/db/embedded.ts';
import { MIGRATIONS_DIR } from '../core/db/migrate.ts';
import { openPostgres } from '../core/db/postgres.ts';
import type { Database } from '../core/db/types.ts';
import { createSchemas } from '../core/jobs/create-schemas.ts';
import { createJobs } from '../core/jobs/jobs.ts';
import { memoryMailbox } from '../core/mail/mailbox.ts';
import { createLogger } from '../core/ops/logger.ts';
import { memoryStorage } from '../core/storage/storage.ts';
import { testConfig } from './test-config.ts';

/** A fresh migrated database: in memory, or, with TEST_DATABASE_URL, on that PostgreSQL server. */
export function testDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? freshPostgres(url) : fromSnapshot();
}

/** Changes with everything that a migrated database depends on. */
function schemaHash(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(MIGRATIONS_DIR)
    .filter((f) => f.endsWith('.sql'))
    .sort()) {
    hash.update(readFileSync(path.join(MIGRATIONS_DIR, file)));
  }
  hash.update(readFileSync(path.join(import.meta.dirname, '../core/jobs/jobs.ts')));
  for (const name of ['@electric-sql/pglite', 'pg-boss']) {
    const manifest = path.resolve(import.meta.dirname, '../../../../node_modules', name, 'package.json');
    hash.update(JSON.parse(readFileSync(manifest, 'utf8')).version);
  }
  return hash.digest('hex').slice(0, 16);
}

/** The schemas, and the queues of the application's jobs: each start would create them again, and take longer for it than for the rest. */
async function createPrepared(database: Database): Promise<void> {
  const log = createLogger(testConfig());
  await createSchemas(database, log);
  const jobs = createJobs({ database, clock: systemClock, log, mode: 'manual' });
  for (const name of await listJobNames()) jobs.on(name, async () => {});
  await jobs.start();
  await jobs.stop();
}

/** The folder of an application with a database of its own, as a start also writes keys. */
async function listJobNames(): Promise<string[]> {
  const { buildApp } = await import('../app/app.ts');
  const database = await openInMemory();
  const app = await buildApp(testConfig(), {
    ...{ database, manualJobs: true, storage: memoryStorage(), mailbox: memoryMailbox() },
  });
  await app.startWork();
  const queues = await app.core.jobs.measureQueues();
  await app.stop();
  return queues.map(({ name }) => name);
}

/** Read once in each process. Every database copies them. */
let prepared: Promise<readonly DatabaseFile[]> | undefined;

async function fromSnapshot(): Promise<Database> {
  prepared ??= readSnapshot();
  return openInMemory(await prepared);
}

/** The snapshot is created once, by the first test file that needs it. */
async function readSnapshot(): Promise<readonly DatabaseFile[]> {
  const file = path.join(tmpdir(), `soulsight-test-files-${schemaHash()}.tar`);
  if (!existsSync(file)) {
    const database = await openInMemory();
    await createPrepared(database);
    // All that a start reads of the log is then in one file.
    await database.db.execute(sql`select pg_switch_wal()`);
    await database.db.execute(sql`checkpoint`);
    const snapshot = Buffer.from(await (await database.snapshot()).arrayBuffer());
    await database.close();
    const unfinished = `${file}.${randomUUID()}`;
    writeFileSync(unfinished, snapshot);
    renameSync(unfinished, file);
  }
  return withoutSpare(untar(readFileSync(file)));
}

const LOG_FILE = /^pg_wal\/[0-9A-F]{24}$/;
/**
 * The databases that every cluster has to copy from, with 600 files, as no test does; and the maps of free space and of visible
 * rows, which PostgreSQL makes when it needs them.
 */
const SPARE = /^base\/[14]\/|_(fsm|vm)$/;

/** The files that a start needs. The log files after the first are kept by PostgreSQL to be overwritten. */
function withoutSpare(files: readonly DatabaseFile[]): DatabaseFile[] {
  const firstLog = files
    .map((f) => f.path)
    .filter((name) => LOG_FILE.test(name))
    .sort()[0];
  return files.filter(({ path: name }) => !SPARE.test(name) && (!LOG_FILE.test(name) || name === firstLog));
}

const TAR_BLOCK = 512;
const TAR_FOLDER = '5';

/** Fields of a header: the name at 0, the size in octal at 124, the type at 156. */
function untar(tar: Buffer): DatabaseFile[] {
  const files: DatabaseFile[] = [];
  for (let at = 0; at < tar.length; ) {
    const field = (from: number, to: number) => tar.toString('latin1', at + from, at + to).replace(/\0.*$/s, '');
    const name = field(0, 100).replace(/^\//, '');
    const size = Number.parseInt(field(124, 136), 8) || 0;
    const from = at + TAR_BLOCK;
    const bytes = field(156, 157) === TAR_FOLDER ? null : tar.subarray(from, from + size);
    if (name) files.push({ path: name, bytes });
    at = from + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
  return files;
}

const TEMPLATE_LOCK = 7_316_553;
const TEST_POOL_MAX = 5;

async function freshPostgres(url: string): Promise<Database> {
  const template = `soulsight_test_${schemaHash()}`;
  const name = `soulsight_test_${randomUUID().replaceAll('-', '')}`;
  const toUrl = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
  await withAdmin(url, async (admin) => {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) await createTemplate(admin, template, toUrl);
    await admin.query(`create database ${name} template ${template}`);
  });
  const database = await openPostgres(toUrl(name), { max: TEST_POOL_MAX });
  return {
    ...database,
    async close() {
      await database.close();
      await withAdmin(url, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

async function createTemplate(admin: pg.Client, template: string, toUrl: (name: string) => string): Promise<void> {
  const unfinished = `${template}_new`;
  await admin.query(`drop database if exists ${unfinished} with (force)`);
  await admin.query(`create database ${unfinished}`);
  const database = await openPostgres(toUrl(unfinished), { max: TEST_POOL_MAX });
  await createPrepared(database);
  await database.close();
  await admin.query(`alter database ${unfinished} rename to ${template}`);
}

/** Under a lock: PostgreSQL cannot copy a template twice at the same time. */
async function withAdmin(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    await work(admin);
  } finally {
    await admin.end();
  }
}
