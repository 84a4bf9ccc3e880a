import { DAY_MS } from '@soulsight/contract/time';
import type { Core } from '../../../core/core.ts';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { Tx } from '../../../core/db/types.ts';
import { forEachSettled } from '../../../core/jobs/for-each-settled.ts';
import { FOREVER } from '../moderation/locks.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { rateSeverity, reportVaultOwner } from '../safety.rules.ts';
import { insertReport, insertSanction, lockSanctions, lockStandingBan, wasFlagged } from '../safety.store.ts';
import { createSafetyText } from '../safety-text.ts';
import { createMarkDigests, isMarked } from './mark-digests.ts';
import * as store from './marks.store.ts';

/** How long a ban applies to other accounts with the same mark: after that, somebody else may own the address, number or network. */
const BAN_MARK_LIFE_MS = {
  email: 2 * 365 * DAY_MS,
  phone: 2 * 365 * DAY_MS,
  photo: 365 * DAY_MS,
  device: 90 * DAY_MS,
  network: 90 * DAY_MS,
} satisfies Record<store.Mark['kind'], number>;
/** Marks of an account that were not seen for this long are deleted. Addresses are marked as long as they are the account's. */
const MARK_LIFE_MS = { photo: 365 * DAY_MS, device: 90 * DAY_MS, network: 90 * DAY_MS };
const WHY_FLAGGED = {
  device: 'The same browser in the same network as an account that a moderator banned.',
  photo: 'The same photo as on an account that a moderator banned.',
};
const SWEEP_BATCH = 200;
const SAME_PERSON = 'This account belongs to a person whose earlier account was closed by a moderator.';

export type MarkService = ReturnType<typeof createMarkService>;

/**
 * Keyed digests of what accounts of one person share: addresses, networks, devices and photos. Only a confirmed address bans an account
 * by itself. A device or photo of a banned person is shown to moderators, who decide: it may be a flatmate, or a stolen picture.
 */
export function createMarkService(
  { db, clock, log, vault }: Pick<Core, 'db' | 'clock' | 'log' | 'vault'>,
  { digest, lockAccount }: Pick<SafetyDeps, 'digest' | 'lockAccount'>,
) {
  const marks = createMarkDigests(digest);

  /** Refreshes the marks of an account that connects; where nothing changed, with one query. */
  async function refreshMarksIfChanged(userId: string): Promise<void> {
    const now = clock.now();
    const state = await store.findMarkState(db, userId, now, new Date(now.getTime() - store.MARK_FRESH_MS));
    if (!state) return;
    const wanted = [...marks.toAddressMarks(state.addresses), ...marks.toSignInMarks(state.signIns)];
    if (!isMarked(state, wanted)) await withTransactionRetry(db, (tx) => refreshMarks(tx, userId));
  }

  /** Updates the marks of an account's addresses, networks and devices, and compares them with those of banned people. */
  async function refreshMarks(tx: Tx, userId: string): Promise<void> {
    await refreshAddresses(tx, userId);
    const seen = await store.listSignIns(tx, userId);
    await store.upsertMarks(tx, userId, marks.toSignInMarks(seen), clock.now());
    await flagSuspect(tx, userId);
  }

  /** A ban of another account with one of the addresses applies to this account, too, once. */
  async function refreshAddresses(tx: Tx, userId: string): Promise<void> {
    const wanted = marks.toAddressMarks(await store.findAddresses(tx, userId));
    const now = clock.now();
    await store.keepBlockedAddresses(tx, userId, wanted);
    await store.replaceMarks(tx, userId, ['email', 'phone'], wanted, now);
    const found = await store.findBanByMarks(tx, userId, wanted, now);
    // A ban that is lifted at the same moment would stay on this account: the lifting transaction does not see this one.
    if (!found || !(await lockStandingBan(tx, found.sanctionId))) return;
    await lockSanctions(tx, userId);
    const ban = await store.findBanByMarks(tx, userId, wanted, now);
    // Another connection has applied it. A further ban is applied when the user connects again.
    if (ban?.sanctionId !== found.sanctionId) return;
    const sanction = { userId, reportId: ban.sanctionId, moderatorId: null, action: 'ban' as const, until: null };
    const reason = await createSafetyText({ vault }).seal(tx, `user:${userId}`, SAME_PERSON);
    await insertSanction(tx, { ...sanction, reason, at: now });
    await lockAccount(tx, userId, FOREVER);
  }

  /** Marks a new photo. */
  async function markPhoto(tx: Tx, userId: string, fingerprint: readonly string[]): Promise<void> {
    await store.upsertMarks(tx, userId, marks.toPhotoMarks(fingerprint), clock.now());
    await flagSuspect(tx, userId);
  }

  /** Puts an account that shares a device or photo with a banned person into the moderators' queue, once. */
  async function flagSuspect(tx: Tx, userId: string): Promise<void> {
    const shared = await store.findBannedLookalike(tx, userId, clock.now());
    if (!shared || (await wasFlagged(tx, userId))) return;
    const id = crypto.randomUUID();
    const details = { details: WHY_FLAGGED[shared], evidence: [] };
    await insertReport(tx, {
      id,
      reporterId: null,
      subjectId: userId,
      category: 'ban_evasion',
      severity: rateSeverity('ban_evasion'),
      createdAt: clock.now(),
      details: await vault.seal(tx, reportVaultOwner(id), details),
    });
  }

  /** Applies the ban of a user to other accounts that share a mark with theirs. */
  async function addBanMarks(tx: Tx, userId: string, sanctionId: string): Promise<void> {
    const now = clock.now().getTime();
    const all = await store.listMarks(tx, userId);
    const banMarks = all.map((mark) => ({ ...mark, until: new Date(now + BAN_MARK_LIFE_MS[mark.kind]) }));
    await store.insertBanMarks(tx, sanctionId, banMarks);
  }

  /** Marks accounts from before there were marks, and forgets old marks and bans. */
  async function sweepMarks(): Promise<void> {
    const now = clock.now();
    await store.deleteExpiredBanMarks(db, now);
    await store.deleteUnblockedAddresses(db);
    for (const kind of ['photo', 'device', 'network'] as const)
      await store.deleteOldMarks(db, kind, new Date(now.getTime() - MARK_LIFE_MS[kind]));
    for (;;) {
      const due = await store.listUnmarked(db, SWEEP_BATCH);
      const failed = await forEachSettled(due, log, (userId) => db.transaction((tx) => refreshMarks(tx, userId)));
      if (due.length < SWEEP_BATCH || failed.length > 0) return;
    }
  }

  return {
    refreshMarks,
    refreshMarksIfChanged,
    markPhoto,
    addBanMarks,
    deleteBanMarks: store.deleteBanMarks,
    sweepMarks,
  };
}
