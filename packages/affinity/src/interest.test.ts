import { TRAITS } from '@soulsight/contract/traits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  affinityTerms,
  DEFAULT_WEIGHTS,
  decidingTerm,
  interestScore,
  newcomer,
  seenTerm,
  updateOnDecision,
} from './interest.ts';
import { sigmoid } from './normal.ts';
import { anyUserModel, anyWeights } from './testing/arbitraries.ts';
import { priorState } from './traits.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, x) => total + x, 0);

describe('interest score', () => {
  it('is the formula, term by term', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (i, j, weights) => {
        const similarity = TRAITS.map(
          (_, k) => -0.5 * weights.w[k]! * ((i.means[k]! - j.means[k]!) ** 2 + i.variances[k]! + j.variances[k]!),
        );
        const complement = weights.complements.map(({ from, to, value }) => value * i.means[from]! * j.means[to]!);
        const preference = TRAITS.map((_, k) => (i.p?.[k] ?? 0) * j.means[k]!);
        const seen = (j.seen ?? []).map((z, d) => (i.p?.[TRAITS.length + d] ?? 0) * z);
        const readiness = i.a + sum(TRAITS.map((_, k) => (weights.choosing?.[k] ?? 0) * i.means[k]!));
        const popularity = j.b + sum(TRAITS.map((_, k) => (weights.chosen?.[k] ?? 0) * j.means[k]!));
        const pair = sum(similarity) + sum(complement) + sum(preference);
        const expected = weights.mu + readiness + popularity + pair + sum(seen);
        expect(interestScore(i, j, weights).s).toBeCloseTo(expected, 9);
        expect(sum(affinityTerms(i, j, weights))).toBeCloseTo(pair, 9);
        expect(decidingTerm(i, j, weights)).toBeCloseTo(readiness + popularity, 9);
        expect(seenTerm(i, j)).toBeCloseTo(sum(seen), 9);
      }),
    );
  });

  it('gives a probability that is closer to .5 than the log-odds alone', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (i, j, weights) => {
        const { s, V, P } = interestScore(i, j, weights);
        expect(V).toBeGreaterThanOrEqual(i.va + j.vb);
        expect(P).toBeGreaterThan(0);
        expect(P).toBeLessThan(1);
        expect(Math.abs(P - 0.5)).toBeLessThanOrEqual(Math.abs(sigmoid(s) - 0.5) + 1e-12);
      }),
    );
  });

  it('has the variance of the delta method', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (i, j, weights) => {
        const step = 1e-5;
        const slope = (k: number, side: 'i' | 'j') => {
          const moved = (by: number) => {
            const shift = (means: number[]) => means.map((m, n) => (n === k ? m + by : m));
            const one = side === 'i' ? { ...i, means: shift(i.means) } : i;
            const other = side === 'j' ? { ...j, means: shift(j.means) } : j;
            return interestScore(one, other, weights).s;
          };
          return (moved(step) - moved(-step)) / (2 * step);
        };
        const expected = sum(
          TRAITS.map((_, k) => slope(k, 'i') ** 2 * i.variances[k]! + slope(k, 'j') ** 2 * j.variances[k]!),
        );
        expect(interestScore(i, j, weights).V).toBeCloseTo(i.va + j.vb + expected, 4);
      }),
      { numRuns: 30 },
    );
  });

  it('two newcomers say yes about as often as people on first dates, 42 %', () => {
    expect(interestScore(newcomer(priorState()), newcomer(priorState()), DEFAULT_WEIGHTS).P).toBeCloseTo(0.42, 2);
  });

  it('a yes raises a and b, a no lowers them, and no variance grows by more than the drift', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (i, j, weights) => {
        const liked = updateOnDecision(i, j, 1, weights);
        const passed = updateOnDecision(i, j, 0, weights);
        expect(liked.a).toBeGreaterThan(i.a);
        expect(liked.b).toBeGreaterThan(j.b);
        expect(passed.a).toBeLessThan(i.a);
        expect(passed.b).toBeLessThan(j.b);
        for (const { va, vb } of [liked, passed]) {
          expect(va).toBeGreaterThan(0);
          expect(vb).toBeGreaterThan(0);
          expect(va).toBeLessThanOrEqual(i.va + 0.02);
          expect(vb).toBeLessThanOrEqual(j.vb + 0.02);
        }
      }),
    );
  });

  it('no variance exceeds that of a newcomer, after any number of decisions', () => {
    let one = newcomer(priorState());
    let other = newcomer(priorState());
    for (let n = 0; n < 300; n++) {
      const next = updateOnDecision(one, other, n % 2 === 0 ? 1 : 0, DEFAULT_WEIGHTS);
      one = { ...one, a: next.a, va: next.va };
      other = { ...other, b: next.b, vb: next.vb };
    }
    expect(one.va).toBeLessThan(newcomer(priorState()).va);
    expect(other.vb).toBeLessThan(newcomer(priorState()).vb);
    expect(Math.abs(one.a)).toBeLessThan(3);
  });
});
