import type { SQL } from 'drizzle-orm';
import type { TestApp } from './test-app.ts';

/** Reads rows directly, for tests of what is stored. */
export async function queryRows(app: Pick<TestApp, 'database'>, query: SQL): Promise<Record<string, unknown>[]> {
  const { rows } = await app.database.db.execute<Record<string, unknown>>(query);
  return rows;
}
