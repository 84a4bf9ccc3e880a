import { DAY_MS } from '@soulsight/contract/time';
import { isLoopbackAddress } from '../../core/config/is-local.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import { toNetwork } from '../../core/http/address.ts';
import { forEachSettled } from '../../core/jobs/for-each-settled.ts';
import { toEmailKey, toPhoneKey } from './contact.rules.ts';
import * as store from './marks.store.ts';
import type { SafetyDeps } from './safety.deps.ts';
import { rateSeverity, reportVaultOwner } from './safety.rules.ts';
import { insertReport, insertSanction, wasFlagged } from './safety.store.ts';
import { createSafetyText } from './safety-text.ts';

/** How long a ban follows a person by each mark: after that, somebody else may own the address, number or network. */
const BAN_FOLLOWS_MS = {
  ...{ email: 2 * 365 * DAY_MS, phone: 2 * 365 * DAY_MS, photo: 365 * DAY_MS },
  ...{ device: 90 * DAY_MS, network: 90 * DAY_MS },
} satisfies Record<store.Mark['kind'], number>;
/** Marks of an account that were not seen for this long are deleted. Addresses are marked as long as they are the account's. */
const MARK_LIFE_MS = { photo: 365 * DAY_MS, device: 90 * DAY_MS, network: 90 * DAY_MS };
const WHY_FLAGGED = {
  device: 'The same browser in the same network as an account that a moderator banned.',
  photo: 'The same photo as on an account that a moderator banned.',
};
const SWEEP_BATCH = 200;
const FOREVER = new Date('9999-12-31T00:00:00Z');
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
  /** Updates the marks of an account's addresses, networks and devices, and compares them with those of banned people. */
  async function refreshMarks(tx: Tx, userId: string): Promise<void> {
    await refreshAddresses(tx, userId);
    const seen = await store.listSignIns(tx, userId);
    await store.upsertMarks(
      tx,
      userId,
      seen.flatMap(({ ip, userAgent }) => toPlaceMarks(ip, userAgent)),
      clock.now(),
    );
    await flagSuspect(tx, userId);
  }

  /** A ban of another account with one of the addresses applies to this account, too. */
  async function refreshAddresses(tx: Tx, userId: string): Promise<void> {
    const { email, phones } = await store.findAddresses(tx, userId);
    const marks: store.Mark[] = phones.map((phone) => ({ kind: 'phone', digest: digest(toPhoneKey(phone)) }));
    if (email) marks.push({ kind: 'email', digest: digest(toEmailKey(email)) });
    const now = clock.now();
    await store.replaceMarks(tx, userId, ['email', 'phone'], marks, now);
    const ban = await store.findBanByMarks(tx, userId, marks, now);
    if (!ban) return;
    const sanction = { userId, reportId: ban.sanctionId, moderatorId: null, action: 'ban' as const, until: null };
    const reason = await createSafetyText({ vault }).seal(tx, `user:${userId}`, SAME_PERSON);
    await insertSanction(tx, { ...sanction, reason, at: now });
    await lockAccount(tx, userId, FOREVER);
  }

  /** A network says nothing on this machine. There is no identifier in the browser: a device is a browser version in a network. */
  function toPlaceMarks(ip: string, userAgent: string | null): store.Mark[] {
    if (isLoopbackAddress(ip)) return [];
    const network = toNetwork(ip);
    const marks: store.Mark[] = [{ kind: 'network', digest: digest(`network\0${network}`) }];
    if (userAgent) marks.push({ kind: 'device', digest: digest(`device\0${network}\0${userAgent}`) });
    return marks;
  }

  /** Marks a new photo by the parts of its fingerprint, so that a copy with small changes still has some of them. */
  async function markPhoto(tx: Tx, userId: string, fingerprint: readonly string[]): Promise<void> {
    const marks = fingerprint.map((part, n) => ({ kind: 'photo' as const, digest: digest(`photo\0${n}\0${part}`) }));
    await store.upsertMarks(tx, userId, marks, clock.now());
    await flagSuspect(tx, userId);
  }

  /** Puts an account that shares a device or photo with a banned person into the moderators' queue, once. */
  async function flagSuspect(tx: Tx, userId: string): Promise<void> {
    const shared = await store.findBannedLookalike(tx, userId, clock.now());
    if (!shared || (await wasFlagged(tx, userId))) return;
    const id = crypto.randomUUID();
    const details = { details: WHY_FLAGGED[shared], evidence: [] };
    await insertReport(tx, {
      ...{ id, reporterId: null, subjectId: userId, category: 'ban_evasion' },
      ...{ severity: rateSeverity('ban_evasion'), createdAt: clock.now() },
      details: await vault.seal(tx, reportVaultOwner(id), details),
    });
  }

  /** The ban of a user follows the marks of their account. */
  async function followPerson(tx: Tx, userId: string, sanctionId: string): Promise<void> {
    const now = clock.now().getTime();
    const marks = await store.listMarks(tx, userId);
    const followed = marks.map((mark) => ({ ...mark, until: new Date(now + BAN_FOLLOWS_MS[mark.kind]) }));
    await store.insertBanMarks(tx, sanctionId, followed);
  }

  /** Marks accounts from before there were marks, and forgets old marks and bans. */
  async function sweepMarks(): Promise<void> {
    const now = clock.now();
    await store.deleteExpiredBanMarks(db, now);
    for (const kind of ['photo', 'device', 'network'] as const)
      await store.deleteOldMarks(db, kind, new Date(now.getTime() - MARK_LIFE_MS[kind]));
    for (;;) {
      const due = await store.listUnmarked(db, SWEEP_BATCH);
      const failed = await forEachSettled(due, log, (userId) => db.transaction((tx) => refreshMarks(tx, userId)));
      if (due.length < SWEEP_BATCH || failed.length > 0) return;
    }
  }

  return { refreshMarks, markPhoto, followPerson, unfollow: store.deleteBanMarks, sweepMarks };
}
