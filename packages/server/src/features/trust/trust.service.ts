import type { TrustProfile } from '@soulsight/contract/trust';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { createScores, type TrustEvent } from './score.service.ts';
import { createSelfieChallenge, type SelfieChallenge } from './selfie-challenge.service.ts';
import {
  createSelfieReview,
  type SelfieDecided,
  type SelfieDecision,
  type SelfieRequest,
} from './selfie-review.service.ts';
import type { TrustDeps } from './trust.deps.ts';
import { type TrustScore, toScore, toTrustChanges } from './trust.rules.ts';
import { findSelfieCheck, findTrustProfile, listTrustChanges } from './trust.store.ts';
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
  /** Takes over what the auth service has confirmed, or says how far the selfie check is. */
  verify(userId: string, kind: 'email' | 'phone' | 'photo'): Promise<VerificationResult>;
  /** Draws a pose, or returns the one that was drawn and has not expired. @throws conflict */
  drawSelfiePose(userId: string): Promise<SelfieChallenge>;
  /** Stores the selfie for a drawn pose. @throws not_found, conflict, image_too_large, invalid_image, rate_limited */
  submitSelfie(userId: string, id: string, upload: Buffer): Promise<void>;
  /** Deletes a selfie that waits. */
  withdrawSelfie(userId: string, db?: Db): Promise<void>;
  /** Ends the badge of the previous photos. */
  photosChanged(tx: Tx, userId: string): Promise<void>;
  /** The user's own selfie that waits, for their data export. */
  findSelfie(userId: string): Promise<Buffer | null>;
  /** Deletes selfies that waited too long; run daily. */
  sweepSelfies(): Promise<void>;
  /** Selfies that wait, without those of these accounts, the longest waiting first. */
  listSelfieRequests(without: readonly string[]): Promise<SelfieRequest[]>;
  /** The selfies that wait as numbers, for the metrics. */
  measureSelfies(): Promise<{ waitingSelfies: number; oldestSelfieSeconds: number }>;
  /** The picture of a selfie that waits. @throws not_found */
  readSelfie(id: string): Promise<Buffer>;
  /** @throws not_found, also for a selfie of these accounts; conflict when the photos changed */
  decideSelfie(id: string, decision: SelfieDecision, without: readonly string[]): Promise<void>;
  /** Registers a listener that runs in the transaction of a decision. */
  onSelfieDecided(listener: SelfieDecided): void;
}

export function createTrustService(
  core: Pick<Core, 'db' | 'clock' | 'outbox' | 'vault' | 'log'>,
  deps: TrustDeps,
): TrustService {
  const { db, clock } = core;
  const scores = createScores(core, deps);
  const { updateScore: _, ...publicScores } = scores;

  async function getProfile(userId: string): Promise<TrustProfile> {
    const [rows, contacts, stored, check] = await Promise.all([
      listTrustChanges(db, [userId]),
      deps.accounts.findContacts(userId),
      findTrustProfile(db, userId),
      findSelfieCheck(db, userId),
    ]);
    return {
      ...toScore(toTrustChanges(rows, clock.now())),
      verifications: {
        email: contacts?.emailConfirmedAt != null,
        phone: contacts?.phoneConfirmedAt != null,
        photo: stored?.photoVerified ?? false,
      },
      selfie: {
        status: check?.picture ? 'waiting' : check?.refusal ? 'refused' : 'none',
        refusal: check?.refusal ?? null,
      },
      changes: rows.map(({ at, points, reason }) => ({ at: at.toISOString(), points, reason })),
    };
  }

  return {
    getProfile,
    ...publicScores,
    ...createVerification(core, { ...deps, scores, getProfile }),
    ...createSelfieChallenge(core, { ...deps, scores }),
    ...createSelfieReview(core, { ...deps, scores }),
  };
}
