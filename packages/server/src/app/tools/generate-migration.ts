import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findContractions } from '../../core/db/contractions.ts';
import { MIGRATIONS_DIR } from '../../core/db/migrate.ts';

const USAGE = `Usage: npm run db:generate -w @soulsight/server -- NAME [--custom]
  NAME      what the migration does, in lower case with underscores, such as add_nickname
  --custom  writes an empty migration for SQL that a table cannot express: triggers, functions, data changes`;

const serverDir = path.resolve(import.meta.dirname, '../../..');

/** The text of each migration by its file name. */
function readMigrations(): Map<string, string> {
  const names = readdirSync(MIGRATIONS_DIR).filter((name) => name.endsWith('.sql'));
  return new Map(names.map((name) => [name, readFileSync(path.join(MIGRATIONS_DIR, name), 'utf8')]));
}

/** Adds a numbered migration with the difference between the tables and the last migration. Never changes an existing one. */
function generateMigration(name: string, isCustom: boolean): string {
  const before = readMigrations();
  execFileSync('drizzle-kit', ['generate', '--name', name, ...(isCustom ? ['--custom'] : [])], {
    cwd: serverDir,
    stdio: 'inherit',
  });
  const after = readMigrations();
  for (const [file, text] of before) {
    if (after.get(file) !== text) throw new Error(`drizzle-kit changed ${file}. Restore it: migrations never change.`);
  }
  const added = [...after.keys()].find((file) => !before.has(file));
  if (!added) return 'No migration was added: the tables have not changed since the last one.';
  const text = after.get(added) ?? '';
  const mark = isCustom || findContractions(text).length > 0 ? '-- contracts: TODO' : '-- expands';
  writeFileSync(path.join(MIGRATIONS_DIR, added), `${mark}\n${text}`);
  return `Added packages/server/migrations/${added}. Read it before you commit it: its first line says what nodes of the version before survive (docs/operations.md, "Change the schema").`;
}

const { values, positionals } = parseArgs({ options: { custom: { type: 'boolean' } }, allowPositionals: true });
const [name, ...rest] = positionals;
if (name && /^[a-z][a-z0-9_]*$/.test(name) && rest.length === 0) {
  process.stdout.write(`${generateMigration(name, values.custom === true)}\n`);
} else {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 1;
}
