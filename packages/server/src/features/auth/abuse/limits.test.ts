import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../../core/clock.ts';
import { createLogger } from '../../../core/ops/logger.ts';
import { connectRedis, type RedisClient } from '../../../core/realtime/connect-redis.ts';
import { testConfig } from '../../../testing/test-config.ts';
import type { AuthLimits } from '../auth.deps.ts';
import { createMemoryLimits, createRedisLimits } from './limits.ts';

const LIMIT = { max: 3, windowS: 60 };
const ONCE = { max: 1, windowS: 60 };
const REFUSAL = { code: 'over_request_rate_limit', status: 429 };

async function countsAndRefuses(limits: AuthLimits): Promise<void> {
  const key = randomUUID();
  for (let n = 0; n < LIMIT.max; n += 1) {
    await limits.check(key, LIMIT);
    await limits.consume(key, LIMIT);
  }
  await expect(limits.check(key, LIMIT)).rejects.toMatchObject(REFUSAL);
  await expect(limits.consume(key, LIMIT)).rejects.toMatchObject(REFUSAL);
  await limits.consume(randomUUID(), LIMIT);
}

describe('limits in one process', () => {
  it('count up to the maximum and start again when the window ends', async () => {
    const clock = manualClock();
    const limits = createMemoryLimits(clock);
    await countsAndRefuses(limits);
    const key = randomUUID();
    await limits.consume(key, ONCE);
    await expect(limits.consume(key, ONCE)).rejects.toMatchObject(REFUSAL);
    clock.advance(60_000);
    await limits.consume(key, ONCE);
  });

  it('take back what was counted', async () => {
    const limits = createMemoryLimits(manualClock());
    const key = randomUUID();
    await limits.consume(key, ONCE);
    await limits.refund(key, ONCE);
    await limits.refund(key, ONCE);
    await limits.consume(key, ONCE);
    await expect(limits.consume(key, ONCE)).rejects.toMatchObject(REFUSAL);
  });

  it('report the seconds until the window ends', async () => {
    const clock = manualClock();
    const limits = createMemoryLimits(clock);
    const key = randomUUID();
    await limits.consume(key, ONCE);
    clock.advance(15_500);
    await expect(limits.check(key, ONCE)).rejects.toMatchObject({ retryAfterS: 45 });
    clock.advance(44_400);
    await expect(limits.consume(key, ONCE)).rejects.toMatchObject({ retryAfterS: 1 });
  });

  it('replace Redis while it cannot be reached', async () => {
    const unreachable = new Redis('redis://127.0.0.1:1', {
      lazyConnect: true,
      enableOfflineQueue: false,
      retryStrategy: () => null,
    });
    unreachable.on('error', () => {});
    await countsAndRefuses(createRedisLimits(unreachable, manualClock()));
    unreachable.disconnect();
  });
});

const redisUrl = process.env.TEST_REDIS_URL ?? '';
const log = createLogger(testConfig());

describe.runIf(redisUrl)('limits across nodes', () => {
  let one: RedisClient;
  let two: RedisClient;
  beforeAll(async () => {
    one = await connectRedis(redisUrl, log);
    two = await connectRedis(redisUrl, log);
  });
  afterAll(() => {
    one.disconnect();
    two.disconnect();
  });

  it('are shared, and their keys expire', async () => {
    await countsAndRefuses(createRedisLimits(one, manualClock()));
    const key = randomUUID();
    await createRedisLimits(one, manualClock()).consume(key, ONCE);
    const refused = createRedisLimits(two, manualClock()).consume(key, ONCE);
    await expect(refused).rejects.toMatchObject({
      ...REFUSAL,
      retryAfterS: expect.toSatisfy((seconds) => seconds > 30 && seconds <= 60),
    });
    expect(await one.pttl(`soulsight:limit:${key}`)).toBeGreaterThan(0);
  });
});
