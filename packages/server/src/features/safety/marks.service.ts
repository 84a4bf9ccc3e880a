import { DAY_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import { forEachSettled } from '../../core/jobs/for-each-settled.ts';
import { toEmailKey, toPhoneKey } from './contact.rules.ts';
import * as store from './marks.store.ts';
import type { SafetyDeps } from './safety.deps.ts';
import { insertSanction } from './safety.store.ts';

/** How long a ban follows a person: after that, somebody else may own the address or number. */
const BAN_FOLLOWS_MS = 2 * 365 * DAY_MS;
const SWEEP_BATCH = 200;
const FOREVER = new Date('9999-12-31T00:00:00Z');
const SAME_PERSON = 'This account belongs to a person whose earlier account was closed by a moderator.';

export type MarkService = ReturnType<typeof createMarkService>;

/** Keyed digests of an account's addresses: they connect accounts of one person without storing an address twice. */
export function createMarkService(
  { db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>,
  { digest, lockAccount }: Pick<SafetyDeps, 'digest' | 'lockAccount'>,
) {
  /** Updates the marks of an account's addresses. A ban of another account with one of them applies to this account, too. */
  async function refreshMarks(tx: Tx, userId: string): Promise<void> {
    const { email, phones } = await store.findAddresses(tx, userId);
    const marks: store.Mark[] = phones.map((phone) => ({ kind: 'phone', digest: digest(toPhoneKey(phone)) }));
    if (email) marks.push({ kind: 'email', digest: digest(toEmailKey(email)) });
    const now = clock.now();
    await store.replaceMarks(tx, userId, ['email', 'phone'], marks, now);
    const ban = await store.findBanByMarks(tx, userId, marks, now);
    if (!ban) return;
    const sanction = { userId, reportId: ban.sanctionId, moderatorId: null, action: 'ban' as const, until: null };
    await insertSanction(tx, { ...sanction, reason: SAME_PERSON, at: now });
    await lockAccount(tx, userId, FOREVER);
  }

  /** The ban of a user follows the addresses of their account. */
  async function followPerson(tx: Tx, userId: string, sanctionId: string): Promise<void> {
    const until = new Date(clock.now().getTime() + BAN_FOLLOWS_MS);
    await store.insertBanMarks(tx, sanctionId, await store.listMarks(tx, userId), until);
  }

  /** Marks accounts from before there were marks, and forgets old bans. */
  async function sweepMarks(): Promise<void> {
    await store.deleteExpiredBanMarks(db, clock.now());
    for (;;) {
      const due = await store.listUnmarked(db, SWEEP_BATCH);
      const failed = await forEachSettled(due, log, (userId) => db.transaction((tx) => refreshMarks(tx, userId)));
      if (due.length < SWEEP_BATCH || failed.length > 0) return;
    }
  }

  return { refreshMarks, followPerson, unfollow: store.deleteBanMarks, sweepMarks };
}
