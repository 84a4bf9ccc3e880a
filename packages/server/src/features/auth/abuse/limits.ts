import { LRUCache } from 'lru-cache';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Clock } from '../../../core/clock.ts';
import type { RedisClient } from '../../../core/realtime/connect-redis.ts';
import type { AuthLimits } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';

const KEY_PREFIX = 'soulsight:limit';
const MAX_KEYS = 100_000;

interface Count {
  consumed: number;
  endsAt: number;
}

/**
 * The library's memory limiter holds every key until its window ends and reads the system clock. This one has a bound, so
 * that a flood of addresses cannot fill the memory, and uses the application's clock.
 */
class BoundedMemoryLimiter extends RateLimiterMemory {
  readonly #clock: Clock;
  readonly #counts: LRUCache<string, Count>;

  constructor(options: IRateLimiterOptions, clock: Clock, counts: LRUCache<string, Count>) {
    super({ ...options, keyPrefix: KEY_PREFIX });
    this.#clock = clock;
    this.#counts = counts;
  }

  override async consume(key: string | number): Promise<RateLimiterRes> {
    const result = this.#find(key) ?? new RateLimiterRes(this.points, this.msDuration, 0, true);
    const consumed = result.consumedPoints + 1;
    this.#counts.set(this.getKey(key), { consumed, endsAt: this.#clock.now().getTime() + result.msBeforeNext });
    const counted = new RateLimiterRes(Math.max(0, this.points - consumed), result.msBeforeNext, consumed);
    if (consumed > this.points) throw counted;
    return counted;
  }

  override async reward(key: string | number, points = 1): Promise<RateLimiterRes> {
    const result = this.#find(key) ?? new RateLimiterRes(this.points, this.msDuration, 0, true);
    const consumed = Math.max(0, result.consumedPoints - points);
    this.#counts.set(this.getKey(key), { consumed, endsAt: this.#clock.now().getTime() + result.msBeforeNext });
    return new RateLimiterRes(Math.max(0, this.points - consumed), result.msBeforeNext, consumed);
  }

  override async get(key: string | number): Promise<RateLimiterRes | null> {
    return this.#find(key);
  }

  #find(key: string | number): RateLimiterRes | null {
    const count = this.#counts.get(this.getKey(key));
    const msLeft = count ? count.endsAt - this.#clock.now().getTime() : 0;
    if (!count || msLeft <= 0) return null;
    return new RateLimiterRes(Math.max(0, this.points - count.consumed), msLeft, count.consumed);
  }
}

type CreateLimiter = (options: IRateLimiterOptions) => RateLimiterAbstract;

/** Counts in this process. */
export function createMemoryLimits(clock: Clock): AuthLimits {
  return createLimits(createMemoryLimiters(clock));
}

/** Counts across nodes. While Redis cannot be reached, each process counts for itself. */
export function createRedisLimits(redis: RedisClient, clock: Clock): AuthLimits {
  const inMemory = createMemoryLimiters(clock);
  return createLimits(
    (options) =>
      new RateLimiterRedis({
        ...options,
        storeClient: redis,
        keyPrefix: KEY_PREFIX,
        insuranceLimiter: inMemory(options),
      }),
  );
}

function createMemoryLimiters(clock: Clock): CreateLimiter {
  const counts = new LRUCache<string, Count>({ max: MAX_KEYS });
  return (options) => new BoundedMemoryLimiter(options, clock, counts);
}

function createLimits(create: CreateLimiter): AuthLimits {
  const limiters = new Map<string, RateLimiterAbstract>();

  function getLimiter(max: number, windowS: number): RateLimiterAbstract {
    const name = `${max}/${windowS}`;
    const limiter = limiters.get(name) ?? create({ points: max, duration: windowS });
    limiters.set(name, limiter);
    return limiter;
  }

  return {
    async consume(key, { max, windowS, message }) {
      try {
        await getLimiter(max, windowS).consume(key);
      } catch (result) {
        throw result instanceof RateLimiterRes ? toRefusal(result, message) : result;
      }
    },
    async refund(key, { max, windowS }) {
      await getLimiter(max, windowS).reward(key);
    },
    async check(key, { max, windowS, message }) {
      const result = await getLimiter(max, windowS).get(key);
      if (result && result.consumedPoints >= max) throw toRefusal(result, message);
    },
  };
}

function toRefusal(result: RateLimiterRes, message?: string): AuthError {
  const retryAfterS = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
  return new AuthError('over_request_rate_limit', message, { retryAfterS });
}
