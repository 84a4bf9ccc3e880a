import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { Bus, Control } from '@soulsight/server/core/realtime/bus';
import type { RedisClient } from '@soulsight/server/core/realtime/connect-redis';
import { afterEach, describe, expect, it } from 'vitest';
import type { Service } from '../../bench/soak/services.ts';
import { startSlowLink } from '../support/slow-link.ts';
import { waitUntil } from '../support/wait-until.ts';

const PATIENCE_MS = 3 * MINUTE_MS;
const TIMES = { timeout: 10 * MINUTE_MS };
/** In all parts of the cluster. */
const USERS = Array.from({ length: 90 }, () => randomUUID());
const MANY_USERS = 20_000;
const MANY_CALLS = 30;
/** Twice the commands for a group of users of each master. */
const IN_FLIGHT_MAX = 3_000;
const PUBLISH_EVERY_MS = 5;
/** How long a fault lasts under load: twice until the cluster itself has noticed it. */
const FAULT_MS = 5_000;
const MOVED_SLOTS = 300;
/** An event that was accepted is either with the other node by then, on a busy machine too, or lost with a server. */
const DELIVERED_MAX_MS = 10_000;
/** There and back: a single move is over before many events are published. */
const MOVES = 4;

type Nodes = Awaited<ReturnType<typeof listenWith>>;
type Servers = [Service, Service, Service, ...Service[]];

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

describe.runIf(process.env.TEST_REDIS_URL)('two nodes and a Redis Cluster (needs TEST_REDIS_URL)', TIMES, () => {
  it('a master that dies and comes back empty: the others keep working, then all do', async () => {
    const system = await startSystem(3);
    const [, second] = system.servers;
    await underLoad(system, async () => {
      await second.end('SIGKILL');
      await waitUntil(async () => !(await isUp(system.one.bus)), PATIENCE_MS);
      // Nobody is refused or let in twice as often because its counter is unavailable.
      await expectLimits(system, { exact: false });
      await setTimeout(FAULT_MS);
      const reached = await system.publishToAll();
      expect(reached).toBeGreaterThan(USERS.length / 3);
      expect(reached).toBeLessThan(USERS.length);
      await second.start();
    });
    await expectLimits(system, { exact: true });
  });

  it.each<[string, NodeJS.Signals, NodeJS.Signals | null, boolean]>([
    ['dies', 'SIGKILL', null, false],
    ['hangs', 'SIGSTOP', 'SIGCONT', false],
    ['dies, where all is encrypted and behind a password', 'SIGKILL', null, true],
  ])('a master that %s: its replica takes over', async (_, signal, wake, isSecured) => {
    const system = await startSystem(3, { replicas: 3, isSecured });
    const [first] = system.servers;
    const pid = getPid(first);
    await underLoad(system, async () => {
      if (wake) process.kill(pid, signal);
      else await first.end(signal);
      await waitUntil(async () => (await system.publishToAll()) === USERS.length, PATIENCE_MS);
      await setTimeout(FAULT_MS);
      if (wake) process.kill(pid, wake);
      else await first.start();
    });
    await expectLimits(system, { exact: true });
  });

  it('slots that move to another master', async () => {
    const system = await startSystem(3);
    const [first, second] = system.servers.map((server) => redisCli(server, 'cluster', 'myid'));
    const { host } = new URL(system.servers[0].url);
    const move = (from: string, to: string) =>
      promisify(execFile)('redis-cli', [
        ...['--cluster', 'reshard', host, '--cluster-from', from, '--cluster-to', to],
        ...['--cluster-slots', String(MOVED_SLOTS), '--cluster-yes'],
      ]);
    await underLoad(system, async () => {
      for (let n = 0; n < MOVES; n += 1) {
        await move(first as string, second as string);
        await move(second as string, first as string);
      }
    });
    // A few users are asked to catch up, not everybody for each slot.
    expect(system.two.gaps.flatMap(({ users }) => users ?? USERS).length).toBeLessThan(USERS.length * 3);
  });

  it('presence of a node with many users is sent in groups, also while a master hangs', async () => {
    const [{ connectRedis }, { createRedisPresence }] = await Promise.all([
      import('@soulsight/server/core/realtime/connect-redis'),
      import('@soulsight/server/core/realtime/redis-presence'),
    ]);
    const servers = await startCluster(3);
    const redis = await connectRedis(servers[0].url, await silentLog());
    stops.push(() => redis.disconnect());
    const countKeys = (from: readonly Service[] = servers) =>
      from.reduce((sum, server) => sum + Number(redisCli(server, 'dbsize')), 0);
    const presence = createRedisPresence(redis, randomUUID());
    const users = () => new Set(Array.from({ length: MANY_USERS }, () => randomUUID()));

    // Each master is connected by then.
    await waitUntil(() => presence.add(new Set(USERS)), PATIENCE_MS);
    const leaving = users();
    const adding = presence.add(leaving);
    leaving.clear();
    expect(await adding).toBe(true);
    expect(countKeys()).toBeLessThan(IN_FLIGHT_MAX);

    for (const server of servers) redisCli(server, 'flushall');
    const staying = users();
    const inFlight = countInFlight(redis);
    expect(await presence.add(staying)).toBe(true);
    expect(inFlight.highest()).toBeLessThan(IN_FLIGHT_MAX);
    expect(countKeys()).toBe(MANY_USERS);
    await presence.remove(staying);
    expect(countKeys()).toBe(0);

    const [first, ...others] = servers;
    const pid = getPid(first);
    process.kill(pid, 'SIGSTOP');
    expect(await presence.add(staying)).toBe(false);
    const there = countKeys(others);
    process.kill(pid, 'SIGCONT');
    expect(there).toBeGreaterThan(MANY_USERS / 2);
    await waitUntil(() => presence.add(staying), PATIENCE_MS);
    expect(countKeys()).toBe(MANY_USERS);
    expect(countKeys(others)).toBe(there);
  });

  it('a session revoked on one node is refused on the other, also after these faults', async () => {
    const system = await startSystem(3, { replicas: 3 });
    await system.servers[0].end('SIGKILL');
    await waitUntil(async () => (await system.publishToAll()) === USERS.length, PATIENCE_MS);
    const userId = randomUUID();
    await waitUntil(async () => {
      await system.one.bus.control({ kind: 'revoke', userId }).catch(() => {});
      return system.two.controls.some((control) => control.kind === 'revoke' && control.userId === userId);
    }, PATIENCE_MS);
  });

  it('an address that names no cluster, and several of one', async () => {
    const { servers } = await startSystem(3);
    const { connectRedis } = await import('@soulsight/server/core/realtime/connect-redis');
    const log = await silentLog();
    // One of them may be down when a node starts.
    const urls = ['redis://127.0.0.1:1', ...servers.map(({ url }) => url)].join(',');
    (await connectRedis(urls, log)).disconnect();
    const single = process.env.TEST_REDIS_URL;
    await expect(connectRedis(`${single},${single}`, log)).rejects.toThrow('they are no Redis Cluster. Name one.');
  });
});

