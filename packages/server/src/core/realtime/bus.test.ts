import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testConfig } from '../../testing/test-config.ts';
import { createLogger } from '../ops/logger.ts';
import { type Bus, type Control, type Delivery, memoryBus } from './bus.ts';
import { connectRedis, isCluster, type RedisClient } from './connect-redis.ts';
import { toEnvelope } from './envelope.ts';
import { redisBus } from './redis-bus.ts';

const log = createLogger(testConfig());
const WITHIN = { timeout: 10_000 };

interface Node {
  bus: Bus;
  delivered: Delivery[];
  /** For each delivery, whether the node may have had it before. */
  mayRepeat: boolean[];
  controls: Control[];
  gaps: number;
}

function nodeOn(bus: Bus): Node {
  const node: Node = { bus, delivered: [], mayRepeat: [], controls: [], gaps: 0 };
  bus.listen({
    deliver(delivery, mayRepeat) {
      node.delivered.push(delivery);
      node.mayRepeat.push(mayRepeat);
    },
    control: (c) => node.controls.push(c),
    gap() {
      node.gaps += 1;
    },
  });
  return node;
}

function liked(to: string[], except?: string): Delivery {
  const envelope = toEnvelope('match_liked', {});
  return except === undefined ? { to, envelope } : { to, envelope, except };
}

/** What every implementation guarantees. */
function testBus(make: () => Promise<Bus>): void {
  let node: Node;
  beforeEach(async () => {
    node = nodeOn(await make());
    return () => node.bus.close();
  });

  it('delivers on its own node before publish returns', async () => {
    const published = node.bus.publish([liked([randomUUID()], 'connection')]);
    expect(node.delivered).toHaveLength(1);
    expect(node.delivered[0]?.except).toBe('connection');
    await published;
    expect(node.delivered).toHaveLength(1);
  });

  it('hands the events of an outbox row to its own node once, however often they are published', async () => {
    const deliveries = [liked([randomUUID()]), liked([randomUUID()])].map((delivery) => ({ ...delivery, row: 7 }));
    for (let n = 0; n < 3; n += 1) await node.bus.publish(deliveries);
    expect(node.delivered.map(({ to }) => to)).toEqual(deliveries.map(({ to }) => to));
  });

  it('tells what its own node sends first from what may come again', async () => {
    await node.bus.publish([liked([randomUUID()])]);
    await node.bus.publish([{ ...liked([randomUUID()]), row: 8 }]);
    await node.bus.publish([{ ...liked([randomUUID()]), row: 9 }], true);
    expect(node.mayRepeat).toEqual([false, false, true]);
  });

  it('knows who is online', async () => {
    const [ann, ben] = [randomUUID(), randomUUID()];
    expect(await node.bus.join(ann)).toBe(true);
    expect(await node.bus.join(ann)).toBe(false);
    expect(await node.bus.online([ann, ben])).toEqual(new Set([ann]));
    expect(await node.bus.leave(ann)).toBe(true);
    expect(await node.bus.leave(ann)).toBe(false);
    expect(await node.bus.online([ann, ben])).toEqual(new Set());
  });

  it('passes control messages on', async () => {
    const control: Control = { kind: 'revoke', userId: randomUUID() };
    await node.bus.control(control);
    expect(node.controls).toEqual([control]);
  });
}

describe('in one process', () => testBus(async () => memoryBus()));

/** One server, or a server of a cluster. */
const redisUrl = process.env.TEST_REDIS_URL ?? '';

function onServers<T>(redis: RedisClient, work: (server: Redis) => Promise<T>): Promise<T[]> {
  return Promise.all((isCluster(redis) ? redis.nodes('master') : [redis]).map(work));
}

/** The ids of the connections of a server that have subscriptions. */
async function listSubscribers(server: Redis): Promise<string[]> {
  const list = String(await server.client('LIST', 'TYPE', 'PUBSUB'));
  return [...list.matchAll(/^id=(\d+)/gm)].map(([, id = '']) => id);
}

