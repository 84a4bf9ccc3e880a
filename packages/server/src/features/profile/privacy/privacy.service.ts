import { AppError } from '@soulsight/contract/errors';
import { DELETION_GRACE_MS } from '@soulsight/contract/limits';
import { type AsyncZippable, zip } from 'fflate';
import type { Core } from '../../../core/core.ts';
import { forEachSettled } from '../../../core/jobs/for-each-settled.ts';
import type { SessionService } from '../../auth/session/session.service.ts';
import type { MatchService } from '../../match/match.service.ts';
import type { SubscriptionService } from '../../subscription/subscription.service.ts';
import type { PhotosService } from '../photos/photos.service.ts';
import type { ProfileService } from '../profile.service.ts';
import { lockProfile } from '../profile.store.ts';
import * as store from './privacy.store.ts';

const ERASE_BATCH = 50;

/** What each feature holds of a person, as plain data for their archive. */
export type ArchiveSource = (userId: string) => Promise<unknown>;

/** The services that privacy uses. */
export interface PrivacyDeps {
  profile: Pick<ProfileService, 'refreshDiscoverable'>;
  photos: Pick<PhotosService, 'listOriginals' | 'deleteAll'>;
  match: Pick<MatchService, 'closeAll'>;
  sessions: Pick<SessionService, 'end'>;
  subscription: Pick<SubscriptionService, 'endSubscription'>;
  /** What each feature holds of a user, by the name of its file in the archive. */
  archives: Record<string, ArchiveSource>;
}

export interface PrivacyService {
  /** One archive of everything held about a person. */
  createArchive(userId: string): Promise<Uint8Array>;
  /** Locks the account at once; it is erased after 30 days. Answers when. */
  requestDeletion(userId: string, reason: string | null): Promise<Date>;
  /** Erases the accounts whose time is over, one that fails in the way of no other; run daily. Answers how many. */
  eraseDue(): Promise<number>;
  /** Takes one person away for good, with their keys. */
  erase(userId: string): Promise<void>;
}

export function createPrivacyService(
  { db, clock, vault, hub, log }: Pick<Core, 'db' | 'clock' | 'vault' | 'hub' | 'log'>,
  { profile, photos, match, sessions, subscription, archives: featureSources }: PrivacyDeps,
): PrivacyService {
  async function createArchive(userId: string): Promise<Uint8Array> {
    const files: AsyncZippable = {};
    const archives = { ...ownSources, ...featureSources };
    for (const [name, collect] of Object.entries(archives))
      files[`${name}.json`] = Buffer.from(JSON.stringify(await collect(userId), null, 2));
    for (const [n, { bytes }] of (await photos.listOriginals(userId)).entries())
      files[`photos/${n + 1}.jpg`] = [bytes, { level: 0 }];
    return new Promise((resolve, reject) => {
      zip(files, (error, data) => (error ? reject(error) : resolve(data)));
    });
  }

  const ownSources: Record<string, ArchiveSource> = {
    account: (userId) => store.findAccountData(db, userId),
    reveals: (userId) => store.listRevealData(db, userId),
    safety: collectSafety,
    wingman: collectSuggestions,
  };

  /** Reports with the person's own words; the evidence stands in their conversations. */
  async function collectSafety(userId: string) {
    const { reports, ...rest } = await store.listSafetyData(db, userId);
    const opened = reports.map(async ({ id, sealed, ...report }) => ({
      ...report,
      details: (await vault.openJson<{ details: string }>(db, `report:${id}`, sealed)).details,
    }));
    return { ...rest, reports: await Promise.all(opened) };
  }

  async function collectSuggestions(userId: string) {
    const rows = await store.listWingmanData(db, userId);
    const owner = `user:${userId}` as const;
    const texts = await vault.openMany(
      db,
      rows.map(({ text }) => ({ owner, sealed: text })),
    );
    return rows.map(({ kind, because, usedAt, createdAt }, n) => ({
      kind,
      text: texts[n],
      because,
      used_at: usedAt,
      at: createdAt,
    }));
  }

  async function requestDeletion(userId: string, reason: string | null): Promise<Date> {
    const now = clock.now();
    await db.transaction(async (tx) => {
      await lockProfile(tx, userId);
      if (!(await store.markDeleted(tx, userId, now, reason))) throw new AppError('account_locked');
      await profile.refreshDiscoverable(tx, userId);
      await match.closeAll(tx, userId, 'deleted');
      await subscription.endSubscription(userId, tx);
      await sessions.end(tx, { userId });
    });
    await hub.revoke(userId);
    return new Date(now.getTime() + DELETION_GRACE_MS);
  }

  async function eraseDue(): Promise<number> {
    const before = new Date(clock.now().getTime() - DELETION_GRACE_MS);
    const failed: string[] = [];
    let erased = 0;
    for (;;) {
      const due = await store.listErasable(db, { before, except: failed, limit: ERASE_BATCH });
      const failedNow = await forEachSettled(due, log, erase);
      failed.push(...failedNow);
      erased += due.length - failedNow.length;
      if (due.length < ERASE_BATCH) return erased;
    }
  }

  /** The keys go with the rows: no copy of the data anywhere can be read after it. */
  async function erase(userId: string): Promise<void> {
    await subscription.endSubscription(userId);
    await photos.deleteAll(userId);
    const talks = await store.listConversationIds(db, userId);
    await db.transaction(async (tx) => {
      await vault.shred(tx, `user:${userId}`);
      for (const id of talks) await vault.shred(tx, `conversation:${id}`);
      for (const id of await store.deleteReportsAbout(tx, userId)) await vault.shred(tx, `report:${id}`);
      await store.deleteUser(tx, userId);
    });
  }

  return { createArchive, requestDeletion, eraseDue, erase };
}
