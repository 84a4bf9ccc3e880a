import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postMatchFind, postMatchReject } from '@soulsight/contract/match';
import { INTENTS, type Place, patchMe, postDeleteMe } from '@soulsight/contract/profile';
import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import type { Database } from '@soulsight/server/core/db/types';
import type { BuiltDater } from '@soulsight/server/features/demo/builders/dater.builder';
import type { TestApp } from '@soulsight/server/testing/test-app';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Service } from '../../bench/soak/services.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Far above what a busy machine needs to replay a commit, or to start PostgreSQL. */
const PATIENCE_MS = 3 * MINUTE_MS;
/** A search waits three seconds for the replica; the rest is for a busy machine. Without that limit it would wait for minutes. */
const SEARCH_MAX_MS = 60_000;
const TIMES = { timeout: 10 * MINUTE_MS };
const SEARCHES_FAIL = 'Searches fail on the replica (SQLSTATE 22012), so they run on the primary.';

const stops: (() => unknown)[] = [];
let primary: Service;
let standby: Service;
let place: Place;
let app: TestApp;
/** The same, for which the replica is too far behind after a second. */
let strict: TestApp;

const psql = (service: Service, statement: string) =>
  execFileSync('psql', ['-qAt', '-d', service.url, '-c', statement], { encoding: 'utf8' }).trim();
/** The server itself first, so that it starts no other. */
const listProcesses = (service: Service) =>
  psql(
    service,
    `select pid from (select 0, (regexp_match(pg_read_file('postmaster.pid'), '^\\d+'))[1]::int union all
      select 1, pid from pg_stat_activity where pid <> pg_backend_pid()) as found (place, pid) order by place`,
  )
    .split('\n')
    .map(Number);
/** Commits reach the standby and stay unread there, so that its searches find what was true before. */
const pause = () => psql(standby, 'select pg_wal_replay_pause()');
const resume = () => psql(standby, 'select pg_wal_replay_resume()');

