import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { appealNotification } from '../safety.rules.ts';
import * as store from '../safety.store.ts';
import { createSafetyText } from '../safety-text.ts';

/** The lock of a ban, which has no end. */
export const FOREVER = new Date('9999-12-31T00:00:00Z');
const BAN_LIFTED = 'The decision about your earlier account was lifted, and so is this one.';

/** What sanctions do to an account. The caller holds `lockSanctions` of the user. */
export function createLocks(
  { clock, vault }: Pick<Core, 'clock' | 'vault'>,
  { trust, notifications, lockAccount }: Pick<SafetyDeps, 'trust' | 'notifications' | 'lockAccount'>,
) {
  const text = createSafetyText({ vault });

  /** Locks the account as long as one of its sanctions requires it. */
  async function applyLock(tx: Tx, userId: string): Promise<void> {
    const end = await store.findLockEnd(tx, userId, clock.now());
    await lockAccount(tx, userId, end === 'always' ? FOREVER : end);
  }

  /** Undoes the effects of a decision. A lock stays as long as another sanction requires it. */
  async function lift(tx: Tx, userId: string, reportId: string): Promise<void> {
    await applyLock(tx, userId);
    for (const cause of ['report_upheld', 'serious_report_upheld'] as const)
      await trust.revertEvent(tx, { userId, cause, subjectId: reportId });
  }

  /** A ban that does not stand does not follow the person to other accounts either. */
  async function liftDerived(tx: Tx, sanctionId: string): Promise<void> {
    for (const { id, userId } of await store.listDerivedBans(tx, sanctionId)) {
      await store.lockSanctions(tx, userId);
      await store.updateLifted(tx, id, await text.seal(tx, `user:${userId}`, BAN_LIFTED));
      await applyLock(tx, userId);
      await notifications.notify(tx, { userId, ...appealNotification(id) });
    }
  }

  return { applyLock, lift, liftDerived };
}
