import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { subscribeOnServer } from './subscription.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A Redis that answers as `subscribe` does. */
function fakeRedis(subscribe: (channels: string[]) => Promise<void>) {
  const events = new EventEmitter();
  const redis = Object.assign(events, {
    status: 'ready',
    options: { autoResubscribe: true },
    connect: async () => void events.emit('ready'),
    subscribe: (...channels: string[]) => subscribe(channels),
  });
  return { redis: redis as unknown as Redis, reconnect: () => void events.emit('ready') };
}

it('a resubscription that Redis answers too slowly is retried, and the gap is reported once', async () => {
  const asked: number[] = [];
  let isSlow = false;
  const { redis, reconnect } = fakeRedis(async (channels) => {
    asked.push(channels.length);
    if (isSlow) throw new Error('Command timed out');
  });
  const gap = vi.fn();
  const subscription = await subscribeOnServer(redis, { receive: () => {}, gap });
  for (let n = 0; n < 2_500; n += 1) await subscription.add(`channel ${n}`);
  asked.length = 0;
  isSlow = true;
  reconnect();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked.length).toBeGreaterThan(3);
  expect(gap).not.toHaveBeenCalled();
  // Another connection, and then the first answer in time.
  reconnect();
  isSlow = false;
  asked.length = 0;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([1_000, 1_000, 500]);
  expect(gap).toHaveBeenCalledOnce();
  expect(gap.mock.calls[0]?.[0]).toHaveLength(2_500);
});
