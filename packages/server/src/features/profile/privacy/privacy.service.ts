import { AppError } from '@soulsight/contract/errors';
import { DELETION_GRACE_MS } from '@soulsight/contract/limits';
import { type AsyncZippable, zip } from 'fflate';
import type { Core } from '../../../core/core.ts';
import { sealText } from '../../../core/crypto/sealed-text.ts';
import { assertNoneFailed, forEachSettled } from '../../../core/jobs/for-each-settled.ts';
import type { AccountDataService } from '../../auth/account/account-data.service.ts';
import type { OwnerCheckService } from '../../auth/account/owner-check.service.ts';
import type { SessionService } from '../../auth/session/session.service.ts';
import type { ChatService } from '../../chat/chat.service.ts';
import type { MatchService } from '../../match/match.service.ts';
import type { SafetyService } from '../../safety/safety.service.ts';
import type { SubscriptionService } from '../../subscription/subscription.service.ts';
import type { TrustService } from '../../trust/trust.service.ts';
import type { PhotosService } from '../photos/photos.service.ts';
import type { ProfileService } from '../profile.service.ts';
import { lockProfile } from '../profile.store.ts';

const ERASE_BATCH = 50;
const LOOKUP_BATCH = 1_000;

/** Everything a feature stores about a user, as plain data for their data export. */
export type ArchiveSource = (userId: string) => Promise<unknown>;

/** The services that privacy uses. */
export interface PrivacyDeps {
  accounts: Pick<
    AccountDataService,
    'markDeleted' | 'unmarkDeleted' | 'forgetCached' | 'listErasable' | 'listExisting' | 'deleteUser'
  >;
  profile: Pick<ProfileService, 'refreshDiscoverable'>;
  trust: Pick<TrustService, 'findSelfie' | 'withdrawSelfie'>;
  photos: Pick<PhotosService, 'listOriginals' | 'deleteAll'>;
  match: Pick<MatchService, 'closeAll'>;
  chat: Pick<ChatService, 'shredKeys'>;
  safety: Pick<SafetyService, 'eraseReportsAbout'>;
  sessions: Pick<SessionService, 'end'>;
  ownerChecks: Pick<OwnerCheckService, 'confirm' | 'notifyDeletion'>;
  subscription: Pick<SubscriptionService, 'stopRenewal' | 'endSubscription' | 'forgetPayer'>;
  /** The sources of the data export, by file name. */
  archives: Record<string, ArchiveSource>;
}

export interface PrivacyService {
  /** A zip archive with everything stored about a user. */
  createArchive(userId: string): Promise<Uint8Array>;
  /** Locks the account now, emails its owner, and erases it after the grace period; returns when. @throws account_locked */
  requestDeletion(userId: string, reason: string | null): Promise<Date>;
  /** Makes sure that the owner is here: by password, second step, or a sign-in a moment ago. @throws validation_failed, rate_limited */
  confirmOwner: OwnerCheckService['confirm'];
  /** Undoes `requestDeletion`. What it closed stays closed, and what was paid until its end is there again. @throws conflict unless the account is being deleted */
  restore(userId: string): Promise<void>;
  /** Erases the accounts whose grace period has ended, and those of `eraseAgain`; run daily. Returns how many. Rejects after all others if some failed. */
  eraseDue(): Promise<number>;
  /** Erases the users of the list of erased users that a restored backup brought back. Returns how many. Rejects after all others if some failed. */
  eraseAgain(): Promise<number>;
  /** Erases a user for good, with their keys. */
  erase(userId: string): Promise<void>;
}

