import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { MINUTE_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toAppError } from '../http/errors.ts';
import { MIGRATIONS_DIR } from './migrate.ts';
import type { PoolOptions } from './pool.ts';
import { assertVersion, openPostgres } from './postgres.ts';
import type { Database } from './types.ts';

const url = process.env.TEST_DATABASE_URL ?? '';

it('a version that is too old is one sentence', () => {
  for (const version of ['15.4 (Debian 15.4-1)', '16.0', '18beta1']) assertVersion(version);
  for (const version of ['14.9', '9.6.24'])
    expect(() => assertVersion(version)).toThrow(`PostgreSQL ${version} is too old: Soulsight needs 15 or newer.`);
});

describe('a server that cannot serve is one sentence', () => {
  /** PGlite speaks PostgreSQL's protocol, and has no extension that it was not given. */
  it.each([
    ['without pgvector', '', 'The PostgreSQL server has no pgvector.'],
    [
      'a standby',
      `create function public.pg_is_in_recovery() returns boolean language sql as 'select true';
       set search_path = public, pg_catalog`,
      'This PostgreSQL is a standby, which only reads.',
    ],
  ])('%s', async (_, setup, sentence) => {
    const db = await PGlite.create();
    await db.exec(setup);
    const socket = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1', maxConnections: 2 });
    await socket.start();
    const database = await openPostgres(`postgres://postgres@${socket.getServerConn()}/postgres`, { max: 1 });
    await expect(database.migrate()).rejects.toThrow(sentence);
    await database.close();
    await socket.stop();
  });
});

describe.runIf(url)('a pool', () => {
  /** Holds the only connection until `release`. */
  async function openHeld(options: Partial<PoolOptions>) {
    const database = await openPostgres(url, { max: 1, ...options });
    const held = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const holder = database.db.transaction(async () => {
      began.resolve();
      await held.promise;
    });
    await began.promise;
    return {
      ...database,
      async release() {
        held.resolve();
        await holder;
      },
    };
  }
  const selectOne = async ({ db }: Database) => await db.execute(sql`select 1`);
  const failure = async (work: Promise<unknown>) => toAppError(await work.catch((error: unknown) => error)).code;

  it('keeps its connections while they are not used, because new ones are slow, and closes them after ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const database = await openPostgres(url, { max: 3 });
    try {
      const openConnections = async () => {
        const count = database.pool?.().total;
        return { count, ...(await database.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0] };
      };
      await Promise.all([1, 2, 3].map(() => database.db.execute(sql`select pg_sleep(.05)`)));
      const before = await openConnections();
      vi.advanceTimersByTime(5 * MINUTE_MS);
      expect(await openConnections()).toEqual({ count: 3, pid: before.pid });
      vi.advanceTimersByTime(10 * MINUTE_MS);
      expect(database.pool?.().total).toBe(0);
    } finally {
      vi.useRealTimers();
      await database.close();
    }
  });

  it('makes a call wait only so long for a connection, and then it is unavailable', async () => {
    // Longer than a busy machine takes for a new connection, to which it applies as well.
    const database = await openHeld({ waitMs: 2_000 });
    expect(await failure(selectOne(database))).toBe('unavailable');
    expect(await failure(database.db.transaction(async () => {}))).toBe('unavailable');
    // A busy node is not one that lost its database.
    await database.ping();
    await database.release();
    await selectOne(database);
    await database.close();
  });

  it('lets only so many calls wait, and refuses the next one at once', async () => {
    const database = await openHeld({ waitMs: 600_000, waitingMax: 1 });
    const waiting = selectOne(database);
    await vi.waitFor(() => expect(database.pool?.().waiting).toBe(1), 30_000);
    expect(await failure(selectOne(database))).toBe('unavailable');
    expect(await failure(database.db.transaction(async () => {}))).toBe('unavailable');
    await database.release();
    await waiting;
    await database.close();
  });

  it('cancels a statement that takes too long, and the call is unavailable', async () => {
    const database = await openPostgres(url, { max: 1, statementTimeoutMs: 2_000 });
    expect(await failure(database.db.execute(sql`select pg_sleep(600)`))).toBe('unavailable');
    await selectOne(database);
    await database.close();
  });

  it('gets a connection back on which a transaction could not begin', async () => {
    const database = await openPostgres(url, { max: 1, waitMs: 10_000 });
    const work = database.db.transaction(async () => {}, { isolationLevel: 'of no kind' as never });
    await expect(work).rejects.toThrow();
    await database.db.transaction(async (tx) => void (await tx.execute(sql`select 1`)));
    await database.close();
  });
});

/** A database of its own, and its address. */
async function createEmptyDatabase() {
  const name = `soulsight_migrate_${randomUUID().replaceAll('-', '')}`;
  const admin = await openPostgres(url, { max: 1 });
  await admin.db.execute(sql.raw(`create database ${name}`));
  return {
    /** What an operator sets for the database user behind PgBouncer. Pools that say otherwise have their own limit. */
    async limitStatements(limit: string) {
      await admin.db.execute(sql.raw(`alter database ${name} set statement_timeout = '${limit}'`));
    },
    own: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    async drop() {
      await admin.db.execute(sql.raw(`drop database ${name}`));
      await admin.close();
    },
  };
}

describe.runIf(url)('two nodes that start at once', () => {
  it('migrate an empty database one after the other', async () => {
    const { own, drop } = await createEmptyDatabase();
    const nodes = await Promise.all([1, 2, 3].map(() => openPostgres(own, { max: 2 })));
    await Promise.all(nodes.map((node) => node.migrate()));
    const { rows } = await (nodes[0] as Database).db.execute<{ n: number }>(
      sql`select count(*)::int as n from drizzle.__drizzle_migrations`,
    );
    expect(rows[0]?.n).toBe(readdirSync(MIGRATIONS_DIR).filter((file) => file.endsWith('.sql')).length);
    await Promise.all(nodes.map((node) => node.close()));
    await drop();
  });

  it('do not stop those that run: a migration that waits for a lock lets the others pass, and tries again, however short statements must be', async () => {
    const { own, drop, limitStatements } = await createEmptyDatabase();
    await limitStatements('500ms');
    const [old, fresh, next] = await Promise.all([3, 3, 1].map((max) => openPostgres(own, { max })));
    if (!old || !fresh || !next) throw new Error('a node is missing');
    await old.migrate();
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The migration wants to read this table; it stands for any that it changes.
    const work = old.db.transaction(async (tx) => {
      await tx.execute(sql`lock table drizzle.__drizzle_migrations in access exclusive mode`);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const steps: string[] = [];
    const migrated = fresh.migrate((does) => steps.push(does));
    const countWaiting = async () => {
      const { rows } = await old.db.execute<{ n: number }>(
        sql`select count(*)::int as n from pg_locks where relation = 'drizzle.__drizzle_migrations'::regclass and not granted`,
      );
      return rows[0]?.n;
    };
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1), 30_000);
    // It waits for the other one until the end, longer than a statement may take.
    const migratedNext = next.migrate();
    await vi.waitFor(async () => expect(await countWaiting()).toBe(0), 30_000);
    release.resolve();
    await Promise.all([work, migrated, migratedNext]);
    expect(steps.slice(0, 3).map((does) => does.split(' ').slice(0, 3).join(' '))).toEqual([
      'waits for another',
      'migrates the database',
      'waits until another',
    ]);
    await Promise.all([old.close(), fresh.close(), next.close()]);
    await drop();
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