describe.runIf(process.env.TEST_REDIS_URL)('two nodes and a Redis with a replica (needs TEST_REDIS_URL)', TIMES, () => {
  it('that change places: the nodes leave the server that only reads by then, although it keeps their connections', async () => {
    const { redisCliTo, redisService } = await import('../../bench/soak/services.ts');
    const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-redis-replica-'));
    stops.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }));
    const first = await redisService(dir);
    await first.start();
    stops.push(() => first.end('SIGKILL'));
    const second = await redisService(dir, ['--replicaof', '127.0.0.1', new URL(first.url).port]);
    await second.start();
    stops.push(() => second.end('SIGKILL'));
    const cli = ({ url }: Service, ...command: string[]) =>
      execFileSync('redis-cli', [...redisCliTo(url), ...command], { encoding: 'utf8' });
    await waitUntil(() => cli(second, 'info', 'replication').includes('master_link_status:up'), PATIENCE_MS);
    const link = await startSlowLink(Number(new URL(first.url).port));
    stops.push(link.stop);
    const system = await listenWith(`redis://127.0.0.1:${link.port}`);
    await underLoad(system, async () => {
      cli(first, 'failover', 'to', '127.0.0.1', new URL(second.url).port);
      link.redirect(Number(new URL(second.url).port));
      await waitUntil(() => cli(first, 'info', 'replication').includes('role:slave'), PATIENCE_MS);
      await waitUntil(async () => (await system.one.bus.online(USERS)).size === USERS.length, PATIENCE_MS);
      await setTimeout(FAULT_MS);
      await first.end('SIGKILL');
    });
    await expectLimits(system, { exact: true });
  });
});

