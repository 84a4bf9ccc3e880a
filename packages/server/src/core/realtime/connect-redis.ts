import { Redis } from 'ioredis';
import type { Log } from '../ops/logger.ts';

const RETRY_STEP_MS = 100;
const RETRY_MAX_MS = 2_000;
/** A Redis that takes longer counts as down: no call waits for it. */
const COMMAND_TIMEOUT_MS = 2_000;

/** A client that fails fast while Redis is down, and never stops reconnecting. Call `connect` on it. */
export function connectRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: COMMAND_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    lazyConnect: true,
    retryStrategy: (times: number) => Math.min(times * RETRY_STEP_MS, RETRY_MAX_MS),
  });
  let isDown = false;
  redis.on('error', (err: Error) => {
    if (!isDown) log.error({ err }, 'Redis disconnected');
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) log.warn('Redis reconnected');
    isDown = false;
  });
  return redis;
}
