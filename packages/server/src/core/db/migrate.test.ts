import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, it } from 'vitest';
import { MIGRATIONS_DIR } from './migrate.ts';

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
