import { MINUTE_MS } from '@soulsight/contract/time';
import { LRUCache } from 'lru-cache';
import type { Core } from '../../core/core.ts';
import { updateLastActive } from './profile.store.ts';

const WRITE_INTERVAL_MS = MINUTE_MS;
const CACHED_USERS_MAX = 10_000;

/** Records when users were last active. */
export function createActivity({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  const writtenAt = new LRUCache<string, number>({ max: CACHED_USERS_MAX });

  /** Writes at most once a minute per user; most calls are answered from memory. */
  async function markActive(userId: string): Promise<void> {
    const now = clock.now();
    if (now.getTime() - (writtenAt.get(userId) ?? 0) < WRITE_INTERVAL_MS) return;
    writtenAt.set(userId, now.getTime());
    await updateLastActive(db, userId, now, WRITE_INTERVAL_MS);
  }

  return { markActive };
}
