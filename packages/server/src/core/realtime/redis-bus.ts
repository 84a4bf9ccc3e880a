import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Log } from '../ops/logger.ts';
import type { Bus, BusListener, Control, Delivery } from './bus.ts';

const PREFIX = 'soulsight:';
const CONTROL_CHANNEL = `${PREFIX}control`;
/** Presence that a dead node left behind expires after this long. */
const PRESENCE_TTL_MS = 90_000;
const PRESENCE_REFRESH_MS = 30_000;
const RETRY_MAX_MS = 2_000;

interface WireMessage extends Delivery {
  /** The sending node, which has delivered it to its own sockets already. */
  from: string;
}

function userChannel(userId: string): string {
  return `${PREFIX}user:${userId}`;
}

function presenceKey(userId: string): string {
  return `${PREFIX}presence:${userId}`;
}

/** A client that fails fast while Redis is down, and never stops reconnecting. */
export function connectRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    lazyConnect: true,
    retryStrategy: (times: number) => Math.min(times * 100, RETRY_MAX_MS),
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

/**
 * The bus of several nodes. Each node subscribes to the channels of the users whose sockets it holds, and adds itself to
 * the presence set of each of them.
 */
export async function redisBus(url: string, rootLog: Log): Promise<Bus> {
  const log = rootLog.child({ subsystem: 'bus' });
  const node = randomUUID();
  const redis = connectRedis(url, log);
  const subscriber = connectRedis(url, log);
  const local = new Set<string>();
  let listener: BusListener | undefined;
  let wasReady = false;

  subscriber.on('message', (channel: string, text: string) => receive(channel, text));
  subscriber.on('ready', () => void resubscribe());
  redis.on('ready', () => void refreshPresence());

  await Promise.all([redis.connect(), subscriber.connect()]);
  const refresh = setInterval(() => void refreshPresence(), PRESENCE_REFRESH_MS).unref();

  /** Subscribes to everyone's channels again. What was published while Redis was down was missed. */
  async function resubscribe(): Promise<void> {
    try {
      await subscriber.subscribe(CONTROL_CHANNEL, ...[...local].map(userChannel));
    } catch {
      return; // Redis is down again; the next 'ready' subscribes.
    }
    if (wasReady) listener?.gap();
    wasReady = true;
  }

  function receive(channel: string, text: string): void {
    // An error thrown in this listener would end the process.
    try {
      const message = JSON.parse(text) as WireMessage | (Control & { from: string });
      if (message.from === node) return;
      if (channel === CONTROL_CHANNEL) listener?.control(message as Control);
      else listener?.deliver(message as WireMessage);
    } catch (err) {
      log.error({ err, channel: channel === CONTROL_CHANNEL ? 'control' : 'user' }, 'failed to handle a bus message');
    }
  }

  async function refreshPresence(): Promise<void> {
    if (local.size === 0 || redis.status !== 'ready') return;
    const pipeline = redis.pipeline();
    for (const userId of local) addPresence(pipeline, userId);
    await pipeline.exec().catch(() => {});
  }

  function addPresence(pipeline: ReturnType<Redis['pipeline']>, userId: string): void {
    const key = presenceKey(userId);
    pipeline.zadd(key, Date.now() + PRESENCE_TTL_MS, node).pexpire(key, PRESENCE_TTL_MS);
  }

  /** How many other nodes have a connection of the user. */
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
          const message: WireMessage = { ...delivery, to: [userId], from: node };
          pipeline.publish(userChannel(userId), JSON.stringify(message));
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
    listen(hub) {
      listener = hub;
    },
    async join(userId) {
      if (local.has(userId)) return false;
      local.add(userId);
      try {
        await subscriber.subscribe(userChannel(userId));
        const pipeline = redis.pipeline();
        addPresence(pipeline, userId);
        await pipeline.exec();
        return (await countOtherNodes(userId)) === 0;
      } catch {
        // Redis is down; once it is ready again, this user is subscribed and marked as present.
        return true;
      }
    },
    async leave(userId) {
      if (!local.delete(userId)) return false;
      try {
        await subscriber.unsubscribe(userChannel(userId));
        await redis.zrem(presenceKey(userId), node);
        return (await countOtherNodes(userId)) === 0;
      } catch {
        return true;
      }
    },
    async online(userIds) {
      const found = new Set(userIds.filter((id) => local.has(id)));
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
      for (const userId of local) pipeline.zrem(presenceKey(userId), node);
      await pipeline.exec().catch(() => {});
      redis.disconnect();
      subscriber.disconnect();
    },
  };
}
