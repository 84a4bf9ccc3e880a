import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { sql } from 'drizzle-orm';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { findContractions } from './contractions.ts';
import { applyMigrations, MIGRATIONS_DIR } from './migrate.ts';
import type { Database } from './types.ts';

const SRC_DIR = path.resolve(import.meta.dirname, '../..');
const META_DIR = path.join(MIGRATIONS_DIR, 'meta');
type Snapshot = Parameters<typeof generateMigration>[0];

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(META_DIR, file), 'utf8')) as T;
}

// drizzle-kit adds methods to strings and arrays. Test files share a process, and other libraries list the keys of arrays.
for (const { prototype } of [String, Array])
  for (const name of Object.keys(prototype)) Object.defineProperty(prototype, name, { enumerable: false });

const { entries } = readJson<{ entries: { idx: number; when: number; tag: string }[] }>('_journal.json');

it('the migrations say what the tables say: run db:generate after a change of tables', async () => {
  const last = readdirSync(META_DIR)
    .filter((file) => file.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  const files = globSync('**/*.tables.ts', { cwd: SRC_DIR });
  const modules = await Promise.all(files.map((file) => import(path.join(SRC_DIR, file))));
  const tables: Record<string, unknown> = Object.assign({}, ...modules);
  const { id } = readJson<Snapshot>(last ?? '');
  expect(await generateMigration(readJson<Snapshot>(last ?? ''), generateDrizzleJson(tables, id))).toEqual([]);
});

it('migrations are numbered and dated in order: an older date would never be applied', () => {
  expect(entries.map(({ tag }) => Number.parseInt(tag, 10))).toEqual(entries.map((_, n) => n));
  const dates = entries.map(({ when }) => when);
  expect(dates).toEqual([...new Set(dates)].sort((a, b) => a - b));
});

/** Older migrations have no mark: every version that knows marks knows them, too. */
const FIRST_MARKED = 32;
const MARK = /^-- (expands|expands( for \d{4})?: \S.*|contracts: (?!TODO).*\S.*)\n/;

it('each migration says in its first line whether older nodes survive it, and says so only where it is true', () => {
  const marked = entries
    .filter(({ idx }) => idx >= FIRST_MARKED)
    .map(({ tag }) => [tag, readFileSync(path.join(MIGRATIONS_DIR, `${tag}.sql`), 'utf8')] as const);
  expect(marked.filter(([, text]) => !MARK.test(text)).map(([tag]) => tag)).toEqual([]);
  const bare = marked.filter(([, text]) => text.startsWith('-- expands\n'));
  expect(bare.flatMap(([tag, text]) => findContractions(text).map((found) => `${tag}: ${found}`))).toEqual([]);
});

it.each([
  ['alter table "users" drop column "name"', 1],
  ['drop table "users"', 1],
  ['alter table "users" alter column "name" set not null', 1],
  ['alter table "users" alter column "name" drop not null', 1],
  ['alter table "users" alter column "name" drop default', 1],
  ['alter table "users" alter column "name" set data type text', 1],
  ['alter table "users" rename column "name" to "title"', 1],
  ['alter table "users" add column "name" text not null', 1],
  ['alter table "users" add constraint "short" check (length(name) < 9)', 1],
  ['create unique index "names" on "users" using btree ("name")', 1],
  ['update "users" set "name" = null', 1],
  ['create trigger t after delete on users execute function f()', 1],
  ['drop index "names"', 1],
  ['do $$ begin alter table users drop column name; end $$', 1],
  ['alter table "users" add column "a" text not null, add column "b" int default 0', 1],
  ['alter table "users" add column "a" text, drop column "name"', 1],
  ['alter table "users" add column "a" text unique', 1],
  ['alter table "users" enable row level security', 1],
  ['create policy p on users using (true)', 1],
  ['insert into "users" ("name") values (\'drop\')', 1],
  ['with gone as (delete from users returning id) select 1', 1],
  ['create or replace view v as select 1', 1],
  ['create or replace function f() returns int language sql as $$ select 1 $$', 1],
  ["alter type mood add value 'glad'", 1],
  ['create table "pets" ("owner" uuid references "users"("id"))', 1],
  [
    'create table "pets" ("id" int);alter table "pets" add foreign key ("id") references "users"("id") on delete no action',
    1,
  ],
  ['create table "pets" ("a" uuid references "users"("id") on delete cascade, "b" uuid references "users")', 1],
  [
    'create table "pets" ("id" int);alter table "pets" add foreign key ("id") references "users"("id") on delete set null',
    0,
  ],
  ['create table "pets" ("id" int primary key, "parent" int references "pets");insert into "pets" values (1, 1)', 0],
  ['alter table "users" add column "name" numeric(3, 1) default 0 not null', 0],
  ['comment on table "users" is \'drop; update\'', 0],
  ['alter table "users" add column "name" text', 0],
  ['alter table "users" add column "name" text default \'\' not null', 0],
  ['create index "names" on "users" using btree ("name")', 0],
  ['create function f() returns trigger language plpgsql as $$ begin delete from users; return null; end $$', 0],
  ['-- drop table "users"\nalter table "users" add column "name" text', 0],
  ['create table "pets" ("id" int not null);\ncreate unique index "p" on "pets" ("id")', 0],
  [
    'create table "pets" ("id" int not null);--> statement-breakpoint\nalter table "pets" add constraint "p" check (id > 0)',
    0,
  ],
])('finds what an older node does not survive: %s', (text, count) => {
  expect(findContractions(text.toUpperCase())).toHaveLength(count);
  expect(findContractions(text)).toHaveLength(count);
});

describe('on a database that a newer version has migrated', () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });

  /** A database that a version with more migrations has migrated; `database.migrate` is still this version's. */
  async function migrateWith(...migrations: string[]): Promise<Database> {
    const folder = mkdtempSync(path.join(tmpdir(), 'soulsight-newer-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    cpSync(MIGRATIONS_DIR, folder, { recursive: true });
    const added = migrations.map((migration, n) => {
      const tag = `${9000 + n}_newer`;
      writeFileSync(path.join(folder, `${tag}.sql`), migration);
      return {
        idx: entries.length + n,
        version: '7',
        when: (entries.at(-1)?.when ?? 0) + 1 + n,
        tag,
        breakpoints: true,
      };
    });
    writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries: [...entries, ...added] }));
    const database = await testDatabase();
    cleanups.push(() => database.close());
    const { db } = database;
    await applyMigrations(db, (config) => migrate(db as unknown as PgliteDatabase, config), folder);
    await db.execute(sql`select soul from users`);
    return database;
  }

  it('starts if all that is new only expands the schema', async () => {
    const database = await migrateWith('-- expands\nalter table users add column soul text');
    await database.migrate();
  });

  it.each(['', ` for ${String(entries.length - 1).padStart(4, '0')}`])(
    'and if the migration says why nodes%s survive it',
    async (which) => {
      const database = await migrateWith(`-- expands${which}: nobody reads it\nalter table users add column soul text`);
      await database.migrate();
    },
  );

  it('and versions that know no conditions do not take a conditional mark for one without', async () => {
    const database = await migrateWith(
      '-- expands\nalter table users add column soul text',
      `-- expands for ${String(entries.length).padStart(4, '0')}: since then nobody reads it\nalter table users drop column if exists mind`,
    );
    const { db } = database;
    const { rows: applied } = await db.execute(
      sql`select hash from drizzle.__drizzle_migrations order by id desc limit 2`,
    );
    const hashes = applied.map(({ hash }) => hash);
    const { rows: marked } = await db.execute(sql`select hash from drizzle.expanding_migrations`);
    expect(marked.map(({ hash }) => hash).filter((hash) => hashes.includes(hash))).toEqual([hashes[1]]);
  });

  it('but not if it says that only nodes with a migration survive that this version has not', async () => {
    const last = String(entries.length).padStart(4, '0');
    const database = await migrateWith(
      '-- expands\nalter table users add column soul text',
      `-- expands for ${last}: since then nobody reads it\nalter table users drop column if exists mind`,
    );
    await expect(database.migrate()).rejects.toThrow('made by another version of Soulsight');
  });

  it.each([
    '-- contracts: the older version does not fill it\nalter table users add column soul text',
    'alter table users add column soul text;\n-- expands',
    '-- expands:\nalter table users add column soul text',
  ])('refuses in one sentence otherwise: %s', async (migration) => {
    const database = await migrateWith(migration);
    await expect(database.migrate()).rejects.toThrow('made by another version of Soulsight');
  });
});
