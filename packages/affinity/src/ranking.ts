import { dailyExposureCap } from './exposure.ts';
import { EXPOSURE_ETA } from './index-vectors.ts';
import { interestScore, type UserModel, type Weights } from './interest.ts';

/** Someone who is eligible, with how often they were shown. */
export type Candidate<Id = string> = {
  id: Id;
  person: UserModel;
  /** Times shown today, to anyone. */
  shownToday: number;
  /** lambda_j of `exposure.ts`. */
  price: number;
};
export type Ranked<Id = string> = {
  id: Id;
  /** What the order is by: log P_ij + log P_ji - eta lambda_j. */
  rank: number;
  pij: number;
  pji: number;
};
export type RankingOptions = {
  /** R, introductions a person gets in a day on average; the cap is ceil(2 R). Infinity lifts it. */
  introductionsPerDay: number;
  /** Weight of the price of exposure; .5 unless given. */
  eta?: number;
};

/**
 * The exact reciprocal order of the people whom `seeker` may meet, best first. Whoever was shown ceil(2R) times today is left
 * out until tomorrow. Equal ranks keep the given order.
 */
export function rankCandidates<Id>(
  seeker: UserModel,
  candidates: readonly Candidate<Id>[],
  weights: Weights,
  { introductionsPerDay, eta = EXPOSURE_ETA }: RankingOptions,
): Ranked<Id>[] {
  const cap = dailyExposureCap(introductionsPerDay);
  return candidates
    .filter(({ shownToday }) => shownToday < cap)
    .map(({ id, person, price }) => {
      const pij = interestScore(seeker, person, weights).P;
      const pji = interestScore(person, seeker, weights).P;
      return { id, pij, pji, rank: Math.log(pij) + Math.log(pji) - eta * price };
    })
    .sort((one, other) => other.rank - one.rank);
}