describe.runIf(process.env.TEST_REDIS_URL)('a Redis that hangs (needs TEST_REDIS_URL)', TIMES, () => {
  it('leaves every node ready, and calls do not wait for it one after the other', async () => {
    const [{ buildTestApp }, { redisService }] = await Promise.all([
      import('@soulsight/server/testing/test-app'),
      import('../../bench/soak/services.ts'),
    ]);
    const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-redis-still-'));
    stops.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }));
    const redis = await redisService(dir);
    await redis.start();
    stops.push(() => redis.end('SIGKILL'));
    const link = await startSlowLink(Number(new URL(redis.url).port));
    stops.push(link.stop);
    const app = await buildTestApp({ env: { REDIS_URL: `redis://127.0.0.1:${link.port}` }, rateLimits: true });
    stops.push(app.stop);
    const ready = async () => (await app.http.inject('/health/ready')).json();
    await waitUntil(async () => (await ready()).parts.bus.status === 'ok', PATIENCE_MS);

    link.stall();
    await waitUntil(async () => (await ready()).parts.bus.status === 'down', PATIENCE_MS);
    // Each call would wait for two seconds or more, three times in each turn.
    const startedAt = performance.now();
    for (let n = 0; n < MANY_CALLS; n += 1) {
      expect((await ready()).status).toBe('ok');
      // The limits of all endpoints and of sign-in.
      const { statusCode } = await app.http.inject({
        method: 'POST',
        url: '/auth/v1/recover',
        payload: { email: `${n}@test.example` },
      });
      expect(statusCode).toBe(200);
      expect(await app.core.bus.join(randomUUID())).toBe(true);
    }
    expect(performance.now() - startedAt).toBeLessThan(MANY_CALLS * 2_000);

    link.heal();
    await waitUntil(async () => (await ready()).parts.bus.status === 'ok', PATIENCE_MS);
    const isCounted = async () => {
      const { headers } = await app.http.inject('/api/openapi.json');
      return Number(headers['x-ratelimit-remaining']) < Number(headers['x-ratelimit-limit']);
    };
    await waitUntil(isCounted, PATIENCE_MS);
  });
});

describe.runIf(process.env.TEST_REDIS_URL)(
  'a way to Redis that forgets its connections (needs TEST_REDIS_URL)',
  TIMES,
  () => {
    it('silently for both sides: the nodes, also those that only listen, make new ones', async () => {
      const link = await startSlowLink(Number(new URL(process.env.TEST_REDIS_URL ?? '').port));
      stops.push(link.stop);
      await underLoad(await listenWith(`redis://127.0.0.1:${link.port}`), async () => link.blackhole());
    });
  },
);

/**
 * Events for all users from one node to the other during a fault. Each is delivered, or refused so that the outbox sends it again,
 * or the user is told afterwards to catch up. Then everybody gets events and is online again.
 */
async function underLoad(system: Nodes, causeFault: () => Promise<void>): Promise<void> {
  const { one, two } = system;
  const accepted: { id: string; user: string; at: number }[] = [];
  let isOver = false;
  const load = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const user = USERS[n % USERS.length] as string;
      const at = performance.now();
      // Not awaited: others do not wait for the one whose server is down.
      void publish(one.bus, user).then((id) => id && accepted.push({ id, user, at }));
      await setTimeout(PUBLISH_EVERY_MS);
    }
  })();
  await waitUntil(() => accepted.length > USERS.length, PATIENCE_MS);
  await causeFault();
  const backMs = await waitUntil(async () => (await system.publishToAll()) === USERS.length, PATIENCE_MS);
  isOver = true;
  await load;
  await waitUntil(async () => (await one.bus.online(USERS)).size === USERS.length, PATIENCE_MS);
  await waitUntil(() => isUp(one.bus), PATIENCE_MS);
  const isKnown = (event: (typeof accepted)[number]) => two.delivered.has(event.id) || isTold(two, event);
  await waitUntil(() => accepted.every(isKnown), PATIENCE_MS);
  const undelivered = accepted.filter(({ id }) => !two.delivered.has(id)).length;
  console.log(
    `${expect.getState().currentTestName?.split(' > ').at(-1)}: everybody reached ${backMs} ms after the fault; ` +
      `${accepted.length} events published, ${undelivered} of them only caught up on, ${two.gaps.length} times told to`,
  );
}

async function startCluster(masters: number, { replicas = 0, isSecured = false } = {}): Promise<Servers> {
  // Loaded only here: a run without Redis does not need the server.
  const { makeRedisSecrets, redisCliTo, redisCluster } = await import('../../bench/soak/services.ts');
  const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-redis-cluster-'));
  stops.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }));
  const secrets = isSecured ? makeRedisSecrets(dir) : undefined;
  // As NODE_EXTRA_CA_CERTS does for a server.
  if (secrets) setDefaultCACertificates([...getCACertificates(), readFileSync(secrets.authority, 'utf8')]);
  toCliArguments = ({ url }) => redisCliTo(url, secrets);
  const servers = (await redisCluster(dir, masters, { replicas, secrets })) as Servers;
  for (const server of servers) stops.push(() => server.end('SIGKILL'));
  return servers;
}

async function startSystem(masters: number, shape: { replicas?: number; isSecured?: boolean } = {}) {
  const servers = await startCluster(masters, shape);
  return { servers, ...(await listenWith(servers[2].url)) };
}

