import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Log } from '../ops/logger.ts';
import type { Bus, BusListener, Control, Delivery } from './bus.ts';

const PREFIX = 'soulsight:';
const CONTROL_CHANNEL = `${PREFIX}control`;
/** A node that dies is forgotten this long after it was last heard of. */
const PRESENCE_TTL_MS = 90_000;
const PRESENCE_REFRESH_MS = 30_000;
const RETRY_MAX_MS = 2_000;

interface Wire extends Delivery {
  /** The node it comes from, which has delivered it already. */
  from: string;
}

function userChannel(userId: string): string {
  return `${PREFIX}user:${userId}`;
}

function presenceKey(userId: string): string {
  return `${PREFIX}presence:${userId}`;
}

/** A client that fails at once while Redis is away, and reconnects for ever. */
export function connectRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    lazyConnect: true,
    retryStrategy: (times: number) => Math.min(times * 100, RETRY_MAX_MS),
  });
  let said = false;
  redis.on('error', (err: Error) => {
    if (!said) log.error({ err }, 'Redis is away');
    said = true;
  });
  redis.on('ready', () => {
    if (said) log.warn('Redis is back');
    said = false;
  });
  return redis;
}

/**
 * The bus of several nodes. Each node subscribes to the channels of the people whose sockets it holds, and keeps its own
 * mark in each of those people's presence set.
 */
export async function redisBus(url: string, log: Log): Promise<Bus> {
  const node = randomUUID();
  const redis = connectRedis(url, log);
  const subscriber = connectRedis(url, log);
  const here = new Set<string>();
  let listener: BusListener | undefined;
  let wasReady = false;

  subscriber.on('message', (channel: string, text: string) => receive(channel, text));
  subscriber.on('ready', () => void resubscribe());
  redis.on('ready', () => void refreshPresence());

  await Promise.all([redis.connect(), subscriber.connect()]);
  const refresh = setInterval(() => void refreshPresence(), PRESENCE_REFRESH_MS).unref();

  /** Who came while Redis was away is subscribed now too; and what was published meanwhile was missed. */
  async function resubscribe(): Promise<void> {
    try {
      await subscriber.subscribe(CONTROL_CHANNEL, ...[...here].map(userChannel));
    } catch {
      return; // Away again: the next return does it.
    }
    if (wasReady) listener?.gap();
    wasReady = true;
  }

  function receive(channel: string, text: string): void {
    const message = JSON.parse(text) as Wire | (Control & { from: string });
    if (message.from === node) return;
    if (channel === CONTROL_CHANNEL) listener?.control(message as Control);
    else listener?.deliver(message as Wire);
  }

  async function refreshPresence(): Promise<void> {
    if (here.size === 0 || redis.status !== 'ready') return;
    const pipeline = redis.pipeline();
    for (const userId of here) mark(pipeline, userId);
    await pipeline.exec().catch(() => {});
  }

  function mark(pipeline: ReturnType<Redis['pipeline']>, userId: string): void {
    const key = presenceKey(userId);
    pipeline.zadd(key, Date.now() + PRESENCE_TTL_MS, node).pexpire(key, PRESENCE_TTL_MS);
  }

  /** Nodes but this one that hold a connection of the person. */
  async function countOtherNodes(userId: string): Promise<number> {
    const nodes = await redis.zrangebyscore(presenceKey(userId), Date.now(), '+inf');
    return nodes.filter((n) => n !== node).length;
  }

  return {
    async publish(deliveries) {
      const pipeline = redis.pipeline();
      for (const delivery of deliveries) {
        listener?.deliver(delivery);
        for (const userId of delivery.to) {
          const wire: Wire = { ...delivery, to: [userId], from: node };
          pipeline.publish(userChannel(userId), JSON.stringify(wire));
        }
      }
      const results = await pipeline.exec();
      const failed = results?.find(([error]) => error)?.[0];
      if (failed) throw failed;
    },
    async control(control) {
      listener?.control(control);
      await redis.publish(CONTROL_CHANNEL, JSON.stringify({ ...control, from: node }));
    },
    listen(l) {
      listener = l;
    },
    async join(userId) {
      if (here.has(userId)) return false;
      here.add(userId);
      try {
        await subscriber.subscribe(userChannel(userId));
        const pipeline = redis.pipeline();
        mark(pipeline, userId);
        await pipeline.exec();
        return (await countOtherNodes(userId)) === 0;
      } catch {
        // Redis is away: its return subscribes and marks again.
        return true;
      }
    },
    async leave(userId) {
      if (!here.delete(userId)) return false;
      try {
        await subscriber.unsubscribe(userChannel(userId));
        await redis.zrem(presenceKey(userId), node);
        return (await countOtherNodes(userId)) === 0;
      } catch {
        return true;
      }
    },
    async online(userIds) {
      const found = new Set(userIds.filter((id) => here.has(id)));
      const others = userIds.filter((id) => !found.has(id));
      if (others.length === 0) return found;
      const pipeline = redis.pipeline();
      for (const id of others) pipeline.zcount(presenceKey(id), Date.now(), '+inf');
      const results = await pipeline.exec().catch(() => null);
      others.forEach((id, i) => {
        if (Number(results?.[i]?.[1] ?? 0) > 0) found.add(id);
      });
      return found;
    },
    async ping() {
      await redis.ping();
    },
    async close() {
      clearInterval(refresh);
      const pipeline = redis.pipeline();
      for (const userId of here) pipeline.zrem(presenceKey(userId), node);
      await pipeline.exec().catch(() => {});
      redis.disconnect();
      subscriber.disconnect();
    },
  };
}