describe.runIf(process.env.TEST_DATABASE_URL)('searches on a replica (needs TEST_DATABASE_URL)', TIMES, () => {
  beforeAll(async () => {
    // Loaded only here: a run without PostgreSQL does not need the server.
    const { postgresService, standbyService } = await import('../../bench/soak/services.ts');
    const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-replica-'));
    stops.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }));
    primary = await start(await postgresService(dir));
    standby = await start(await standbyService(dir, 'standby', primary));
    process.env.TEST_DATABASE_URL = primary.url;
    [app, strict] = [await openApp(10 * PATIENCE_MS), await openApp(1_000)];
    await waitUntil(() => isUsed(app), PATIENCE_MS);
  }, TIMES.timeout);
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  }, TIMES.timeout);
  beforeEach(async () => {
    const { farPlace } = await import('@soulsight/server/testing/test-users');
    place = farPlace();
  });
  afterEach(() => {
    if (psql(standby, 'select pg_is_in_recovery()') === 't') resume();
  });

  it('a search runs there, with its filters and ranking, and the primary is not searched', async () => {
    const [mia, tom] = [await dater('woman'), await dater('man')];
    await replayed();
    const before = reads(app);
    expect((await find(mia)).ok().person.id).toBe(tom.id);
    expect(reads(app).primary).toBe(before.primary);
    expect(reads(app).replica).toBeGreaterThan(before.replica);
  });

  it.each<[string, (tom: BuiltDater, mia: BuiltDater) => unknown]>([
    ['blocked the seeker', (tom, mia) => block(tom, mia)],
    ['was blocked by the seeker', (tom, mia) => block(mia, tom)],
    ['deleted the account', (tom) => app.call(postDeleteMe, { as: tom, body: { confirm: 'DELETE' } })],
    ['was suspended', suspend],
    ['looks for somebody else now', (tom) => prefer(tom, ['man'])],
    ['was passed by the seeker', pass],
  ])('does not introduce who %s since', async (_, change) => {
    const [mia, tom] = [await dater('woman'), await dater('man')];
    await replayed();
    pause();
    await change(tom, mia);
    const before = reads(app);
    (await find(mia)).refused('nobody_left');
    expect(reads(app).replica).toBeGreaterThan(before.replica);
    // Whom the replica does not know yet.
    const ben = await dater('man');
    expect((await find(mia)).ok().person.id).toBe(ben.id);
  });

  it('follows preferences that the seeker changed just now', async () => {
    const [mia, , ada] = [await dater('woman'), await dater('man'), await dater('woman', ['woman'])];
    await replayed();
    pause();
    await prefer(mia, ['woman']);
    expect((await find(mia)).ok().person.id).toBe(ada.id);
  });

  it('two users who search at the same time on a lagging replica and then block each other never meet', async () => {
    const [mia, tom] = [await dater('woman'), await dater('man')];
    await replayed();
    pause();
    await Promise.all([find(mia), find(tom), block(tom, mia), block(mia, tom)]);
    for (const as of [mia, tom]) (await find(as)).refused('nobody_left');
  });

  it('is not read while it is too far behind, which readiness and metrics say, and is read again afterwards', async () => {
    await waitUntil(() => isUsed(strict), PATIENCE_MS);
    pause();
    const [mia, tom] = [await dater('woman'), await dater('man')];
    await waitUntil(async () => !(await isUsed(strict)), PATIENCE_MS);
    expect((await readiness(strict)).replica?.problem).toBe(
      'The replica is more than 1 s behind the primary, so searches run on the primary.',
    );
    expect(await metrics(strict)).toContain('dependency_up{part="replica"} 0');
    expect(Number((await metrics(strict)).match(/^db_replica_lag_seconds (\S+)$/m)?.[1])).toBeGreaterThan(1);
    const before = reads(strict);
    expect((await strict.call(postMatchFind, { as: mia })).ok().person.id).toBe(tom.id);
    expect(reads(strict).replica).toBe(before.replica);
    resume();
    await waitUntil(() => isUsed(strict), PATIENCE_MS);
    expect(await metrics(strict)).toContain('dependency_up{part="replica"} 1');
  });

  it('is not read once it lost its primary, although it has replayed all that it received', async () => {
    const connection = psql(standby, 'show primary_conninfo');
    const connect = (to: string) => {
      psql(standby, `alter system set primary_conninfo = '${to.replaceAll("'", "''")}'`);
      psql(standby, 'select pg_reload_conf()');
    };
    await waitUntil(() => isUsed(strict), PATIENCE_MS);
    connect('host=127.0.0.1 port=1');
    await waitUntil(() => psql(standby, 'select count(*) from pg_stat_wal_receiver') === '0', PATIENCE_MS);
    await dater('woman');
    await waitUntil(async () => !(await isUsed(strict)), PATIENCE_MS);
    connect(connection);
    await waitUntil(() => isUsed(strict), PATIENCE_MS);
  });

  it('no search waits long for a replica that hangs', async () => {
    const [mia, tom, ada] = [await dater('woman'), await dater('man'), await dater('woman')];
    await replayed();
    // Its connection stays open.
    await app.core.replica?.read((tx) => tx.execute('select 1'));
    const processes = listProcesses(standby);
    const signal = (name: NodeJS.Signals) => {
      for (const pid of processes) process.kill(pid, name);
    };
    signal('SIGSTOP');
    try {
      for (const seeker of [mia, ada]) {
        const startedAt = performance.now();
        expect((await find(seeker)).ok().person.id).toBe(tom.id);
        expect(performance.now() - startedAt).toBeLessThan(SEARCH_MAX_MS);
      }
      // Its lag is within the bound for half an hour.
      await waitUntil(async () => !(await isUsed(app)), SEARCH_MAX_MS);
      expect((await readiness(app)).replica?.problem).toContain('does not answer');
    } finally {
      signal('SIGCONT');
    }
    await waitUntil(() => isUsed(app), PATIENCE_MS);
  });

  it('one on which searches fail says so and is not searched, until one succeeds again', async () => {
    const { replica } = app.core;
    const fail = () => replica?.read((tx) => tx.execute('select 1 / 0'));
    await waitUntil(async () => {
      await fail();
      return (await readiness(app)).replica?.problem === SEARCHES_FAIL;
    }, PATIENCE_MS);
    const [mia, tom] = [await dater('woman'), await dater('man')];
    expect((await find(mia)).ok().person.id).toBe(tom.id);
    await waitUntil(async () => (await replica?.read(async () => 1)) === 1, PATIENCE_MS);
    await waitUntil(() => isUsed(app), PATIENCE_MS);
  });

  it('nobody notices that it is down', async () => {
    const [mia, tom, ada] = [await dater('woman'), await dater('man'), await dater('woman')];
    await replayed();
    await standby.end('SIGKILL');
    // The check of the next second has not seen it yet.
    expect((await find(mia)).ok().person.id).toBe(tom.id);
    await waitUntil(async () => !(await isUsed(app)), PATIENCE_MS);
    const { statusCode, parts } = await readReady(app);
    expect(statusCode).toBe(200);
    expect(parts.replica?.problem).toBe('The replica does not answer, so searches run on the primary.');
    expect((await find(ada)).ok().person.id).toBe(tom.id);
    await standby.start();
    await waitUntil(() => isUsed(app), PATIENCE_MS);
  });

  it('a server that is not a standby of the primary is not read', async () => {
    const { openPostgres } = await import('@soulsight/server/core/db/postgres');
    const { postgresService } = await import('../../bench/soak/services.ts');
    const open = (url: string) => openPostgres(primary.url, { max: 1, replica: { url, maxLagMs: PATIENCE_MS } });
    const itself = await open(primary.url.replace('127.0.0.1', 'localhost'));
    await expect(itself.replica?.ping()).rejects.toThrow('DATABASE_REPLICA_URL is not a standby (any more)');
    expect(await itself.replica?.read(async () => 1)).toBeNull();
    await itself.close();
    const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-stranger-'));
    stops.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }));
    const stranger = await start(await postgresService(dir));
    await expect(open(stranger.url)).rejects.toThrow('not a standby of the server of DATABASE_URL. Set it to');
  });

  it('is not read once it was promoted', async () => {
    const [mia, tom] = [await dater('woman'), await dater('man')];
    await replayed();
    psql(standby, 'select pg_promote()');
    await waitUntil(async () => !(await isUsed(app)), PATIENCE_MS);
    expect((await readiness(app)).replica?.problem).toContain('is not a standby (any more)');
    expect((await find(mia)).ok().person.id).toBe(tom.id);
  });
});

