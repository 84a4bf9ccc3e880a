import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StartError } from '../config/start-error.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { openEmbedded } from './embedded.ts';
import type { Database, Db } from './types.ts';

let dir: string;
let database: Database;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'soulsight-embedded-'));
  chmodSync(dir, 0o755);
  // What a first start leaves if it is killed while it creates the database.
  mkdirSync(path.join(dir, 'db.new'));
  writeFileSync(path.join(dir, 'db.new', 'PG_VERSION'), '18');
  database = await openEmbedded(dir);
});
afterAll(async () => {
  await database.close();
  rmSync(dir, { recursive: true, force: true });
});

async function answerTo(query: ReturnType<typeof sql>): Promise<unknown> {
  const { rows } = await database.db.execute<{ v: unknown }>(query);
  return rows[0]?.v;
}

it('a start on a full disk is refused in one sentence, and leaves the data to the next one', async () => {
  const data = path.join(dir, 'full');
  const start = openEmbedded(data, Number.MAX_SAFE_INTEGER);
  await expect(start).rejects.toThrow(StartError);
  await expect(start).rejects.toThrow(/^The disk of .+ is full: only \d+ MB are free\. Make room for at least \d+ MB/);
  expect(existsSync(path.join(data, 'db'))).toBe(false);
  lockDataDir(data).release();
});

const modeBits = (name: string) => statSync(path.join(dir, name)).mode & 0o777;

it('the remains of a killed first start are removed', () => {
  expect(existsSync(path.join(dir, 'db.new'))).toBe(false);
});

it('lets no other user of the machine in, also where the data directory does', () => {
  expect(modeBits('.')).toBe(0o755);
  expect(modeBits('db')).toBe(0o700);
});

it('commits reach the disk: fsync is on and works', async () => {
  expect(await answerTo(sql`select current_setting('fsync') as v`)).toBe('on');
  expect(await answerTo(sql`select current_setting('synchronous_commit') as v`)).toBe('on');
  expect(await answerTo(sql`select current_setting('wal_sync_method') as v`)).toBe('fsync');
});

it('supports vectors', async () => {
  await database.migrate();
  expect(await answerTo(sql`select '[1,2]'::vector <-> '[1,4]'::vector as v`)).toBe(2);
});

it('sockets are served while statements follow each other, also inside a transaction', async () => {
  const run = async (db: Pick<Db, 'execute'>) => {
    let isServed = false;
    setImmediate(() => {
      isServed = true;
    });
    for (let n = 0; n < 20_000 && !isServed; n += 1) await db.execute(sql`select 1`);
    return isServed;
  };
  expect(await run(database.db)).toBe(true);
  expect(await database.db.transaction(run)).toBe(true);
});

it('migrating twice changes nothing', async () => {
  const count = () => answerTo(sql`select count(*)::int as v from drizzle.__drizzle_migrations`);
  const before = await count();
  await database.migrate();
  expect(await count()).toBe(before);
});

it('has what was written before a close', async () => {
  await database.db.execute(sql`create table numbers (n int)`);
  await database.db.execute(sql`insert into numbers values (7)`);
  await database.close();
  // As earlier versions left it.
  chmodSync(path.join(dir, 'db'), 0o755);
  database = await openEmbedded(dir);
  expect(await answerTo(sql`select n as v from numbers`)).toBe(7);
  expect(modeBits('db')).toBe(0o700);
});

it('refuses a database of a newer version', async () => {
  await database.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('from the future', 1)`,
  );
  await expect(database.migrate()).rejects.toThrow('made by another version of Soulsight');
  await database.db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'from the future'`);
});
