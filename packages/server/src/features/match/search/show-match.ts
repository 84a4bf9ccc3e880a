import { calculateCompatibility, talkingPoints } from '@soulsight/affinity/compatibility';
import { expectedConnection } from '@soulsight/affinity/connection';
import { NO_OWN_EFFECT, type UserModel, type Weights } from '@soulsight/affinity/interest';
import { AppError } from '@soulsight/contract/errors';
import type { Tx } from '../../../core/db/types.ts';
import type { MatchContext } from '../match.context.ts';
import { getOrInsertMatch, insertSide, listSides, type MatchView } from '../match.store.ts';

type Introduction = {
  userId: string;
  otherId: string;
  seeker: UserModel;
  other: UserModel;
  weights: Weights;
  /** Above 0, at most 1, see `match_sides.propensity`. */
  propensity: number;
};

/** Shows one user to another; null when they were paired before. */
export async function showMatch(
  { clock, profile }: Pick<MatchContext, 'clock' | 'profile'>,
  tx: Tx,
  { userId, otherId, seeker, other, weights, propensity }: Introduction,
): Promise<MatchView | null> {
  const now = clock.now();
  const scores = {
    compatibility: calculateCompatibility(seeker, other, weights).overall_score,
    emotionalConnectionExpected: expectedConnection(seeker, other, weights),
  };
  const match = await getOrInsertMatch(tx, userId, otherId, scores, now);
  const sides = await listSides(tx, match.id);
  if (match.state !== 'open' || sides.some((side) => side.userId === userId)) return null;
  const [theirs] = sides;
  // The reasons are exported: the other's like must not be readable from them.
  const back = theirs ? { shift: theirs.ownShift, variance: theirs.ownVariance } : NO_OWN_EFFECT;
  const { reasons } = calculateCompatibility(seeker, other, weights, { there: NO_OWN_EFFECT, back });
  const bands = await profile.measureBands(userId, otherId, tx);
  const side = await insertSide(tx, {
    matchId: match.id,
    userId,
    otherId,
    reasons,
    talkingPoints: talkingPoints(seeker, other, weights),
    propensity,
    ageBand: bands.age,
    distanceBand: bands.distance,
    shownAt: now,
  });
  return { match, side, conversationId: null, stage: 0, isLikeOpen: false };
}

/** @throws profile_missing */
export function getModel(models: Map<string, UserModel>, userId: string): UserModel {
  const model = models.get(userId);
  if (!model) throw new AppError('profile_missing');
  return model;
}
