import path from 'node:path';
import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { StartError } from '../config/start-error.ts';
import type { Db } from './types.ts';

/** SQL migrations, added by `npm run db:generate` and never changed afterwards. */
export const MIGRATIONS_DIR = path.resolve(import.meta.dirname, '../../../migrations');

/** The first line of a migration that nodes of the version before survive; with a reason where the SQL alone does not show it. */
const EXPANDS = /^-- expands(: \S.*)?$/;

function isExpanding(migration: Pick<MigrationMeta, 'sql'>): boolean {
  return EXPANDS.test(migration.sql[0]?.split('\n', 1)[0] ?? '');
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
  await markExpanding(db, migrations.filter(isExpanding));
  await migrate({ migrationsFolder: folder });
}

async function exists(db: Db, table: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select to_regclass(${table}) is not null as found`);
  return rows[0]?.found === true;
}

async function markExpanding(db: Db, migrations: readonly MigrationMeta[]): Promise<void> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(sql`create table if not exists drizzle.expanding_migrations (hash text primary key)`);
  for (const { hash } of migrations)
    await db.execute(sql`insert into drizzle.expanding_migrations (hash) values (${hash}) on conflict do nothing`);
}

/**
 * A newer version may have migrated the database. Where its migrations only added things, this one works as before, so that a node
 * can be restarted during an update, and an update can be taken back. Otherwise it could damage data.
 * @throws StartError
 */
async function assertUsable(db: Db, migrations: readonly MigrationMeta[]): Promise<void> {
  if (!(await exists(db, 'drizzle.__drizzle_migrations'))) return;
  const { rows: applied } = await db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`);
  const { rows: expanding } = (await exists(db, 'drizzle.expanding_migrations'))
    ? await db.execute<{ hash: string }>(sql`select hash from drizzle.expanding_migrations`)
    : { rows: [] };
  const usable = new Set([...migrations, ...expanding].map(({ hash }) => hash));
  if (applied.every(({ hash }) => usable.has(hash))) return;
  throw new StartError(
    'The database was made by another version of Soulsight that this one cannot stand in for. Start that version, restore a backup from before its update, or use another DATA_DIR or DATABASE_URL.',
  );
}
