import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from './postgres.ts';

const url = process.env.TEST_DATABASE_URL ?? '';

describe.runIf(url)('a PostgreSQL that restarts', () => {
  let database: Awaited<ReturnType<typeof openPostgres>>;
  let admin: Awaited<ReturnType<typeof openPostgres>>;
  beforeAll(async () => {
    [database, admin] = [await openPostgres(url, { max: 2 }), await openPostgres(url, { max: 1 })];
  });
  afterAll(() => Promise.all([database.close(), admin.close()]));

  it('ends the transactions under way, and the process lives on', async () => {
    const cut = database.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await admin.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid}::int)`);
      // The connection breaks while nothing is asked of it.
      await new Promise((resolve) => setTimeout(resolve, 200));
      await tx.execute(sql`select 1`);
    });
    await expect(cut).rejects.toThrow();
    await database.ping();
  });
});
