import type { Redis } from 'ioredis';
import type { Clock } from '../../../core/clock.ts';
import type { AuthLimits } from '../auth.deps.ts';

const KEYS_MAX = 100_000;

/** Counts in this process, in windows that begin with a key's first event. */
export function memoryLimits(clock: Clock): AuthLimits {
  const counts = new Map<string, { count: number; until: number }>();

  function current(key: string): { count: number; until: number } | undefined {
    const entry = counts.get(key);
    if (entry && entry.until > clock.now().getTime()) return entry;
    counts.delete(key);
    return undefined;
  }

  function sweep(): void {
    const now = clock.now().getTime();
    for (const [key, entry] of counts) if (entry.until <= now) counts.delete(key);
    // Still too many: the oldest windows end first in any case.
    for (const key of counts.keys()) {
      if (counts.size < KEYS_MAX) break;
      counts.delete(key);
    }
  }

  return {
    async allow(key, max, windowMs) {
      const entry = current(key);
      if (entry) {
        entry.count += 1;
        return entry.count <= max;
      }
      if (counts.size >= KEYS_MAX) sweep();
      counts.set(key, { count: 1, until: clock.now().getTime() + windowMs });
      return max >= 1;
    },
    async within(key, max) {
      return (current(key)?.count ?? 0) < max;
    },
  };
}

const PREFIX = 'soulsight:limit:';
const COUNT_SCRIPT = `local n = redis.call('INCR', KEYS[1])
if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return n`;

/** Counts across nodes. Where Redis cannot be reached each process counts for itself. */
export function redisLimits(redis: Redis, clock: Clock): AuthLimits {
  const own = memoryLimits(clock);
  return {
    async allow(key, max, windowMs) {
      try {
        return Number(await redis.eval(COUNT_SCRIPT, 1, PREFIX + key, windowMs)) <= max;
      } catch {
        return own.allow(key, max, windowMs);
      }
    },
    async within(key, max, windowMs) {
      try {
        return Number((await redis.get(PREFIX + key)) ?? 0) < max;
      } catch {
        return own.within(key, max, windowMs);
      }
    },
  };
}
