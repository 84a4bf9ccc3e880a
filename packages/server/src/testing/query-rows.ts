import type { SQL } from 'drizzle-orm';
import type { TestApp } from './test-app.ts';

/** What stands in the database, for tests of what must (or must not) be kept. */
export async function queryRows(app: Pick<TestApp, 'database'>, query: SQL): Promise<Record<string, unknown>[]> {
  const { rows } = await app.database.db.execute<Record<string, unknown>>(query);
  return rows;
}
