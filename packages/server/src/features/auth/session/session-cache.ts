import { LRUCache } from 'lru-cache';
import { createBatchLookup } from '../../../core/batch-lookup.ts';
import type { Clock } from '../../../core/clock.ts';
import { afterCommit } from '../../../core/db/commit-hooks.ts';
import type { Db } from '../../../core/db/types.ts';
import { findLiveSessions, type LiveSession } from './session.store.ts';

/**
 * Looks up live sessions. In a single-process installation an answer is cached for a few seconds and dropped as soon as
 * this process changes it. With several processes every lookup reads the database. The lookups of one turn of the event loop
 * are one statement.
 */
export interface SessionCache {
  find(sessionId: string, userId: string): Promise<LiveSession | null>;
  /**
   * Drops the user's cached sessions when the transaction commits. Call it in every transaction that ends a session or
   * changes a field of `LiveSession`.
   */
  invalidate(tx: Db, userId: string): void;
}

const TTL_MS = 5_000;
const MAX_USERS = 20_000;

/** @param singleProcess no other process uses this database */
export function createSessionCache(db: Db, clock: Clock, singleProcess: boolean): SessionCache {
  const findBySession = createBatchLookup((sessionIds: string[]) => findLiveSessions(db, sessionIds));
  const byUser = new LRUCache<string, Map<string, LiveSession>>({
    max: MAX_USERS,
    ttl: TTL_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });

  function getSessions(userId: string): Map<string, LiveSession> {
    const cached = byUser.get(userId) ?? new Map<string, LiveSession>();
    if (!byUser.has(userId)) byUser.set(userId, cached);
    return cached;
  }

  async function read(sessionId: string, userId: string): Promise<LiveSession | null> {
    const session = await findBySession(sessionId);
    return session?.userId === userId ? session : null;
  }

  return {
    async find(sessionId, userId) {
      if (!singleProcess) return read(sessionId, userId);
      const cached = getSessions(userId);
      const known = cached.get(sessionId);
      if (known) return known;
      const session = await read(sessionId, userId);
      // The row may be outdated if the user was invalidated during the read; then `cached` is no longer in the cache.
      if (session) cached.set(sessionId, session);
      return session;
    },
    invalidate(tx, userId) {
      afterCommit(tx, () => byUser.delete(userId));
    },
  };
}
