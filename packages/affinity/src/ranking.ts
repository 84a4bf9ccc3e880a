import { dailyExposureCap, EXPOSURE_WEIGHT } from './exposure.ts';
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
  /** The sort key: sqrt(P_ij P_ji) - .14 lambda_j, the compatibility as a part of 1, less the price of the introduction. */
  rank: number;
  /** The seeker's interest in the candidate, 0 to 1. */
  pij: number;
  /** The candidate's interest in the seeker, 0 to 1. */
  pji: number;
};
export type RankingOptions = {
  /** R, the average number of introductions per user and day; the cap is ceil(2R). Infinity means no cap. */
  introductionsPerDay: number;
  /** Weight of the price of exposure; the default is `EXPOSURE_WEIGHT`. */
  exposureWeight?: number;
};

/**
 * The exact reciprocal order of the users whom `seeker` may meet, best first. The price is subtracted from the compatibility itself
 * and not from its logarithm: so a popular user is shown where a match is likely, and not to somebody who hardly ever says yes.
 * Users who were shown ceil(2R) times today are
 * excluded until tomorrow. Equal ranks keep the given order.
 */
export function rankCandidates<Id>(
  seeker: UserModel,
  candidates: readonly Candidate<Id>[],
  weights: Weights,
  { introductionsPerDay, exposureWeight = EXPOSURE_WEIGHT }: RankingOptions,
): Ranked<Id>[] {
  const cap = dailyExposureCap(introductionsPerDay);
  return candidates
    .filter(({ shownToday }) => shownToday < cap)
    .map(({ id, person, price }) => {
      const pij = interestScore(seeker, person, weights).P;
      const pji = interestScore(person, seeker, weights).P;
      return { id, pij, pji, rank: Math.sqrt(pij * pji) - exposureWeight * price };
    })
    .sort((one, other) => other.rank - one.rank);
}

/** Share of the introductions that are drawn at random, so that the model also learns about people whom it ranks lower. */
export const EXPLORATION_SHARE = 0.1;
/** The same for users about whom too little is known for an order. */
export const UNREADY_EXPLORATION_SHARE = 0.5;
/** How many of the best candidates the random introductions are drawn from. */
const EXPLORED_CANDIDATES = 50;

/**
 * Draws one of `count` ranked candidates: the best, or with probability `share` any of the best 50. `propensity` is the probability
 * with which this one was drawn, above 0, by which learning weighs what follows (epsilon-greedy logging, Bottou et al. 2013).
 *
 * @param random returns uniform numbers in [0, 1)
 */
export function drawIntroduction(
  count: number,
  share: number,
  random: () => number,
): { index: number; propensity: number } {
  const explored = Math.min(count, EXPLORED_CANDIDATES);
  const index = random() < share ? Math.floor(explored * random()) : 0;
  return { index, propensity: share / explored + (index === 0 ? 1 - share : 0) };
}
