import path from 'node:path';
import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { StartError } from '../config/start-error.ts';
import type { Db } from './types.ts';

/** SQL migrations, added by `npm run db:generate` and never changed afterwards. */
export const MIGRATIONS_DIR = path.resolve(import.meta.dirname, '../../../migrations');

/**
 * The first line of a migration that all older nodes survive, with a reason where the SQL alone does not show it; or only those that
 * have a certain migration, because what came with it no longer uses what this one takes: `-- expands for 0034: REASON`.
 */
const EXPANDS = /^-- expands(?: for (?<needs>\d{4})(?=: \S))?(?:: \S.*)?$/;

/** A migration that older nodes survive: all of them, or those that have the migration `needs`. */
type Expansion = { hash: string; needs: string | null };

/** @throws Error for a mark that names no earlier migration */
function listExpansions(migrations: readonly MigrationMeta[]): Expansion[] {
  return migrations.flatMap(({ hash, sql: [text = ''] }, n): Expansion[] => {
    const mark = EXPANDS.exec(text.split('\n', 1)[0] ?? '');
    if (!mark) return [];
    const number = mark.groups?.needs;
    if (number === undefined) return [{ hash, needs: null }];
    const needed = Number(number) < n ? migrations[Number(number)] : undefined;
    if (!needed) throw new Error(`Migration ${n} expands for ${number}, which is not before it.`);
    return [{ hash, needs: needed.hash }];
  });
}

/**
 * Applies the migrations that the database does not have.
 * @param migrate the driver's migrator
 * @throws StartError for a database that this version must not use
 */
export async function applyMigrations(
  db: Db,
  migrate: (config: { migrationsFolder: string }) => Promise<void>,
  folder = MIGRATIONS_DIR,
): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  await assertUsable(db, migrations);
  // Before they are applied: a mark without its migration says nothing, and a migration without its mark stops older nodes.
  await markExpanding(db, listExpansions(migrations));
  await migrate({ migrationsFolder: folder });
}

async function exists(db: Db, table: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select to_regclass(${table}) is not null as found`);
  return rows[0]?.found === true;
}

/** Conditional marks have a table of their own: some versions read the other one and do not know of conditions. */
async function markExpanding(db: Db, expansions: readonly Expansion[]): Promise<void> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(sql`create table if not exists drizzle.expanding_migrations (hash text primary key)`);
  await db.execute(
    sql`create table if not exists drizzle.conditional_migrations (hash text primary key, needs text not null)`,
  );
  for (const { hash, needs } of expansions)
    await db.execute(
      needs === null
        ? sql`insert into drizzle.expanding_migrations (hash) values (${hash}) on conflict do nothing`
        : sql`insert into drizzle.conditional_migrations (hash, needs) values (${hash}, ${needs}) on conflict do nothing`,
    );
}

async function listMarked(db: Db): Promise<Expansion[]> {
  const { rows: marked } = (await exists(db, 'drizzle.expanding_migrations'))
    ? await db.execute<Expansion>(sql`select hash, null as needs from drizzle.expanding_migrations`)
    : { rows: [] };
  const { rows: conditional } = (await exists(db, 'drizzle.conditional_migrations'))
    ? await db.execute<Expansion>(sql`select hash, needs from drizzle.conditional_migrations`)
    : { rows: [] };
  return [...marked, ...conditional];
}

/**
 * A newer version may have migrated the database. Where this one survives all of its migrations, a node can be restarted during an
 * update, and an update can be taken back. Otherwise it could damage data.
 * @throws StartError
 */
async function assertUsable(db: Db, migrations: readonly MigrationMeta[]): Promise<void> {
  if (!(await exists(db, 'drizzle.__drizzle_migrations'))) return;
  const { rows: applied } = await db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`);
  const marked = await listMarked(db);
  const known = new Set(migrations.map(({ hash }) => hash));
  const survived = new Set(marked.filter(({ needs }) => needs === null || known.has(needs)).map(({ hash }) => hash));
  if (applied.every(({ hash }) => known.has(hash) || survived.has(hash))) return;
  throw new StartError(
    'The database was made by another version of Soulsight that this one cannot stand in for. Start that version, restore a backup from before its update, or use another DATA_DIR or DATABASE_URL.',
  );
}
