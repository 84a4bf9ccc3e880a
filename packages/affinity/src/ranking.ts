import { dailyExposureCap } from './exposure.ts';
import { EXPOSURE_ETA } from './index-vectors.ts';
import { interestScore, type UserModel, type Weights } from './interest.ts';

/** An eligible user, with how often they were shown. */
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
  /** The sort key: log P_ij + log P_ji - eta lambda_j. */
  rank: number;
  /** The seeker's interest in the candidate, 0 to 1. */
  pij: number;
  /** The candidate's interest in the seeker, 0 to 1. */
  pji: number;
};
export type RankingOptions = {
  /** R, the average number of introductions per user and day; the cap is ceil(2R). Infinity means no cap. */
  introductionsPerDay: number;
  /** Weight of the price of exposure; the default is `EXPOSURE_ETA`. */
  eta?: number;
};

/**
 * The exact reciprocal order of the users whom `seeker` may meet, best first. Users who were shown ceil(2R) times today are
 * excluded until tomorrow. Equal ranks keep the given order.
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