async function start(service: Service): Promise<Service> {
  stops.push(() => service.end('SIGKILL'));
  await service.start();
  return service;
}

/** An application on a database of the primary, which is closed with it. */
async function openApp(maxLagMs: number): Promise<TestApp> {
  const { buildTestApp } = await import('@soulsight/server/testing/test-app');
  const database = await openDatabase(maxLagMs);
  const opened = await buildTestApp({ database, env: { METRICS_PUBLIC: '1' } });
  stops.push(opened.stop);
  return opened;
}

let name: string | undefined;

/** Both applications use one database. */
async function openDatabase(maxLagMs: number): Promise<Database> {
  const [{ openPostgres }, { testDatabase }] = await Promise.all([
    import('@soulsight/server/core/db/postgres'),
    import('@soulsight/server/testing/test-database'),
  ]);
  if (!name) {
    const fresh = await testDatabase();
    stops.push(fresh.close);
    const { rows } = await fresh.db.execute<{ name: string }>('select current_database() as name');
    name = rows[0]?.name as string;
  }
  const on = (service: Service) => Object.assign(new URL(service.url), { pathname: `/${name}` }).href;
  return await openPostgres(on(primary), { max: 10, replica: { url: on(standby), maxLagMs } });
}

async function dater(gender: 'woman' | 'man', wants?: ('woman' | 'man')[]): Promise<BuiltDater> {
  const { buildDater } = await import('@soulsight/server/features/demo/builders/dater.builder');
  return buildDater(app.features, { gender, profile: { place }, ...(wants && { wants }) });
}

const find = (as: BuiltDater) => app.call(postMatchFind, { as });

async function suspend({ id }: BuiltDater): Promise<void> {
  const until = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
  await app.database.db.execute(`update users set banned_until = '${until}' where id = '${id}'`);
}

/** Nobody blocks whom they never met; a blocked address does the same, and so does a moderator. */
async function block(by: BuiltDater, who: BuiltDater): Promise<void> {
  await app.database.db.execute(`insert into blocks values ('${by.id}', '${who.id}', 'sealed', now())`);
}

async function prefer(as: BuiltDater, genders: ('woman' | 'man')[]): Promise<void> {
  const wishes = { age_range: { min: 18, max: 99 }, max_distance_km: 100, intents: [...INTENTS], genders };
  (await app.call(patchMe, { as, body: { wishes } })).ok();
}

/** The seeker's first search finds them. */
async function pass(tom: BuiltDater, mia: BuiltDater): Promise<void> {
  const { givePremium } = await import('@soulsight/server/testing/test-users');
  await givePremium(app, mia);
  const match = (await find(mia)).ok();
  expect(match.person.id).toBe(tom.id);
  (await app.call(postMatchReject, { as: mia, params: { id: match.id }, body: {} })).ok();
}

/** Waits until the standby has everything. */
async function replayed(): Promise<void> {
  const written = psql(primary, 'select pg_current_wal_flush_lsn()');
  await waitUntil(() => psql(standby, `select pg_last_wal_replay_lsn() >= '${written}'`) === 't', PATIENCE_MS);
  await waitUntil(() => isUsed(app), PATIENCE_MS);
}

const reads = ({ core }: TestApp) => core.replica?.measure().reads ?? { replica: 0, primary: 0 };

type Ready = { parts: { replica?: { status: string; problem?: string } } };

async function readReady({ http }: TestApp) {
  const answer = await http.inject('/health/ready');
  return { statusCode: answer.statusCode, ...answer.json<Ready>() };
}

const readiness = async (of: TestApp) => (await readReady(of)).parts;
const isUsed = async (of: TestApp) => (await readiness(of)).replica?.status === 'ok';
const metrics = async ({ http }: TestApp) => (await http.inject('/metrics')).body;
