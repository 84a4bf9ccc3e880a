import path from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { StartError } from '../config/start-error.ts';
import type { Db } from './types.ts';

/** SQL migrations, added by `npm run db:generate` and never changed afterwards. */
export const MIGRATIONS_DIR = path.resolve(import.meta.dirname, '../../../migrations');

/**
 * Refuses a database that has a migration which this version does not know: a newer version made it, and this one could
 * damage its data.
 * @throws StartError
 */
export async function assertKnownMigrations(db: Db): Promise<void> {
  const known = new Set(readMigrationFiles({ migrationsFolder: MIGRATIONS_DIR }).map((m) => m.hash));
  const { rows: tables } = await db.execute<{ found: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as found`,
  );
  if (!tables[0]?.found) return;
  const { rows } = await db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`);
  if (rows.some((r) => !known.has(r.hash))) {
    throw new StartError(
      'The database was made by another version of Soulsight. Start that version, or use another DATA_DIR or DATABASE_URL.',
    );
  }
}