describe.runIf(redisUrl)('through Redis', () => {
  testBus(() => redisBus(redisUrl, log));

  let one: Node;
  let two: Node;
  beforeEach(async () => {
    one = nodeOn(await redisBus(redisUrl, log));
    two = nodeOn(await redisBus(redisUrl, log));
  });
  afterEach(() => Promise.all([one.bus.close(), two.bus.close()]));

  it('an event reaches the node that has the user’s sockets, once, and no other', async () => {
    const [ann, ben] = [randomUUID(), randomUUID()];
    await two.bus.join(ann);
    await one.bus.publish([liked([ben])]);
    await one.bus.publish([liked([ann, ben])]);
    await vi.waitFor(() => expect(two.delivered.map((d) => d.to)).toEqual([[ann]]), WITHIN);
    expect(one.delivered).toHaveLength(2);
    expect([one.mayRepeat, two.mayRepeat]).toEqual([[false, false], [true]]);
  });

  it('an outbox row that a node has sent to its own users is not sent to them again by another node after an outage', async () => {
    const ann = randomUUID();
    await two.bus.join(ann);
    await two.bus.publish([{ ...liked([ann]), row: 1 }]);
    for (const row of [1, 2]) await one.bus.publish([{ ...liked([ann]), row }]);
    await vi.waitFor(() => expect(two.delivered.at(-1)?.row).toBe(2), WITHIN);
    expect(two.delivered.map(({ row }) => row)).toEqual([1, 2]);
  });

  it('a user with devices on two nodes comes online once and goes offline once', async () => {
    const ann = randomUUID();
    expect(await one.bus.join(ann)).toBe(true);
    expect(await two.bus.join(ann)).toBe(false);
    expect(await one.bus.leave(ann)).toBe(false);
    expect(await one.bus.online([ann])).toEqual(new Set([ann]));
    expect(await two.bus.leave(ann)).toBe(true);
    expect(await one.bus.online([ann])).toEqual(new Set());
  });

  it('a revocation reaches every node', async () => {
    const control: Control = { kind: 'revoke', userId: randomUUID(), sessionId: randomUUID() };
    await one.bus.control(control);
    await vi.waitFor(() => expect(two.controls).toMatchObject([control]), WITHIN);
  });

  it('a node whose connection was cut learns of the gap and receives events again', async () => {
    const ann = randomUUID();
    const admin = await connectRedis(redisUrl, log);
    // Other tests use the same Redis, so only the connections of this node are cut.
    const before = await onServers(admin, listSubscribers);
    const cut = nodeOn(await redisBus(redisUrl, log));
    await cut.bus.join(ann);
    await onServers(admin, async (server) => {
      const others = new Set(before.flat());
      for (const id of await listSubscribers(server)) if (!others.has(id)) await server.client('KILL', 'ID', id);
    });
    await vi.waitFor(() => expect(cut.gaps).toBeGreaterThan(0), WITHIN);
    await vi.waitFor(async () => {
      await one.bus.publish([liked([ann])]);
      expect(cut.delivered.length).toBeGreaterThan(0);
    }, WITHIN);
    await cut.bus.close();
    admin.disconnect();
  });

  it('users are online again soon after Redis was emptied', async () => {
    const ann = randomUUID();
    await two.bus.join(ann);
    const admin = await connectRedis(redisUrl, log);
    await admin.del(`soulsight:presence:${ann}`);
    expect(await one.bus.online([ann])).toEqual(new Set());
    await vi.waitFor(async () => {
      const nodes = await onServers(admin, (server) => server.keys('soulsight:node:*'));
      for (const node of nodes.flat()) await admin.del(node);
      expect(await one.bus.online([ann])).toEqual(new Set([ann]));
    }, WITHIN);
    admin.disconnect();
  });

  it('a node that is closed leaves nobody online', async () => {
    const ann = randomUUID();
    await two.bus.join(ann);
    await two.bus.close();
    expect(await one.bus.online([ann])).toEqual(new Set());
    two = nodeOn(await redisBus(redisUrl, log));
  });
});
