import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildQueryVectors,
  EXPOSURE_ETA,
  INDEX_DIMENSIONS,
  innerProduct,
  offerVector,
  type QueryVectors,
  seekVector,
} from './index-vectors.ts';
import { interestScore, type UserModel, type Weights } from './interest.ts';
import { logSigmoid } from './normal.ts';
import { anyUserModel, anyWeights } from './testing/arbitraries.ts';
import { TRAIT_COUNT } from './traits.ts';

const anyPrice = fc.double({ min: -3, max: 3, noNaN: true });

/** The straight line g + t s that stands in for log P of one user, read from the vectors. */
function readTangent(user: UserModel, weights: Weights): { t: number; g: number } {
  const offer = offerVector(user, weights);
  const t = offer[2 * TRAIT_COUNT + 1] ?? 0;
  return { t, g: (offer[2 * TRAIT_COUNT + 2] ?? 0) - t * buildQueryVectors(user, weights).k };
}

/** Both interest scores from the query vectors and an offer vector without a price, as the search computes them in SQL. */
function readScores(query: QueryVectors, offer: readonly number[]): { forward: number; backward: number } {
  const t = innerProduct(query.slope, offer);
  const g = Math.log(1 - t) - t * Math.log((1 - t) / t);
  return {
    forward: query.k + innerProduct(query.forward, offer),
    backward: (innerProduct(query.backward, offer) - g) / t,
  };
}

describe('index vectors', () => {
  it('have INDEX_DIMENSIONS finite numbers each', () => {
    fc.assert(
      fc.property(anyUserModel, anyWeights, anyPrice, (person, weights, price) => {
        for (const vector of [seekVector(person, weights), offerVector(person, weights, price)]) {
          expect(vector).toHaveLength(INDEX_DIMENSIONS);
          expect(vector.every(Number.isFinite)).toBe(true);
        }
      }),
    );
  });

  it('their inner product is the linearised mutual log-probability with the price, to 1e-9', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, anyPrice, (i, j, weights, price) => {
        const { t: slope } = readTangent(i, weights);
        const there = slope * (interestScore(i, j, weights).s - buildQueryVectors(i, weights).k);
        const { t, g } = readTangent(j, weights);
        const back = t * interestScore(j, i, weights).s + g;
        const product = innerProduct(seekVector(i, weights), offerVector(j, weights, price));
        expect(Math.abs(product - (there + back - EXPOSURE_ETA * price))).toBeLessThan(1e-9);
      }),
    );
  });

  it('both interest scores follow from an offer vector', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (i, j, weights) => {
        fc.pre(Math.abs(Math.log(1 / readTangent(j, weights).t - 1)) < 8);
        const { forward, backward } = readScores(buildQueryVectors(i, weights), offerVector(j, weights));
        expect(forward).toBeCloseTo(interestScore(i, j, weights).s, 6);
        expect(backward).toBeCloseTo(interestScore(j, i, weights).s, 6);
      }),
    );
  });

  it('the straight line touches log sigmoid and lies above it', () => {
    fc.assert(
      fc.property(anyUserModel, anyWeights, fc.double({ min: -12, max: 12, noNaN: true }), (person, weights, s) => {
        const { t, g } = readTangent(person, weights);
        expect(g + t * s).toBeGreaterThanOrEqual(logSigmoid(s) - 1e-9);
      }),
    );
  });
});
