import { setTimeout } from 'node:timers/promises';
import { Cluster, Redis, Command as RedisCommand } from 'ioredis';
import { StartError } from '../config/start-error.ts';
import type { Log } from '../ops/logger.ts';

const RETRY_STEP_MS = 100;
const RETRY_MAX_MS = 2_000;
/** A Redis that takes longer counts as down. */
const COMMAND_TIMEOUT_MS = 2_000;
/**
 * A connection over which nothing came meanwhile is closed, and until there is another one every command fails at once: otherwise
 * each would wait for a server that hangs, or that is cut off silently, until the kernel gives up after a quarter of an hour.
 */
const TIMES = {
  connectTimeout: COMMAND_TIMEOUT_MS,
  commandTimeout: COMMAND_TIMEOUT_MS,
  socketTimeout: COMMAND_TIMEOUT_MS,
};
/** A command to a cluster is tried this often while a server of it starts, fails over or hands slots on. */
const CLUSTER_ATTEMPTS = 4;
const CLUSTER_RETRY_MS = 100;
/** How soon a failover is noticed where no connection broke. */
const SLOTS_REFRESH_MS = 3_000;
const CLUSTER_START_MS = 15_000;
/** The first with sharded publications. */
const OLDEST_CLUSTER = 7;

/** One server, or a cluster of them. */
export type RedisClient = Redis | Cluster;
type Command = [name: string, key: string, ...values: (string | number)[]];

const toDelay = (times: number) => Math.min(times * RETRY_STEP_MS, RETRY_MAX_MS);

/** While its address still leads to the old server, a node connects again this often. */
const READ_ONLY_RETRY_MS = 3_000;

/** The server has become a replica and kept the connection: its address leads to the new primary, now or soon. */
function reconnectWhenReadOnly(log: Log): (error: Error) => boolean {
  let reconnectedAt = Number.NEGATIVE_INFINITY;
  let isLogged = false;
  return ({ message }) => {
    if (!message.startsWith('READONLY') || performance.now() - reconnectedAt < READ_ONLY_RETRY_MS) return false;
    reconnectedAt = performance.now();
    if (!isLogged) log.warn('Redis is read-only: connecting again, in case REDIS_URL leads to another server now');
    isLogged = true;
    return true;
  };
}

const LISTENER_PING_MS = 3_000;

/**
 * Pings a connection that only listens, so that it is closed when nothing answers. Otherwise one that was cut off silently, as
 * by a firewall that forgot it, would receive nothing for more than ten minutes, and nobody would know.
 */
export function pingListener(redis: Redis): void {
  const timer = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => {});
  }, LISTENER_PING_MS).unref();
  redis.once('end', () => clearInterval(timer));
}

export function isCluster(redis: RedisClient): redis is Cluster {
  return redis instanceof Cluster;
}

/**
 * A client that fails fast while Redis is down, and never stops reconnecting.
 * @param urls the address of a server, or of some servers of a cluster with commas between
 * @throws StartError if none can be reached, or a cluster is too old
 */
export async function connectRedis(urls: string, log: Log): Promise<RedisClient> {
  const addresses = urls.split(',');
  let cause: unknown;
  for (const url of addresses) {
    try {
      return await connectTo(url, addresses, log);
    } catch (error) {
      if (error instanceof StartError) throw error;
      cause = error;
    }
  }
  const why = cause instanceof Error && cause.message ? cause.message : 'no answer';
  throw new StartError(`Redis cannot be reached (${why}). Check REDIS_URL.`, { cause });
}