/** Two nodes, of which the second has all users. */
async function listenWith(url: string) {
  const { redisBus } = await import('@soulsight/server/core/realtime/redis-bus');
  const log = await silentLog();
  const [one, two] = [listenOn(await redisBus(url, log)), listenOn(await redisBus(url, log))];
  for (const { bus } of [one, two]) stops.push(bus.close);
  for (const user of USERS) expect(await two.bus.join(user)).toBe(true);
  expect((await one.bus.online(USERS)).size).toBe(USERS.length);
  return {
    ...{ one, two, url },
    /** How many users an event from the other node reaches. */
    async publishToAll(): Promise<number> {
      const at = performance.now();
      const published = await Promise.all(USERS.map(async (user) => ({ user, at, id: await publish(one.bus, user) })));
      const accepted = published.filter(({ id }) => id !== null);
      const isDelivered = ({ id }: { id: string | null }) => two.delivered.has(id ?? '');
      await waitUntil(
        () => accepted.every((event) => isDelivered(event) || isTold(two, event)),
        DELIVERED_MAX_MS,
      ).catch(() => {});
      return accepted.filter(isDelivered).length;
    },
  };
}

/** Whether a node was told that it may have missed an event for a user. */
const isTold = ({ gaps }: ReturnType<typeof listenOn>, { user, at }: { user: string; at: number }) =>
  gaps.some((gap) => gap.at >= at && (!gap.users || gap.users.includes(user)));

function listenOn(bus: Bus) {
  const node = {
    bus,
    delivered: new Set<string>(),
    controls: [] as Control[],
    gaps: [] as { at: number; users: readonly string[] | undefined }[],
  };
  bus.listen({
    deliver: ({ envelope }) => node.delivered.add(envelope.id),
    control: (control) => node.controls.push(control),
    gap: (users) => node.gaps.push({ at: performance.now(), users }),
  });
  return node;
}

/** The id of the event; null if the bus refused it. */
async function publish(bus: Bus, user: string): Promise<string | null> {
  const { toEnvelope } = await import('@soulsight/server/core/realtime/envelope');
  const envelope = toEnvelope('match_liked', {});
  return bus.publish([{ to: [user], envelope }]).then(
    () => envelope.id,
    () => null,
  );
}

/** A limit counts what both nodes do, in every part of the cluster. What Redis does not answer in time each node counts for itself. */
async function expectLimits(system: Nodes, { exact }: { exact: boolean }): Promise<void> {
  if (exact) await waitUntil(async () => (await countRefused(system)) === USERS.length, PATIENCE_MS);
  else expect(await countRefused(system)).toBeGreaterThan(0);
}

/** As many actors as there are users, each at once on both nodes with a limit of one. */
async function countRefused({ url }: Nodes): Promise<number> {
  const [{ createRedisLimits }, { connectRedis }, { systemClock }] = await Promise.all([
    import('@soulsight/server/features/auth/abuse/limits'),
    import('@soulsight/server/core/realtime/connect-redis'),
    import('@soulsight/server/core/clock'),
  ]);
  const log = await silentLog();
  const clients = [await connectRedis(url, log), await connectRedis(url, log)];
  const [one, two] = clients.map((client) => createRedisLimits(client, systemClock));
  const once = { max: 1, windowS: 600 };
  const keys = USERS.map(() => randomUUID());
  const refused = await Promise.all(
    keys.map(async (key) => {
      await one?.consume(key, once);
      return two?.consume(key, once).then(
        () => 0,
        () => 1,
      );
    }),
  );
  for (const client of clients) client.disconnect();
  return refused.reduce<number>((sum, n) => sum + (n ?? 0), 0);
}

/** Counts the commands that wait for their answer. */
function countInFlight(redis: RedisClient) {
  const call = redis.call.bind(redis) as (...command: string[]) => Promise<unknown>;
  let [now, highest] = [0, 0];
  const counting = (...command: string[]) => {
    now += 1;
    highest = Math.max(highest, now);
    return call(...command).finally(() => {
      now -= 1;
    });
  };
  redis.call = counting as typeof redis.call;
  return { highest: () => highest };
}

const isUp = (bus: Bus) =>
  bus.ping().then(
    () => true,
    () => false,
  );
/** The arguments with which `redis-cli` asks a server of the cluster that was started last. */
let toCliArguments: (server: Service) => string[] = () => [];
const redisCli = (server: Service, ...command: string[]) =>
  execFileSync('redis-cli', [...toCliArguments(server), ...command], { encoding: 'utf8' }).trim();
const getPid = (server: Service) => Number(redisCli(server, 'info', 'server').match(/process_id:(\d+)/)?.[1]);

async function silentLog() {
  const [{ createLogger }, { testConfig }] = await Promise.all([
    import('@soulsight/server/core/ops/logger'),
    import('@soulsight/server/testing/test-config'),
  ]);
  return createLogger(testConfig());
}
