import { clamp } from './normal.ts';

/** Half-life of the moving mean of a user's exposure. The mean starts at the fair share, so that a newcomer has no price. */
export const EXPOSURE_HALF_LIFE_DAYS = 5;
/** Prices are limited to -3 to 3: a factor of e^3 of the fair share. */
export const PRICE_LIMIT = 3;
/** Shown less than this part of the share counts as this much: the bonus of those who are overlooked grows, but not endlessly. */
const MIN_SHARE = 0.05;

/** Introductions in which one person may be shown in a day, R being the introductions a person gets in a day on average. */
export function dailyExposureCap(introductionsPerDay: number): number {
  return Math.max(1, Math.ceil(2 * introductionsPerDay));
}

/** The moving mean of times shown per day, after a day on which the person was shown `shownToday` times. */
export function updateExposure(mean: number, shownToday: number, days = 1): number {
  const keep = 2 ** (-days / EXPOSURE_HALF_LIFE_DAYS);
  return keep * mean + (1 - keep) * shownToday;
}

/**
 * The price lambda = log(moving mean / fair share), within -3 to 3: the dual price of a capacity, moved by its own excess
 * (multiplicative weights, Arora, Hazan & Kale 2012).
 *
 * @param mean moving mean of times shown per day, or null for a newcomer, who has the fair share
 * @param fairShare times that each person would be shown per day if all were shown alike; 0 or less gives the price 0
 */
export function exposurePrice(mean: number | null, fairShare: number): number {
  if (mean === null || !(fairShare > 0) || !Number.isFinite(mean)) return 0;
  return clamp(Math.log(Math.max(mean / fairShare, MIN_SHARE)), -PRICE_LIMIT, PRICE_LIMIT);
}
