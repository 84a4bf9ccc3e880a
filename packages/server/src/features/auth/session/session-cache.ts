import type { Clock } from '../../../core/clock.ts';
import type { Db } from '../../../core/db/types.ts';
import { findLiveSession, type LiveSession } from './session.store.ts';

/**
 * Which sessions exist. Where this process is the only one on its database it remembers for a moment, so that a burst of
 * calls asks once; what it ends or changes it forgets at once. Elsewhere every call asks the database.
 */
export interface SessionCache {
  find(db: Db, sessionId: string, userId: string): Promise<LiveSession | null>;
  /** Call after sessions have ended, or after a change of what `LiveSession` tells of the person. */
  invalidate(userId: string): void;
}

const KEPT_MS = 5_000;
const KEPT_SESSIONS = 20_000;

/** @param alone no other process ends sessions */
export function createSessionCache(clock: Clock, alone: boolean): SessionCache {
  const kept = new Map<string, { row: LiveSession; until: number }>();
  const byUser = new Map<string, Set<string>>();
  /** Counts what was forgotten: a row that was being read meanwhile must not be kept. */
  const generations = new Map<string, number>();

  function drop(sessionId: string): void {
    const entry = kept.get(sessionId);
    if (!entry) return;
    kept.delete(sessionId);
    const ids = byUser.get(entry.row.userId);
    ids?.delete(sessionId);
    if (ids?.size === 0) byUser.delete(entry.row.userId);
  }

  function keep(row: LiveSession): void {
    const now = clock.now().getTime();
    // The oldest stand first.
    for (const [id, { until }] of kept) {
      if (until > now && kept.size < KEPT_SESSIONS) break;
      drop(id);
    }
    kept.set(row.sessionId, { row, until: now + KEPT_MS });
    const ids = byUser.get(row.userId);
    if (ids) ids.add(row.sessionId);
    else byUser.set(row.userId, new Set([row.sessionId]));
  }

  return {
    async find(db, sessionId, userId) {
      if (!alone) return findLiveSession(db, sessionId, userId);
      const entry = kept.get(sessionId);
      if (entry && entry.row.userId === userId && entry.until > clock.now().getTime()) return entry.row;
      const generation = generations.get(userId);
      const row = await findLiveSession(db, sessionId, userId);
      drop(sessionId);
      if (row && generations.get(userId) === generation) keep(row);
      return row;
    },
    invalidate(userId) {
      generations.set(userId, (generations.get(userId) ?? 0) + 1);
      if (generations.size > KEPT_SESSIONS) generations.delete(generations.keys().next().value ?? '');
      for (const id of [...(byUser.get(userId) ?? [])]) drop(id);
    },
  };
}