export function createPrivacyService(
  { db, clock, vault, hub, log, erasures }: Pick<Core, 'db' | 'clock' | 'vault' | 'hub' | 'log' | 'erasures'>,
  { accounts, profile, trust, photos, match, chat, safety, sessions, ownerChecks, subscription, archives }: PrivacyDeps,
): PrivacyService {
  async function requestDeletion(userId: string, reason: string | null): Promise<Date> {
    const eraseAt = new Date(clock.now().getTime() + DELETION_GRACE_MS);
    await db.transaction(async (tx) => {
      await lockProfile(tx, userId);
      const words = reason && (await sealText(vault, tx, `user:${userId}`, reason, 'deletion_reason'));
      if (!(await accounts.markDeleted(tx, userId, words || null))) throw new AppError('account_locked');
      await profile.refreshDiscoverable(tx, userId);
      await trust.withdrawSelfie(userId, tx);
      await match.closeAll(tx, userId, 'deleted');
      await subscription.stopRenewal(tx, userId);
      await sessions.end(tx, { userId });
      await ownerChecks.notifyDeletion(tx, userId, eraseAt);
    });
    await hub.revoke(userId);
    return eraseAt;
  }

  async function restore(userId: string): Promise<void> {
    await db.transaction(async (tx) => {
      await lockProfile(tx, userId);
      if (!(await accounts.unmarkDeleted(tx, userId))) throw new AppError('conflict');
      await profile.refreshDiscoverable(tx, userId);
      accounts.forgetCached(tx, userId);
    });
  }

  async function eraseDue(): Promise<number> {
    const before = new Date(clock.now().getTime() - DELETION_GRACE_MS);
    const { found, failed } = await eraseListed();
    let erased = found - failed.length;
    for (;;) {
      const due = await accounts.listErasable({ before, except: failed, limit: ERASE_BATCH });
      const failedNow = await forEachSettled(due, log, erase);
      failed.push(...failedNow);
      erased += due.length - failedNow.length;
      if (due.length < ERASE_BATCH) break;
    }
    assertNoneFailed(failed, 'accounts could not be erased');
    return erased;
  }

  async function eraseAgain(): Promise<number> {
    const { found, failed } = await eraseListed();
    assertNoneFailed(failed, 'accounts could not be erased');
    return found;
  }

  async function eraseListed(): Promise<{ found: number; failed: string[] }> {
    const listed = await erasures.list();
    const failed: string[] = [];
    let found = 0;
    for (let from = 0; from < listed.length; from += LOOKUP_BATCH) {
      const existing = await accounts.listExisting(listed.slice(from, from + LOOKUP_BATCH));
      found += existing.length;
      failed.push(...(await forEachSettled(existing, log, erase)));
    }
    return { found, failed };
  }

  /** Also destroys the keys, so that no copy of the encrypted data can be read with the database's keys afterwards. */
  async function erase(userId: string): Promise<void> {
    await erasures.add(userId);
    await subscription.endSubscription(userId);
    await photos.deleteAll(userId);
    await db.transaction(async (tx) => {
      await subscription.forgetPayer(tx, userId);
      await chat.shredKeys(tx, userId);
      await vault.shred(tx, `user:${userId}`);
      await safety.eraseReportsAbout(tx, userId);
      await accounts.deleteUser(tx, userId);
    });
  }

  return {
    createArchive: (userId) => createArchive({ archives, photos, trust }, userId),
    confirmOwner: ownerChecks.confirm,
    requestDeletion,
    restore,
    eraseDue,
    eraseAgain,
    erase,
  };
}

/** A ZIP of all texts, photos and the selfie of a user. */
async function createArchive(
  { archives, photos, trust }: Pick<PrivacyDeps, 'archives' | 'photos' | 'trust'>,
  userId: string,
): Promise<Uint8Array> {
  const files: AsyncZippable = {};
  for (const [name, collect] of Object.entries(archives))
    files[`${name}.json`] = Buffer.from(JSON.stringify(await collect(userId), null, 2));
  for (const [n, { bytes }] of (await photos.listOriginals(userId)).entries())
    files[`photos/${n + 1}.jpg`] = [bytes, { level: 0 }];
  const selfie = await trust.findSelfie(userId);
  if (selfie) files['photos/selfie.jpg'] = [selfie, { level: 0 }];
  return new Promise((resolve, reject) => {
    zip(files, (error, data) => (error ? reject(error) : resolve(data)));
  });
}
