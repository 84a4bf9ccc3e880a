import { randomInt, randomUUID } from 'node:crypto';
import { AppError } from '@soulsight/contract/errors';
import { SELFIE_CHALLENGE_MS } from '@soulsight/contract/limits';
import { DAY_MS } from '@soulsight/contract/time';
import { SELFIE_POSES, type SelfiePose } from '@soulsight/contract/trust';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import type { Scores } from './score.service.ts';
import type { TrustDeps } from './trust.deps.ts';
import * as store from './trust.store.ts';

/** How selfies are sealed for their owner. */
export const SELFIE_CONTEXT = 'selfie';
/** A selfie that no moderator looked at for so long is deleted. */
const SELFIE_WAITS_MS = 30 * DAY_MS;

export type SelfieChallenge = { id: string; pose: SelfiePose; expires_at: string };

type Parts = Pick<TrustDeps, 'profileFacts' | 'notifications' | 'makePictures'> & {
  scores: Pick<Scores, 'updateScore'>;
};

/** The user's side of the selfie check: a drawn pose, one picture for it, and what ends the check. */
export function createSelfieChallenge(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  { profileFacts, notifications, makePictures, scores }: Parts,
) {
  /** Draws a pose, or returns the one that was drawn and has not expired. @throws conflict */
  async function drawSelfiePose(userId: string): Promise<SelfieChallenge> {
    return db.transaction(async (tx) => {
      await assertPossible(tx, userId);
      const now = clock.now();
      const known = await store.findSelfieCheck(tx, userId);
      if (known && !known.refusal && known.expiresAt > now) return toChallenge(known);
      const pose = SELFIE_POSES[randomInt(SELFIE_POSES.length)] as SelfiePose;
      const expiresAt = new Date(now.getTime() + SELFIE_CHALLENGE_MS);
      const drawn = { id: randomUUID(), userId, pose, expiresAt, refusal: null, picture: null, submittedAt: null };
      await store.replaceSelfieCheck(tx, drawn);
      return toChallenge(drawn);
    });
  }

  /** Stores the selfie for a drawn pose, sealed. @throws not_found, conflict, image_too_large, invalid_image, rate_limited */
  async function submitSelfie(userId: string, id: string, upload: Buffer): Promise<void> {
    await assertOpen(userId, id);
    const { original } = await makePictures(upload);
    const text = Buffer.from(original).toString('base64');
    const picture = await vault.seal(db, `user:${userId}`, text, SELFIE_CONTEXT);
    await db.transaction(async (tx) => {
      await assertPossible(tx, userId);
      if (!(await store.submitSelfie(tx, id, { picture, submittedAt: clock.now() }))) throw new AppError('not_found');
    });
  }

  /** Whether the pose still waits for its picture. Checked before the picture is decoded, which is expensive. */
  async function assertOpen(userId: string, id: string): Promise<void> {
    const check = await store.findSelfieCheck(db, userId);
    if (check?.id !== id) throw new AppError('not_found');
    if (check.picture || check.refusal) throw new AppError('conflict', 'This pose was already used. Get another one.');
    if (check.expiresAt <= clock.now())
      throw new AppError('conflict', 'The time for this pose is up. Get another one.');
  }

  /** Checks that the user may be checked now. Locks their trust profile, which serialises the requests of one user. */
  async function assertPossible(tx: Tx, userId: string): Promise<void> {
    await store.ensureTrustProfile(tx, userId, clock.now());
    const profile = await store.lockTrustProfile(tx, userId);
    if (profile?.photoVerified) throw new AppError('conflict', 'Your photos are already checked.');
    if ((await store.findSelfieCheck(tx, userId))?.picture)
      throw new AppError('conflict', 'A moderator has your selfie and will compare it with your photos.');
    if (!(await profileFacts.findMainPhoto(tx, userId)))
      throw new AppError('conflict', 'Add a photo of your face to your profile first.');
  }

  async function withdrawSelfie(userId: string, handle: Db = db): Promise<void> {
    await store.deleteWaitingSelfie(handle, userId);
  }

  /** The check belongs to the photos that were compared: it ends with a new photo, or when the main photo changes. */
  async function photosChanged(tx: Tx, userId: string): Promise<void> {
    const profile = await store.lockTrustProfile(tx, userId);
    const hasPhotos = (await profileFacts.findMainPhoto(tx, userId)) !== undefined;
    if (!hasPhotos) await withdrawSelfie(userId, tx);
    if (!profile?.photoVerified) return;
    await store.updatePhotoVerified(tx, userId, false);
    await store.deleteTrustChanges(tx, userId, 'photo_verified');
    await scores.updateScore(tx, userId);
    await notifications.notify(tx, {
      userId,
      kind: 'trust',
      title: 'Your photos changed',
      body: 'The badge belonged to the photos that a moderator compared. Take a new selfie to get it back.',
      href: '/profile/trust',
      groupKey: 'photo_verification',
    });
  }

  /** The selfie that waits for a moderator, for the owner's data export. */
  async function findSelfie(userId: string): Promise<Buffer | null> {
    const check = await store.findSelfieCheck(db, userId);
    if (!check?.picture) return null;
    return Buffer.from(await vault.open(db, `user:${userId}`, check.picture, SELFIE_CONTEXT), 'base64');
  }

  /** Deletes selfies that waited too long, and poses that nobody took a picture for; run daily. */
  async function sweepSelfies(): Promise<void> {
    const now = clock.now();
    await store.deleteOldSelfieChecks(db, { now, submittedBefore: new Date(now.getTime() - SELFIE_WAITS_MS) });
  }

  return { drawSelfiePose, submitSelfie, withdrawSelfie, photosChanged, findSelfie, sweepSelfies };
}

function toChallenge({
  id,
  pose,
  expiresAt,
}: Pick<store.SelfieCheckRow, 'id' | 'pose' | 'expiresAt'>): SelfieChallenge {
  return { id, pose, expires_at: expiresAt.toISOString() };
}
