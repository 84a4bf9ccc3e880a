import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildQueryVectors,
  EXPOSURE_ETA,
  INDEX_DIMENSIONS,
  innerProduct,
  interestScoresFrom,
  offerVector,
  seekerConstant,
  seekVector,
  tangentOf,
} from './index-vectors.ts';
import { interestScore } from './interest.ts';
import { logSigmoid } from './normal.ts';
import { anyUserModel, anyWeights } from './testing/arbitraries.ts';

const anyPrice = fc.double({ min: -3, max: 3, noNaN: true });

describe('index vectors', () => {
  it('have 57 finite numbers each', () => {
    fc.assert(
      fc.property(anyUserModel, anyWeights, anyPrice, (person, weights, price) => {
        for (const vector of [seekVector(person, weights), offerVector(person, weights, price)]) {
          expect(vector).toHaveLength(57);
          expect(vector.every(Number.isFinite)).toBe(true);
        }
      }),
    );
    expect(INDEX_DIMENSIONS).toBe(57);
  });

  it('their inner product is the linearised mutual log-probability with the price, to 1e-9', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, anyPrice, (i, j, weights, price) => {
        const there = tangentOf(i, weights).t * interestScore(i, j, weights).s - seekerConstant(i, weights);
        const { t, g } = tangentOf(j, weights);
        const back = t * interestScore(j, i, weights).s + g;
        const product = innerProduct(seekVector(i, weights), offerVector(j, weights, price));
        expect(Math.abs(product - (there + back - EXPOSURE_ETA * price))).toBeLessThan(1e-9);
      }),
    );
  });

  it('both wishes can be taken out of an offer vector again', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (i, j, weights) => {
        fc.pre(Math.abs(Math.log(1 / tangentOf(j, weights).t - 1)) < 8);
        const { forward, backward } = interestScoresFrom(buildQueryVectors(i, weights), offerVector(j, weights));
        expect(forward).toBeCloseTo(interestScore(i, j, weights).s, 6);
        expect(backward).toBeCloseTo(interestScore(j, i, weights).s, 6);
      }),
    );
  });

  it('the straight line touches log sigmoid and lies above it', () => {
    fc.assert(
      fc.property(anyUserModel, anyWeights, fc.double({ min: -12, max: 12, noNaN: true }), (person, weights, s) => {
        const { t, g } = tangentOf(person, weights);
        expect(g + t * s).toBeGreaterThanOrEqual(logSigmoid(s) - 1e-9);
      }),
    );
  });
});
