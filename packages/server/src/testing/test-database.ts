import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { openInMemory } from '../core/db/embedded.ts';
import { MIGRATIONS_DIR } from '../core/db/migrate.ts';
import { openPostgres } from '../core/db/postgres.ts';
import type { Database } from '../core/db/types.ts';
import { createSchemas } from '../core/jobs/create-schemas.ts';
import { createLogger } from '../core/ops/logger.ts';
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
  for (const name of ['@electric-sql/pglite', 'pg-boss']) {
    const manifest = path.resolve(import.meta.dirname, '../../../../node_modules', name, 'package.json');
    hash.update(JSON.parse(readFileSync(manifest, 'utf8')).version);
  }
  return hash.digest('hex').slice(0, 16);
}

/** The snapshot is created once, by the first test file that needs it. */
async function fromSnapshot(): Promise<Database> {
  const file = path.join(tmpdir(), `soulsight-test-${schemaHash()}.tar`);
  if (!existsSync(file)) {
    const database = await openInMemory();
    await createSchemas(database, createLogger(testConfig()));
    // Leaves few log files.
    await database.db.execute(sql`alter system set min_wal_size = '2MB'`);
    await database.db.execute(sql`checkpoint`);
    const snapshot = Buffer.from(await (await database.snapshot()).arrayBuffer());
    await database.close();
    const unfinished = `${file}.${randomUUID()}`;
    writeFileSync(unfinished, withoutTemplates(snapshot));
    renameSync(unfinished, file);
  }
  return openInMemory(new Blob([readFileSync(file)]));
}

/** The folders of the databases that every cluster has to copy from. No test does, and each open would copy their 600 files. */
const TEMPLATES = /^\/?base\/[14]\//;
const TAR_BLOCK = 512;

/** The archive without its files of the template databases. Fields of a header: the name at 0, the size in octal at 124. */
function withoutTemplates(tar: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at < tar.length; ) {
    const field = (from: number, to: number) => tar.toString('latin1', at + from, at + to).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 136), 8) || 0;
    const end = at + TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
    if (!TEMPLATES.test(field(0, 100))) kept.push(tar.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
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
  await createSchemas(database, createLogger(testConfig()));
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
