import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testConfig } from '../../testing/test-config.ts';
import { createLogger } from '../ops/logger.ts';
import { type Bus, type Control, type Delivery, memoryBus } from './bus.ts';
import { toEnvelope } from './envelope.ts';
import { redisBus } from './redis-bus.ts';

const log = createLogger(testConfig());
const WITHIN = { timeout: 10_000 };

interface Node {
  bus: Bus;
  came: Delivery[];
  controls: Control[];
  gaps: number;
}

function nodeOn(bus: Bus): Node {
  const node: Node = { bus, came: [], controls: [], gaps: 0 };
  bus.listen({
    deliver: (d) => node.came.push(d),
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

/** What every bus promises, whatever it is made of. */
function promises(make: () => Promise<Bus>): void {
  let node: Node;
  beforeEach(async () => {
    node = nodeOn(await make());
    return () => node.bus.close();
  });

  it('delivers on its own node before publish returns', async () => {
    const published = node.bus.publish([liked([randomUUID()], 'connection')]);
    expect(node.came).toHaveLength(1);
    expect(node.came[0]?.except).toBe('connection');
    await published;
    expect(node.came).toHaveLength(1);
  });

  it('knows who is there', async () => {
    const [ann, ben] = [randomUUID(), randomUUID()];
    expect(await node.bus.join(ann)).toBe(true);
    expect(await node.bus.join(ann)).toBe(false);
    expect(await node.bus.online([ann, ben])).toEqual(new Set([ann]));
    expect(await node.bus.leave(ann)).toBe(true);
    expect(await node.bus.leave(ann)).toBe(false);
    expect(await node.bus.online([ann, ben])).toEqual(new Set());
  });

  it('passes on what every node must do', async () => {
    const control: Control = { kind: 'revoke', userId: randomUUID() };
    await node.bus.control(control);
    expect(node.controls).toEqual([control]);
  });
}

describe('in one process', () => promises(async () => memoryBus()));

const redisUrl = process.env.TEST_REDIS_URL ?? '';

describe.runIf(redisUrl)('through Redis', () => {
  promises(() => redisBus(redisUrl, log));

  let one: Node;
  let two: Node;
  beforeEach(async () => {
    one = nodeOn(await redisBus(redisUrl, log));
    two = nodeOn(await redisBus(redisUrl, log));
  });
  afterEach(() => Promise.all([one.bus.close(), two.bus.close()]));

  it('an event reaches the node that holds the person, once, and no other', async () => {
    const [ann, ben] = [randomUUID(), randomUUID()];
    await two.bus.join(ann);
    await one.bus.publish([liked([ben])]);
    await one.bus.publish([liked([ann, ben])]);
    await vi.waitFor(() => expect(two.came.map((d) => d.to)).toEqual([[ann]]), WITHIN);
    expect(one.came).toHaveLength(2);
  });

  it('a person with devices on two nodes appears once and is gone once', async () => {
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

  it('a node whose connection was cut hears of the gap and gets events again', async () => {
    const ann = randomUUID();
    await two.bus.join(ann);
    const admin = new Redis(redisUrl);
    await admin.call('client', 'kill', 'type', 'pubsub');
    await vi.waitFor(() => expect(two.gaps).toBe(1), WITHIN);
    await vi.waitFor(async () => {
      await one.bus.publish([liked([ann])]);
      expect(two.came.length).toBeGreaterThan(0);
    }, WITHIN);
    admin.disconnect();
  });

  it('a node that is gone does not keep its people there', async () => {
    const ann = randomUUID();
    await two.bus.join(ann);
    await two.bus.close();
    expect(await one.bus.online([ann])).toEqual(new Set());
    two = nodeOn(await redisBus(redisUrl, log));
  });
});
