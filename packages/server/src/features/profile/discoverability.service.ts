import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import { isDiscoverable } from './profile.rules.ts';
import { countPrompts, findAccount, listEndedSuspensions, lockProfile, updateProfile } from './profile.store.ts';
import { toOnboardingFacts } from './profile.values.ts';

const REFRESH_BATCH = 500;

/** Keeps the `discoverable` column up to date: whether other users may be shown this one. */
export function createDiscoverability({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  /** Recalculates and stores the flag; returns its value. */
  async function refreshDiscoverable(tx: Tx, userId: string): Promise<boolean> {
    const [row, account] = [await lockProfile(tx, userId), await findAccount(tx, userId)];
    if (!row || !account) return false;
    const discoverable = isDiscoverable(
      {
        ...toOnboardingFacts(row, await countPrompts(tx, userId), { answered: 0, seen: 0 }),
        emailVerified: account.emailConfirmedAt !== null,
        paused: row.paused,
        acceptedTerms: row.termsVersion !== null,
        bannedUntil: account.bannedUntil,
        lockedUntil: account.lockedUntil,
        deletedAt: account.deletedAt,
      },
      clock.now(),
    );
    if (discoverable !== row.discoverable) await updateProfile(tx, userId, { discoverable });
    return discoverable;
  }

  /** Refreshes users whose suspension has ended; returns how many. */
  async function refreshAfterSuspensions(): Promise<number> {
    const ended = await listEndedSuspensions(db, clock.now(), REFRESH_BATCH);
    for (const { userId } of ended) await db.transaction((tx) => refreshDiscoverable(tx, userId));
    return ended.length;
  }

  return { refreshDiscoverable, refreshAfterSuspensions };
}
