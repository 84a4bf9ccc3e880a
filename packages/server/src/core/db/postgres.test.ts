import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MIGRATIONS_DIR } from './migrate.ts';
import { assertVersion, openPostgres } from './postgres.ts';
import type { Database } from './types.ts';

const url = process.env.TEST_DATABASE_URL ?? '';

it('a version that is too old is one sentence', () => {
  for (const version of ['15.4 (Debian 15.4-1)', '16.0', '18beta1']) assertVersion(version);
  for (const version of ['14.9', '9.6.24'])
    expect(() => assertVersion(version)).toThrow(`PostgreSQL ${version} is too old: Soulsight needs 15 or newer.`);
});

describe('a server without pgvector', () => {
  /** PGlite speaks PostgreSQL's protocol, and has no extension that it was not given. */
  it('is one sentence', async () => {
    const socket = new PGLiteSocketServer({ db: await PGlite.create(), port: 0, host: '127.0.0.1' });
    await socket.start();
    const database = await openPostgres(`postgres://postgres@${socket.getServerConn()}/postgres`, { max: 1 });
    await expect(database.migrate()).rejects.toThrow('The PostgreSQL server has no pgvector.');
    await database.close();
    await socket.stop();
  });
});

describe.runIf(url)('two nodes that start at once', () => {
  it('migrate an empty database one after the other', async () => {
    const name = `soulsight_migrate_${randomUUID().replaceAll('-', '')}`;
    const admin = await openPostgres(url, { max: 1 });
    await admin.db.execute(sql.raw(`create database ${name}`));
    const own = Object.assign(new URL(url), { pathname: `/${name}` }).href;
    const nodes = await Promise.all([1, 2, 3].map(() => openPostgres(own, { max: 2 })));
    await Promise.all(nodes.map((node) => node.migrate()));
    const { rows } = await (nodes[0] as Database).db.execute<{ n: number }>(
      sql`select count(*)::int as n from drizzle.__drizzle_migrations`,
    );
    expect(rows[0]?.n).toBe(readdirSync(MIGRATIONS_DIR).filter((file) => file.endsWith('.sql')).length);
    await Promise.all(nodes.map((node) => node.close()));
    await admin.db.execute(sql.raw(`drop database ${name}`));
    await admin.close();
  });
});

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
