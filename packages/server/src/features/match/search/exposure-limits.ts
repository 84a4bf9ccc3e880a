import type { Clock } from '../../../core/clock.ts';
import type { Replica, Tx } from '../../../core/db/types.ts';
import { getMarket } from '../exposure.store.ts';
import { exposureCap, introductionsPerDay } from '../match.rules.ts';

/** Reading takes as long as there are users, and the limits of a large market hardly change: a minute, for a million users ten. */
const FRESH_MIN_MS = 60_000;
const FRESH_MS_PER_USER = 0.6;

type Limits = {
  /** How often one user may be shown today. */
  cap: number;
  /** Introductions that a user gets per day on average. */
  perDay: number;
};
/** `today` is a UTC day, YYYY-MM-DD. */
export type ExposureLimits = (tx: Tx, today: string) => Promise<Limits>;

/** Reads the limits from the whole market from time to time; while one search does, the others go on with the old ones. */
export function createExposureLimits(clock: Clock, replica: Pick<Replica, 'read'> | null): ExposureLimits {
  let cached: { freshUntil: number; today: string; limits: Limits } | null = null;
  let isReading = false;

  async function read(tx: Tx, today: string, at: number): Promise<Limits> {
    isReading = true;
    try {
      const there = await replica?.read((handle) => getMarket(handle, today));
      const { users, shownToday, meanSum } = there ?? (await getMarket(tx, today));
      const introductions = Math.max(shownToday, meanSum);
      const limits = {
        cap: exposureCap(introductions, users),
        perDay: introductionsPerDay(introductions, users),
      };
      cached = { freshUntil: at + Math.max(FRESH_MIN_MS, users * FRESH_MS_PER_USER), today, limits };
      return limits;
    } finally {
      isReading = false;
    }
  }

  return (tx, today) => {
    const at = clock.now().getTime();
    if (cached?.today === today && (isReading || at < cached.freshUntil)) return Promise.resolve(cached.limits);
    return read(tx, today, at);
  };
}
