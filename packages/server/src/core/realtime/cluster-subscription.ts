import { type Cluster, Command, type Redis } from 'ioredis';
import { getServer, pingListener } from './connect-redis.ts';
import type { Subscription, SubscriptionHandlers } from './subscription.ts';

const RETRY_MS = 500;

/** A connection for subscriptions to each server that is needed. */
function connectServers(cluster: Cluster, receive: SubscriptionHandlers['receive'], lost: () => void) {
  const connections = new Map<string, Redis>();

  function open(server: string): Redis {
    const node = cluster.nodes('all').find((each) => getServer(each) === server);
    if (!node) throw new Error(`The server ${server} of the Redis Cluster is disconnected.`);
    const connection = node.duplicate({
      lazyConnect: false,
      enableOfflineQueue: true,
      readOnly: false,
      // Another server may have its channels by then.
      retryStrategy: null,
    });
    connections.set(server, connection);
    pingListener(connection);
    connection.on('error', () => {}); // The cluster's own connection reports it.
    connection.on('smessage', receive);
    // The server dropped subscriptions because it handed their slots on.
    connection.on('moved', lost);
    connection.on('end', () => {
      if (connections.get(server) === connection) connections.delete(server);
      lost();
    });
    return connection;
  }

  return {
    find: (server: string) => connections.get(server) ?? null,
    get: (server: string) => connections.get(server) ?? open(server),
    /** What each server sends at present. */
    listChannels: () =>
      new Map(
        [...connections].map(([server, { condition }]) => [
          server,
          new Set(condition?.subscriber ? condition.subscriber.channels('ssubscribe') : []),
        ]),
      ),
    /** Disconnects from servers that hold no slots any more. */
    dropOthers(owners: ReadonlySet<string>): void {
      for (const [server, connection] of connections) if (!owners.has(server)) connection.disconnect();
    },
    close(): void {
      for (const connection of connections.values()) connection.disconnect();
    },
  };
}

/**
 * Sharded channels: each is subscribed at the server that holds its slot, and nowhere else. What is subscribed is compared with
 * the slots whenever these were read, a connection ended or a server handed slots on, and what is missing is subscribed again.
 */
export function subscribeOnCluster(cluster: Cluster, { receive, gap }: SubscriptionHandlers): Subscription {
  /** With their slots. */
  const channels = new Map<string, number>();
  /** Their callers wait for them, and have missed nothing. */
  const adding = new Set<string>();
  const servers = connectServers(cluster, receive, refresh);
  let repairing: Promise<void> | null = null;
  let isDue = false;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  cluster.on('refresh', repairSoon);

  function refresh(): void {
    if (!isClosed) cluster.refreshSlotsCache(repairSoon);
  }

  function repairSoon(): void {
    isDue = true;
    if (isClosed || repairing) return;
    isDue = false;
    repairing = repair().finally(() => {
      repairing = null;
      if (isDue) repairSoon();
    });
  }

  async function repair(): Promise<void> {
    const present = servers.listChannels();
    const missing = [...channels.keys()].filter((channel) => {
      const owner = findOwner(channel);
      return !adding.has(channel) && !(owner && present.get(owner)?.has(channel));
    });
    const results = await Promise.allSettled(missing.map(subscribe));
    servers.dropOthers(new Set(cluster.slots.flatMap((names) => names?.[0] ?? [])));
    const repaired = missing.filter((channel, n) => results[n]?.status === 'fulfilled' && channels.has(channel));
    if (repaired.length > 0) gap(repaired);
    if (results.some(({ status }) => status === 'rejected')) retryLater();
  }

  function retryLater(): void {
    clearTimeout(retry);
    retry = setTimeout(refresh, RETRY_MS).unref();
  }

  function findOwner(channel: string): string | undefined {
    return cluster.slots[channels.get(channel) ?? -1]?.[0];
  }

  async function subscribe(channel: string): Promise<void> {
    const owner = findOwner(channel);
    if (!owner) throw new Error('No server of the Redis Cluster holds this slot.');
    const connection = servers.get(owner);
    await connection.ssubscribe(channel);
    if (!channels.has(channel)) await connection.sunsubscribe(channel);
  }

  return {
    async add(channel) {
      channels.set(channel, Number(new Command('ssubscribe', [channel]).getSlot()));
      adding.add(channel);
      try {
        await subscribe(channel);
      } catch (error) {
        retryLater();
        throw error;
      } finally {
        adding.delete(channel);
      }
    },
    async remove(channel) {
      const connection = servers.find(findOwner(channel) ?? '');
      channels.delete(channel);
      await connection?.sunsubscribe(channel);
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      servers.close();
    },
  };
}
