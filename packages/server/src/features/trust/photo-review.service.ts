import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { Scores } from './score.service.ts';
import type { TrustDeps } from './trust.deps.ts';
import * as store from './trust.store.ts';

const QUEUE_SHOWN = 100;

export type PhotoRequest = { user_id: string; photo_id: string; at: string };

type Parts = Pick<TrustDeps, 'profileFacts' | 'notifications'> & { scores: Pick<Scores, 'applyEvent'> };

/** Review of main photos by moderators. */
export function createPhotoReview({ db }: Pick<Core, 'db'>, { profileFacts, scores, notifications }: Parts) {
  /** Open requests, the longest waiting first. */
  async function getPhotoQueue(without: readonly string[]): Promise<PhotoRequest[]> {
    const waiting = await store.listPhotoRequests(db, without, QUEUE_SHOWN);
    const requests = await Promise.all(
      waiting.map(async ({ userId, requestedAt }) => {
        const photo = await profileFacts.findMainPhoto(db, userId);
        return photo && requestedAt ? { user_id: userId, photo_id: photo.id, at: requestedAt.toISOString() } : null;
      }),
    );
    return requests.filter((request) => request !== null);
  }

  /** @throws not_found when there is no such request, conflict when the main photo changed meanwhile */
  async function decidePhoto(photoId: string, verified: boolean, without: readonly string[]): Promise<void> {
    const request = (await getPhotoQueue(without)).find(({ photo_id }) => photo_id === photoId);
    if (!request) throw new AppError('not_found');
    const userId = request.user_id;
    await db.transaction(async (tx) => {
      const profile = await store.lockTrustProfile(tx, userId);
      const mainPhoto = await profileFacts.findMainPhoto(tx, userId);
      if (!profile?.photoRequestedAt || mainPhoto?.id !== photoId) throw new AppError('conflict');
      await store.updatePhotoVerification(tx, userId, { photoVerified: verified, photoRequestedAt: null });
      if (verified) await scores.applyEvent(tx, { userId, cause: 'photo_verified' });
      await notifications.notify(tx, {
        userId,
        kind: 'trust',
        title: verified ? 'Your photo is verified' : 'Your photo could not be verified',
        body: verified
          ? 'A moderator reviewed your main photo.'
          : 'A moderator could not see your face clearly in your main photo. You can choose another one and ask again.',
        href: '/profile/trust',
        groupKey: 'photo_verification',
      });
    });
  }

  return { getPhotoQueue, decidePhoto };
}
