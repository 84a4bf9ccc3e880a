import { type RedisClient, runAll } from './connect-redis.ts';

/** Presence that a dead node left behind expires after this long. */
const PRESENCE_TTL_MS = 90_000;

function presenceKey(userId: string): string {
  return `soulsight:presence:${userId}`;
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
    /** Adds this node to the sets of the users, or prolongs its stay. False where some of them were not reached. */
    async add(userIds: Iterable<string>): Promise<boolean> {
      const expiresAt = Date.now() + PRESENCE_TTL_MS;
      const commands = [...userIds].flatMap((userId): [string, string, ...(string | number)[]][] => {
        const key = presenceKey(userId);
        return [
          ['zadd', key, expiresAt, node],
          ['pexpire', key, PRESENCE_TTL_MS],
        ];
      });
      return (await runAll(redis, commands)).every(([error]) => !error);
    },
    async remove(userIds: Iterable<string>): Promise<void> {
      await runAll(
        redis,
        Array.from(userIds, (userId) => ['zrem', presenceKey(userId), node]),
      );
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
