import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyExposureCap, EXPOSURE_WEIGHT, exposurePrice, updateExposure } from './exposure.ts';
import { DEFAULT_WEIGHTS, interestScore, newcomer } from './interest.ts';
import { type Candidate, drawIntroduction, rankCandidates } from './ranking.ts';
import { seededRandom } from './science/random.ts';
import { anyUserModel, anyWeights } from './testing/arbitraries.ts';
import { priorState } from './traits.ts';

const anyCandidate = fc.record({
  id: fc.uuid(),
  person: anyUserModel,
  shownToday: fc.nat({ max: 5 }),
  price: fc.double({ min: -3, max: 3, noNaN: true }),
});

describe('ranking', () => {
  it('orders by compatibility minus the price, without users who reached the daily cap', () => {
    fc.assert(
      fc.property(
        anyUserModel,
        fc.array(anyCandidate, { maxLength: 20 }),
        anyWeights,
        (seeker, candidates, weights) => {
          const ranked = rankCandidates(seeker, candidates, weights, { introductionsPerDay: 1 });
          const value = ({ person, price }: Candidate) =>
            Math.sqrt(interestScore(seeker, person, weights).P * interestScore(person, seeker, weights).P) -
            EXPOSURE_WEIGHT * price;
          const expected = candidates
            .filter(({ shownToday }) => shownToday < 2)
            .sort((one, other) => value(other) - value(one));
          expect(ranked.map(({ rank }) => rank)).toEqual(
            expected.map((candidate) => expect.closeTo(value(candidate), 8)),
          );
          expect(new Set(ranked.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)));
        },
      ),
    );
  });

  it('both sides count: a user who would not say yes does not come first', () => {
    const seeker = { ...newcomer(priorState()), b: -2 };
    const picky = { ...newcomer(priorState()), a: -3, b: 1 };
    const open = { ...newcomer(priorState()), a: 1, b: 0.5 };
    const candidates = [picky, open].map((person, id) => ({ id, person, shownToday: 0, price: 0 }));
    expect(rankCandidates(seeker, candidates, DEFAULT_WEIGHTS, { introductionsPerDay: 1 })[0]?.id).toBe(1);
  });

  it('no user is shown more than ceil(2R) times a day', () => {
    expect(dailyExposureCap(1)).toBe(2);
    expect(dailyExposureCap(1.2)).toBe(3);
    expect(dailyExposureCap(0.1)).toBe(1);
    expect(dailyExposureCap(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });

  it('the price is 0 at the fair share and for newcomers, rises with exposure, and is limited', () => {
    expect(exposurePrice(3, 3)).toBe(0);
    expect(exposurePrice(null, 3)).toBe(0);
    expect(exposurePrice(5, 0)).toBe(0);
    expect(exposurePrice(6, 3)).toBeCloseTo(Math.log(2));
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (less, more) => {
          const [low, high] = [Math.min(less, more), Math.max(less, more)];
          expect(exposurePrice(low, 3)).toBeLessThanOrEqual(exposurePrice(high, 3));
          expect(Math.abs(exposurePrice(high, 3))).toBeLessThanOrEqual(3);
        },
      ),
    );
  });

  it('the moving mean stays between its old value and the new observation, and halves its memory in five days', () => {
    expect(updateExposure(4, 0, 5)).toBeCloseTo(2);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 50, noNaN: true }), fc.nat({ max: 50 }), (mean, shown) => {
        const moved = updateExposure(mean, shown);
        expect(moved).toBeGreaterThanOrEqual(Math.min(mean, shown) - 1e-9);
        expect(moved).toBeLessThanOrEqual(Math.max(mean, shown) + 1e-9);
      }),
    );
  });
});

describe('drawing an introduction', () => {
  it('takes the best except for the random share, among the best fifty', () => {
    const random = seededRandom(4);
    const drawn = Array.from({ length: 20_000 }, () => drawIntroduction(80, 0.1, random).index);
    expect(drawn.filter((index) => index === 0).length / drawn.length).toBeCloseTo(0.9 + 0.1 / 50, 2);
    expect(Math.max(...drawn)).toBe(49);
    expect(new Set(drawn).size).toBe(50);
  });

  it('the propensity is the probability of the draw', () => {
    const anyShare = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), anyShare, (count, share) => {
        const reached = Math.min(count, 50);
        const draws = Array.from({ length: reached }, (_, index) => {
          const numbers = [0, (index + 0.5) / reached];
          return drawIntroduction(count, share, () => numbers.shift() ?? 0);
        });
        expect(draws.map(({ index }) => index)).toEqual(draws.map((_, index) => index));
        expect(draws.reduce((sum, { propensity }) => sum + propensity, 0)).toBeCloseTo(1, 9);
        expect(Math.min(...draws.map(({ propensity }) => propensity))).toBeGreaterThan(0);
      }),
    );
  });
});
