import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Log } from '../ops/logger.ts';
import { type Bus, type BusListener, type Control, createOwnDelivery, type Delivery } from './bus.ts';
import { subscribeOnCluster } from './cluster-subscription.ts';
import {
  connectRedis,
  createRedis,
  isCluster,
  pingListener,
  pingRedis,
  type RedisClient,
  runAll,
} from './connect-redis.ts';
import { createRedisPresence, type Presence } from './redis-presence.ts';
import { subscribeOnServer } from './subscription.ts';

const PREFIX = 'soulsight:';
const CONTROL_CHANNEL = `${PREFIX}control`;
const PRESENCE_REFRESH_MS = 30_000;
/** How soon a Redis that was emptied gets everybody's presence again. */
const MARK_MS = 3_000;

interface WireMessage extends Delivery {
  /** The sending node, which has delivered it to its own sockets already. */
  from: string;
}

const USER_CHANNEL = `${PREFIX}user:`;
const userChannel = (userId: string) => `${USER_CHANNEL}${userId}`;
const toUserId = (channel: string) => channel.slice(USER_CHANNEL.length);

/** Publishes each delivery on the channel of each of its receivers. On a cluster only the server of the channel gets it. */
async function publishAll(redis: RedisClient, node: string, deliveries: readonly Delivery[]): Promise<void> {
  const publish = isCluster(redis) ? 'spublish' : 'publish';
  const results = await runAll(
    redis,
    deliveries.flatMap((delivery) =>
      delivery.to.map((userId): [string, string, string] => {
        const message: WireMessage = { ...delivery, to: [userId], from: node };
        return [publish, userChannel(userId), JSON.stringify(message)];
      }),
    ),
  );
  const failed = results.find(([error]) => error)?.[0];
  if (failed) throw failed;
}

/** Hands what other nodes publish to this node's users to the listener. */
function createReceiver(node: string, log: Pick<Log, 'error'>) {
  const own = createOwnDelivery();
  let listener: BusListener | undefined;
  return {
    setListener(hub: BusListener): void {
      listener = hub;
      own.listen(hub);
    },
    deliverOwn: own.deliverAll,
    control: (control: Control) => listener?.control(control),
    receive(channel: string, text: string): void {
      // An error thrown in this listener would end the process.
      try {
        const message = JSON.parse(text) as WireMessage | (Control & { from: string });
        if (message.from === node) return;
        if (channel === CONTROL_CHANNEL) listener?.control(message as Control);
        else own.receive(message as WireMessage);
      } catch (err) {
        log.error({ err }, 'failed to handle a bus message');
      }
    },
    gap(channels: readonly string[]): void {
      const isForAll = channels.includes(CONTROL_CHANNEL);
      if (isForAll) listener?.gap();
      else listener?.gap(channels.map(toUserId));
    },
  };
}

/**
 * Marks a node's users as present again before their marks expire, and where Redis may have lost them.
 * @returns a function that ends it
 */
function refreshRegularly(redis: RedisClient, presence: Presence, local: ReadonlySet<string>): () => void {
  /** Whether Redis may lack some of them. */
  let isStale = false;
  let refreshing: Promise<void> | null = null;

  async function addAll(): Promise<void> {
    if (redis.status !== 'ready') return;
    // Not afterwards: a server may lose what it was told while the others are told.
    isStale = false;
    if (!(await presence.add(local).catch(() => false))) isStale = true;
  }

  /** One at a time, because that of tens of thousands of users takes a while. */
  function refresh(): Promise<void> {
    refreshing ??= addAll().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function refreshIfEmptied(): Promise<void> {
    const isKnown = redis.status !== 'ready' || (await presence.mark().catch(() => true));
    if (!isKnown) isStale = true;
    if (isStale) await refresh();
  }

  redis.on('ready', () => {
    isStale = true;
    void refresh();
  });
  // A server of a cluster may come back empty, and another one may take over with less than it had.
  for (const event of ['+node', '-node']) {
    redis.on(event, () => {
      isStale = true;
    });
  }
  const timers = [
    setInterval(() => void refresh(), PRESENCE_REFRESH_MS).unref(),
    setInterval(() => void refreshIfEmptied(), MARK_MS).unref(),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

function createListener(url: string, log: Log): Redis {
  const listener = createRedis(url, log);
  pingListener(listener);
  return listener;
}

/**
 * The bus of several nodes. Each node subscribes to the channels of the users whose sockets it holds, and adds itself to
 * the presence set of each of them.
 * @param urls as `connectRedis` takes them. @throws StartError
 */
export async function redisBus(urls: string, rootLog: Log): Promise<Bus> {
  const log = rootLog.child({ subsystem: 'bus' });
  const node = randomUUID();
  const redis = await connectRedis(urls, log);
  const presence = createRedisPresence(redis, node);
  const receiver = createReceiver(node, log);
  const subscription = isCluster(redis)
    ? subscribeOnCluster(redis, receiver)
    : await subscribeOnServer(createListener(urls, log), receiver);
  /** Users with a connection to this node. */
  const local = new Set<string>();
  await subscription.add(CONTROL_CHANNEL);
  const stopRefreshing = refreshRegularly(redis, presence, local);

  return {
    async publish(deliveries, mayRepeat) {
      receiver.deliverOwn(deliveries, mayRepeat);
      await publishAll(redis, node, deliveries);
    },
    async control(control) {
      receiver.control(control);
      const text = JSON.stringify({ ...control, from: node });
      await (isCluster(redis) ? redis.spublish(CONTROL_CHANNEL, text) : redis.publish(CONTROL_CHANNEL, text));
    },
    listen: receiver.setListener,
    async join(userId) {
      if (local.has(userId)) return false;
      local.add(userId);
      try {
        await subscription.add(userChannel(userId));
        await presence.add(new Set([userId]));
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
        await presence.remove(new Set([userId]));
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
      await pingRedis(redis);
    },
    async close() {
      stopRefreshing();
      const users = new Set(local);
      // A refresh under way must not add them again.
      local.clear();
      await presence.remove(users).catch(() => {});
      subscription.close();
      redis.disconnect();
    },
  };
}
