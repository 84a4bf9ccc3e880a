import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MIGRATIONS_DIR } from '../../core/db/migrate.ts';

const BREAK = '\n--> statement-breakpoint\n';

/**
 * Writes the initial migration anew from the tables, and from the SQL files beside them what a table cannot say. Until the first release there is only this one; from then on a
 * change of tables is a migration of its own, and this script stops removing the folder.
 */
const serverDir = path.resolve(import.meta.dirname, '../../..');
rmSync(MIGRATIONS_DIR, { recursive: true, force: true });
execFileSync('drizzle-kit', ['generate', '--name', 'initial'], { cwd: serverDir, stdio: 'inherit' });

const name = readdirSync(MIGRATIONS_DIR).find((f) => f.endsWith('.sql'));
if (!name) throw new Error('drizzle-kit wrote no migration');
const file = path.join(MIGRATIONS_DIR, name);
const beside = globSync('src/**/*.sql', { cwd: serverDir })
  .sort()
  .map((sqlFile) => readFileSync(path.join(serverDir, sqlFile), 'utf8').trim());
const parts = ['CREATE EXTENSION IF NOT EXISTS vector;', readFileSync(file, 'utf8').trim(), ...beside];
writeFileSync(file, `${parts.join(BREAK)}\n`);
