import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Log } from '../ops/logger.ts';
import { type Bus, type BusListener, type Control, createOwnDelivery, type Delivery } from './bus.ts';
import { connectRedis } from './connect-redis.ts';
import { createRedisPresence } from './redis-presence.ts';

const PREFIX = 'soulsight:';
const CONTROL_CHANNEL = `${PREFIX}control`;
const PRESENCE_REFRESH_MS = 30_000;
/** How soon a Redis that was emptied gets everybody's presence again. */
const MARK_MS = 3_000;

interface WireMessage extends Delivery {
  /** The sending node, which has delivered it to its own sockets already. */
  from: string;
}

function userChannel(userId: string): string {
  return `${PREFIX}user:${userId}`;
}

/** Publishes each delivery on the channel of each of its receivers. */
async function publishAll(redis: Redis, node: string, deliveries: readonly Delivery[]): Promise<void> {
  const pipeline = redis.pipeline();
  for (const delivery of deliveries) {
    for (const userId of delivery.to) {
      const message: WireMessage = { ...delivery, to: [userId], from: node };
      pipeline.publish(userChannel(userId), JSON.stringify(message));
    }
  }
  const results = await pipeline.exec();
  const failed = results?.find(([error]) => error)?.[0];
  if (failed) throw failed;
}

/** Receives what other nodes publish to this node's users, and hands it to the listener. */
function createSubscription(subscriber: Redis, node: string, log: Pick<Log, 'error'>) {
  const channels = new Set([CONTROL_CHANNEL]);
  const own = createOwnDelivery();
  let listener: BusListener | undefined;
  let wasReady = false;

  subscriber.on('message', (channel: string, text: string) => receive(channel, text));
  subscriber.on('ready', () => void resubscribe());

  function receive(channel: string, text: string): void {
    // An error thrown in this listener would end the process.
    try {
      const message = JSON.parse(text) as WireMessage | (Control & { from: string });
      if (message.from === node) return;
      if (channel === CONTROL_CHANNEL) listener?.control(message as Control);
      else own.receive(message as WireMessage);
    } catch (err) {
      log.error({ err }, 'failed to handle a bus message');
    }
  }

  /** Subscribes to all channels again. What was published while Redis was down was missed. */
  async function resubscribe(): Promise<void> {
    try {
      await subscriber.subscribe(...channels);
    } catch {
      return; // Redis is down again; the next 'ready' subscribes.
    }
    if (wasReady) listener?.gap();
    wasReady = true;
  }

  return {
    setListener(hub: BusListener): void {
      listener = hub;
      own.listen(hub);
    },
    deliverOwn: own.deliverAll,
    /** Rejects while Redis is down; the channel is then subscribed once it is ready again. */
    async add(channel: string): Promise<void> {
      channels.add(channel);
      await subscriber.subscribe(channel);
    },
    async remove(channel: string): Promise<void> {
      channels.delete(channel);
      await subscriber.unsubscribe(channel);
    },
  };
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
  const presence = createRedisPresence(redis, node);
  const subscription = createSubscription(subscriber, node, log);
  /** Users with a connection to this node. */
  const local = new Set<string>();
  let listener: BusListener | undefined;

  redis.on('ready', () => void refreshPresence());
  await Promise.all([redis.connect(), subscriber.connect()]);
  const timers = [
    setInterval(() => void refreshPresence(), PRESENCE_REFRESH_MS).unref(),
    setInterval(() => void refreshIfEmptied(), MARK_MS).unref(),
  ];

  async function refreshIfEmptied(): Promise<void> {
    const isKnown = redis.status !== 'ready' || (await presence.mark().catch(() => true));
    if (!isKnown) await refreshPresence();
  }

  async function refreshPresence(): Promise<void> {
    if (local.size > 0 && redis.status === 'ready') await presence.add(local).catch(() => {});
  }

  return {
    async publish(deliveries) {
      subscription.deliverOwn(deliveries);
      await publishAll(redis, node, deliveries);
    },
    async control(control) {
      listener?.control(control);
      await redis.publish(CONTROL_CHANNEL, JSON.stringify({ ...control, from: node }));
    },
    listen(hub) {
      listener = hub;
      subscription.setListener(hub);
    },
    async join(userId) {
      if (local.has(userId)) return false;
      local.add(userId);
      try {
        await subscription.add(userChannel(userId));
        await presence.add([userId]);
        return !(await presence.isOnOtherNode(userId));
      } catch {
        // Redis is down; once it is ready again, this user is subscribed and marked as present.
        return true;
      }
    },
    async leave(userId) {
      if (!local.delete(userId)) return false;
      try {
        await subscription.remove(userChannel(userId));
        await presence.remove([userId]);
        return !(await presence.isOnOtherNode(userId));
      } catch {
        return true;
      }
    },
    async online(userIds) {
      const others = userIds.filter((id) => !local.has(id));
      return new Set([...userIds.filter((id) => local.has(id)), ...(await presence.findOnline(others))]);
    },
    async ping() {
      await redis.ping();
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await presence.remove(local).catch(() => {});
      redis.disconnect();
      subscriber.disconnect();
    },
  };
}
