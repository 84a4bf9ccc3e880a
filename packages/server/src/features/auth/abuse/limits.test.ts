import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@soulsight/contract/time';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../../core/clock.ts';
import type { AuthLimits } from '../auth.deps.ts';
import { memoryLimits, redisLimits } from './limits.ts';

const WINDOW_MS = MINUTE_MS;

async function countsAndRefuses(limits: AuthLimits): Promise<void> {
  const key = randomUUID();
  for (let n = 0; n < 3; n += 1) {
    expect(await limits.within(key, 3, WINDOW_MS)).toBe(true);
    expect(await limits.allow(key, 3, WINDOW_MS)).toBe(true);
  }
  expect(await limits.within(key, 3, WINDOW_MS)).toBe(false);
  expect(await limits.allow(key, 3, WINDOW_MS)).toBe(false);
  expect(await limits.allow(randomUUID(), 3, WINDOW_MS)).toBe(true);
}

describe('limits in one process', () => {
  it('count to the number and begin anew when the window is over', async () => {
    const clock = manualClock();
    const limits = memoryLimits(clock);
    await countsAndRefuses(limits);
    const key = randomUUID();
    expect(await limits.allow(key, 1, WINDOW_MS)).toBe(true);
    expect(await limits.allow(key, 1, WINDOW_MS)).toBe(false);
    clock.advance(WINDOW_MS);
    expect(await limits.allow(key, 1, WINDOW_MS)).toBe(true);
  });

  it('stand in where Redis cannot be reached', async () => {
    const unreachable = new Redis('redis://127.0.0.1:1', {
      lazyConnect: true,
      enableOfflineQueue: false,
      retryStrategy: () => null,
    });
    unreachable.on('error', () => {});
    await countsAndRefuses(redisLimits(unreachable, manualClock()));
    unreachable.disconnect();
  });
});

const redisUrl = process.env.TEST_REDIS_URL ?? '';

describe.runIf(redisUrl)('limits across nodes', () => {
  let one: Redis;
  let two: Redis;
  beforeAll(() => {
    one = new Redis(redisUrl);
    two = new Redis(redisUrl);
  });
  afterAll(() => {
    one.disconnect();
    two.disconnect();
  });

  it('count together, and their keys end by themselves', async () => {
    await countsAndRefuses(redisLimits(one, manualClock()));
    const key = randomUUID();
    expect(await redisLimits(one, manualClock()).allow(key, 1, WINDOW_MS)).toBe(true);
    expect(await redisLimits(two, manualClock()).allow(key, 1, WINDOW_MS)).toBe(false);
    expect(await one.pttl(`soulsight:limit:${key}`)).toBeGreaterThan(0);
  });
});
