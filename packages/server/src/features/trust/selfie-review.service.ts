import { AppError } from '@soulsight/contract/errors';
import type { SelfiePose, SelfieRefusal } from '@soulsight/contract/trust';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { Scores } from './score.service.ts';
import { SELFIE_CONTEXT } from './selfie-challenge.service.ts';
import type { TrustDeps } from './trust.deps.ts';
import { selfieNotification } from './trust.rules.ts';
import * as store from './trust.store.ts';

const QUEUE_SHOWN = 50;

export type SelfieRequest = { id: string; user_id: string; pose: SelfiePose; at: string };
export type SelfieDecision = { moderatorId: string; photoIds: readonly string[]; refusal: SelfieRefusal | null };
/** Runs in the transaction of a decision. */
export type SelfieDecided = (
  tx: Tx,
  decision: { moderatorId: string; userId: string; refusal: SelfieRefusal | null },
) => Promise<void>;

type Parts = Pick<TrustDeps, 'profileFacts' | 'notifications'> & { scores: Pick<Scores, 'applyEvent' | 'updateScore'> };

/** The moderators' side of the selfie check. */
export function createSelfieReview(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  { profileFacts, scores, notifications }: Parts,
) {
  const listeners: SelfieDecided[] = [];

  /** Selfies that wait, without those of these accounts, the longest waiting first. */
  async function listSelfieRequests(without: readonly string[]): Promise<SelfieRequest[]> {
    const rows = await store.listWaitingSelfies(db, without, QUEUE_SHOWN);
    return rows.map(({ id, userId, pose, submittedAt }) => ({
      id,
      user_id: userId,
      pose,
      at: (submittedAt ?? new Date(0)).toISOString(),
    }));
  }

  /** The selfies that wait as numbers, for the metrics. */
  async function measureSelfies(): Promise<{ waitingSelfies: number; oldestSelfieSeconds: number }> {
    const { waiting, oldest } = await store.measureWaitingSelfies(db);
    const now = clock.now().getTime();
    return { waitingSelfies: waiting, oldestSelfieSeconds: (now - (oldest?.getTime() ?? now)) / 1_000 };
  }

  /** The picture of a selfie that waits. @throws not_found */
  async function readSelfie(id: string): Promise<Buffer> {
    const check = await store.findWaitingSelfie(db, id);
    if (!check?.picture) throw new AppError('not_found');
    return Buffer.from(await vault.open(db, `user:${check.userId}`, check.picture, SELFIE_CONTEXT), 'base64');
  }

  /**
   * Accepts a selfie, or refuses it, and deletes the picture.
   * @throws not_found, also for a selfie of these accounts; conflict when the photos are no longer those that were compared
   */
  async function decideSelfie(id: string, decision: SelfieDecision, without: readonly string[]): Promise<void> {
    const { moderatorId, refusal } = decision;
    const found = await store.findWaitingSelfie(db, id);
    if (!found || without.includes(found.userId)) throw new AppError('not_found');
    const { userId } = found;
    await db.transaction(async (tx) => {
      await store.lockTrustProfile(tx, userId);
      if (!(await store.findWaitingSelfie(tx, id))) throw new AppError('not_found');
      const photoIds = await profileFacts.listPhotoIds(tx, userId);
      if (photoIds.length !== decision.photoIds.length || !photoIds.every((photo) => decision.photoIds.includes(photo)))
        throw new AppError('conflict', 'Their photos have changed. Please look again.');
      if (refusal) {
        await store.refuseSelfie(tx, id, refusal);
        // Tells the user's devices.
        await scores.updateScore(tx, userId);
      } else {
        await store.deleteSelfieCheck(tx, userId);
        await store.updatePhotoVerified(tx, userId, true);
        await scores.applyEvent(tx, { userId, cause: 'photo_verified' });
      }
      for (const listener of listeners) await listener(tx, { moderatorId, userId, refusal });
      await notifications.notify(tx, { userId, ...selfieNotification(refusal) });
    });
  }

  return {
    listSelfieRequests,
    measureSelfies,
    readSelfie,
    decideSelfie,
    onSelfieDecided: (listener: SelfieDecided) => void listeners.push(listener),
  };
}