async function connectTo(url: string, addresses: string[], log: Log): Promise<RedisClient> {
  const redis = createRedis(url, log);
  try {
    await redis.connect();
    const { mode, version } = await describeServer(redis);
    if (mode === 'cluster') {
      redis.disconnect();
      return await connectCluster(addresses, version, log);
    }
    if (addresses.length > 1)
      throw new StartError('REDIS_URL names several servers, but they are no Redis Cluster. Name one.');
    return redis;
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}

/** One server; call `connect` on it. */
export function createRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    ...TIMES,
    lazyConnect: true,
    retryStrategy: toDelay,
    reconnectOnError: reconnectWhenReadOnly(log),
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

/** HELLO is allowed to every user. A server or proxy that does not know it is not a cluster that we can use. */
async function describeServer(redis: Redis): Promise<{ mode: unknown; version: string }> {
  const answer = await redis.call('hello').catch(() => []);
  const fields = answer as unknown[];
  const get = (name: string) => fields[fields.indexOf(name) + 1];
  return { mode: fields.includes('mode') ? get('mode') : null, version: String(get('version')) };
}

async function connectCluster(addresses: string[], version: string, log: Log): Promise<Cluster> {
  if (Number.parseInt(version, 10) < OLDEST_CLUSTER)
    throw new StartError(
      `REDIS_URL is a Redis Cluster of version ${version}, which lacks sharded publications: Soulsight needs ${OLDEST_CLUSTER}.0 or newer, or Valkey.`,
    );
  const cluster = createCluster(addresses, log);
  try {
    await becomeReady(cluster);
    return cluster;
  } catch (error) {
    cluster.disconnect();
    throw error;
  }
}

/** The promise of the first attempt never settles when a later one succeeds, such as of a cluster that was just made. */
async function becomeReady(cluster: Cluster): Promise<void> {
  const isReady = new Promise((resolve) => cluster.once('ready', resolve));
  cluster.connect().catch(() => {});
  const late = new AbortController();
  const tooLate = setTimeout(CLUSTER_START_MS, null, { signal: late.signal }).then(() => {
    throw new Error(`the cluster is not ready after ${CLUSTER_START_MS / 1_000} s`);
  });
  await Promise.race([isReady, tooLate]).finally(() => late.abort());
}

function createCluster(addresses: string[], log: Log): Cluster {
  const urls = addresses.map((address) => new URL(address));
  const { username, password, protocol } = urls[0] as URL;
  const isEncrypted = protocol === 'rediss:';
  const cluster = new Cluster(
    urls.map(({ hostname, port }) => ({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) })),
    {
      enableOfflineQueue: false,
      lazyConnect: true,
      clusterRetryStrategy: toDelay,
      maxRedirections: CLUSTER_ATTEMPTS,
      retryDelayOnFailover: CLUSTER_RETRY_MS,
      retryDelayOnClusterDown: CLUSTER_RETRY_MS,
      slotsRefreshInterval: SLOTS_REFRESH_MS,
      // A certificate has the name and not the number.
      ...(isEncrypted && { dnsLookup: (host, done) => done(null, host) }),
      redisOptions: {
        ...(username && { username: decodeURIComponent(username) }),
        ...(password && { password: decodeURIComponent(password) }),
        ...(isEncrypted && { tls: {} }),
        maxRetriesPerRequest: 1,
        ...TIMES,
      },
    },
  );
  logServers(cluster, log);
  return cluster;
}

function logServers(cluster: Cluster, log: Log): void {
  const down = new Set<string>();
  cluster.on('error', () => {}); // Each server reports its own.
  cluster.on('node error', (err: Error, server: string) => {
    if (!down.has(server)) log.error({ err, server }, 'Redis disconnected');
    down.add(server);
  });
  cluster.on('+node', (node: Redis) => {
    node.once('ready', () => {
      const server = getServer(node);
      if (down.delete(server)) log.warn({ server }, 'Redis reconnected');
    });
    if (cluster.status === 'ready') connectEagerly(node);
  });
  cluster.on('ready', () => cluster.nodes('all').forEach(connectEagerly));
}

/** Otherwise the first command connects, and those that arrive meanwhile have to be tried again. */
function connectEagerly(node: Redis): void {
  if (node.status === 'wait') node.connect().catch(() => {});
}

/** As the slots of a cluster name it. */
export function getServer({ options }: Redis): string {
  return `${options.host}:${options.port}`;
}

/** The server of a cluster that holds a key, as its slots name it; undefined for one server, or where none holds it. */
export function findOwner(redis: RedisClient, key: string): string | undefined {
  return isCluster(redis) ? redis.slots[Number(new RedisCommand('get', [key]).getSlot())]?.[0] : undefined;
}

/**
 * Runs commands with one key each, all at once: in one round trip to one server, or each at the server of its key. Resolves to
 * what each answered; its error where it failed.
 */
export async function runAll(redis: RedisClient, commands: readonly Command[]): Promise<[Error | null, unknown][]> {
  if (!isCluster(redis)) return (await redis.pipeline(commands as Command[]).exec()) ?? [];
  return await Promise.all(
    commands.map(([name, ...values]) =>
      redis.call(name, ...values).then(
        (answer): [null, unknown] => [null, answer],
        (error: Error): [Error, null] => [error, null],
      ),
    ),
  );
}

/** Resolves when the server answers, or every server of a cluster that holds slots. */
export async function pingRedis(redis: RedisClient): Promise<void> {
  if (!isCluster(redis)) {
    await redis.ping();
    return;
  }
  const servers = new Map(redis.nodes('master').map((node) => [getServer(node), node]));
  const owners = new Set(redis.slots.map((names) => names?.[0]));
  await Promise.all(
    [...owners].map(async (owner) => {
      const node = servers.get(owner ?? '');
      if (!node) throw new Error(`The server ${owner} of the Redis Cluster is disconnected.`);
      await node.ping();
    }),
  );
}
