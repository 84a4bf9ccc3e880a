import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPostgres } from './postgres.ts';

const url = process.env.TEST_DATABASE_URL ?? '';

describe.runIf(url)('a PostgreSQL that restarts', () => {
  let database: Awaited<ReturnType<typeof openPostgres>>;
  let admin: Awaited<ReturnType<typeof openPostgres>>;
  beforeAll(async () => {
    [database, admin] = [await openPostgres(url, { max: 2 }), await openPostgres(url, { max: 1 })];
  });
  afterAll(() => Promise.all([database.close(), admin.close()]));

  async function findBackend(pid: number) {
    return (await admin.db.execute(sql`select pid from pg_stat_activity where pid = ${pid}::int`)).rows;
  }

  it('fails the transactions under way, and the pool reconnects', async () => {
    const cut = database.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const pid = rows[0]?.pid ?? 0;
      await admin.db.execute(sql`select pg_terminate_backend(${pid}::int)`);
      // The connection breaks while no statement is under way.
      await vi.waitFor(async () => expect(await findBackend(pid)).toEqual([]), { timeout: 20_000 });
      await tx.execute(sql`select 1`);
    });
    await expect(cut).rejects.toThrow();
    await database.ping();
  });
});
