import { clamp } from './normal.ts';

/**
 * Weight of the price in the ranking: an introduction of a user who is shown e times their fair share costs 14 points of
 * compatibility. Chosen on simulated markets other than those of `npm run science`.
 */
export const EXPOSURE_WEIGHT = 0.14;

/** Half-life of the moving mean of a user's exposure. The mean starts at the fair share, so that a newcomer has no price. */
export const EXPOSURE_HALF_LIFE_DAYS = 5;
/** Prices are limited to -3 to 3: a factor of e^3 of the fair share. */
export const PRICE_LIMIT = 3;
/** Lower limit of exposure as a part of the fair share; it bounds the bonus of users who are rarely shown. */
const MIN_SHARE = 0.05;

/** How often one user may be shown per day: ceil(2R), where R is the average number of introductions per user and day. */
export function dailyExposureCap(introductionsPerDay: number): number {
  return Math.max(1, Math.ceil(2 * introductionsPerDay));
}

/** The moving mean of times shown per day, after `days` days on which the user was shown `shownToday` times each. */
export function updateExposure(mean: number, shownToday: number, days = 1): number {
  const keep = 2 ** (-days / EXPOSURE_HALF_LIFE_DAYS);
  return keep * mean + (1 - keep) * shownToday;
}

/**
 * The price lambda = log(moving mean / fair share), within -3 to 3: the shadow price of one user's attention in a market with
 * transferable utility (Shapley & Shubik 1971; for recommendations Moriwaki et al. 2022, Tomita et al. 2023), found online by
 * multiplicative weights (Arora, Hazan & Kale 2012) instead of by solving the whole market.
 *
 * @param mean moving mean of times shown per day; null for a newcomer, whose price is 0
 * @param fairShare times per day that each user would be shown if all were shown equally; 0 or less gives the price 0
 */
export function exposurePrice(mean: number | null, fairShare: number): number {
  if (mean === null || !(fairShare > 0) || !Number.isFinite(mean)) return 0;
  return clamp(Math.log(Math.max(mean / fairShare, MIN_SHARE)), -PRICE_LIMIT, PRICE_LIMIT);
}
