import type { TrustProfile } from '@soulsight/contract/trust';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { createPhotoReview, type PhotoRequest } from './photo-review.service.ts';
import { createScores, type TrustEvent } from './score.service.ts';
import type { TrustDeps } from './trust.deps.ts';
import { type TrustScore, toScore, toTrustChanges } from './trust.rules.ts';
import { findTrustProfile, listTrustChanges } from './trust.store.ts';
import { createVerification, type VerificationResult } from './verification.service.ts';

export type { TrustEvent, TrustScore };

export interface TrustService {
  getScore(userId: string, db?: Db): Promise<TrustScore>;
  /** Scores by user id; users without evidence have the default score. */
  getScores(userIds: readonly string[], db?: Db): Promise<Map<string, TrustScore>>;
  getProfile(userId: string): Promise<TrustProfile>;
  /** Applies the event unless it was applied before; returns whether it was. */
  applyEvent(tx: Tx, event: TrustEvent): Promise<boolean>;
  /** Undoes an event, for example when an appeal is granted. */
  revertEvent(tx: Tx, event: TrustEvent): Promise<void>;
  /** Takes over what the auth service has confirmed, or asks a moderator to review the main photo. */
  verify(userId: string, kind: 'email' | 'phone' | 'photo'): Promise<VerificationResult>;
  /** Ends the verification of the previous main photo. */
  mainPhotoChanged(tx: Tx, userId: string): Promise<void>;
  /** Open requests for photo reviews without those of these accounts, the longest waiting first. */
  getPhotoQueue(without: readonly string[]): Promise<PhotoRequest[]>;
  /** @throws not_found, also for a photo of these accounts; conflict */
  decidePhoto(photoId: string, verified: boolean, without: readonly string[]): Promise<void>;
}

export function createTrustService(core: Pick<Core, 'db' | 'clock' | 'outbox' | 'log'>, deps: TrustDeps): TrustService {
  const { db, clock } = core;
  const scores = createScores(core, deps);
  const { updateScore: _, ...publicScores } = scores;

  async function getProfile(userId: string): Promise<TrustProfile> {
    const [rows, contacts, stored] = await Promise.all([
      listTrustChanges(db, [userId]),
      deps.accounts.findContacts(userId),
      findTrustProfile(db, userId),
    ]);
    return {
      ...toScore(toTrustChanges(rows, clock.now())),
      verifications: {
        email: contacts?.emailConfirmedAt != null,
        phone: contacts?.phoneConfirmedAt != null,
        photo: stored?.photoVerified ?? false,
      },
      changes: rows.map(({ at, points, reason }) => ({ at: at.toISOString(), points, reason })),
    };
  }

  return {
    getProfile,
    ...publicScores,
    ...createVerification(core, { ...deps, scores, getProfile }),
    ...createPhotoReview(core, { ...deps, scores }),
  };
}
