import { findOwner, type RedisClient, runAll } from './connect-redis.ts';

/** Presence that a dead node left behind expires after this long. */
const PRESENCE_TTL_MS = 90_000;

function presenceKey(userId: string): string {
  return `soulsight:presence:${userId}`;
}

/** Users whose commands are sent at once. A node has tens of thousands of them, and between groups it does something else. */
const GROUP_SIZE = 250;

type Commands = Parameters<typeof runAll>[1];

/**
 * Runs commands for users in groups, those of each server one after the other. What is left for a server that fails is not sent:
 * each group would wait for it. False where some failed.
 */
async function runInGroups(
  redis: RedisClient,
  userIds: Iterable<string>,
  toCommands: (group: string[]) => Commands,
): Promise<boolean> {
  const byServer = Map.groupBy(userIds, (userId) => findOwner(redis, presenceKey(userId)));
  const finished = await Promise.all(
    Array.from(byServer.values(), async (own) => {
      for (let start = 0; start < own.length; start += GROUP_SIZE) {
        const results = await runAll(redis, toCommands(own.slice(start, start + GROUP_SIZE)));
        if (results.some(([error]) => error)) return false;
      }
      return true;
    }),
  );
  return finished.every(Boolean);
}

/**
 * Which nodes have a connection of which user: a sorted set per user, of node ids by the time at which they expire. The methods
 * reject while Redis is down, except where they say otherwise.
 */
export function createRedisPresence(redis: RedisClient, node: string) {
  return {
    /** Marks this node as running. False when Redis knew nothing of it, so its users are missing there too. */
    async mark(): Promise<boolean> {
      return (await redis.set(`soulsight:node:${node}`, '1', 'PX', PRESENCE_TTL_MS, 'GET')) !== null;
    },
    /**
     * Adds this node to the sets of the users, or extends their expiry. A user who leaves `userIds` in the meantime is skipped. False
     * where some of them were not reached.
     */
    add: (userIds: ReadonlySet<string>): Promise<boolean> =>
      runInGroups(redis, userIds, (group) =>
        group
          .filter((userId) => userIds.has(userId))
          .flatMap((userId) => {
            const key = presenceKey(userId);
            return [
              ['zadd', key, Date.now() + PRESENCE_TTL_MS, node],
              ['pexpire', key, PRESENCE_TTL_MS],
            ];
          }),
      ),
    async remove(userIds: ReadonlySet<string>): Promise<void> {
      await runInGroups(redis, userIds, (group) => group.map((userId) => ['zrem', presenceKey(userId), node]));
    },
    async isOnOtherNode(userId: string): Promise<boolean> {
      const nodes = await redis.zrangebyscore(presenceKey(userId), Date.now(), '+inf');
      return nodes.some((one) => one !== node);
    },
    /** Which of these users are connected to any node. None while Redis is down. */
    async findOnline(userIds: readonly string[]): Promise<string[]> {
      if (userIds.length === 0) return [];
      const results = await runAll(
        redis,
        userIds.map((userId) => ['zcount', presenceKey(userId), Date.now(), '+inf']),
      ).catch(() => null);
      return userIds.filter((_, i) => Number(results?.[i]?.[1] ?? 0) > 0);
    },
  };
}

export type Presence = ReturnType<typeof createRedisPresence>;
