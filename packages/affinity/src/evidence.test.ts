import { TRAITS } from '@soulsight/contract/traits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEvidence, loadingFromNoise, noiseFromLoading } from './evidence.ts';
import { anyEvidence, anyState } from './testing/arbitraries.ts';
import { priorState, shownValue, traitIndex } from './traits.ts';

const ROUNDING = 1e-9;

describe('evidence', () => {
  it('is the conjugate normal update', () => {
    const { means, variances } = applyEvidence(priorState(), [{ trait: 'openness', loading: 0.6, z: 1.2 }]);
    const k = traitIndex('openness');
    // One N(0, 1) prior and one observation y = 2 with noise .64 / .36.
    expect(means[k]).toBeCloseTo(2 * 0.36);
    expect(variances[k]).toBeCloseTo(0.64);
    expect(means.filter((m) => m !== 0)).toHaveLength(1);
  });

  it('the order does not matter', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyEvidence, { maxLength: 20 }), (state, evidence) => {
        const forwards = applyEvidence(state, evidence);
        const backwards = applyEvidence(state, [...evidence].reverse());
        TRAITS.forEach((_, k) => {
          expect(backwards.means[k]).toBeCloseTo(forwards.means[k]!, 8);
          expect(backwards.variances[k]).toBeCloseTo(forwards.variances[k]!, 8);
        });
      }),
    );
  });

  it('gives the same result one call at a time', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyEvidence, { maxLength: 10 }), (state, evidence) => {
        const atOnce = applyEvidence(state, evidence);
        const oneByOne = evidence.reduce((current, item) => applyEvidence(current, [item]), state);
        for (const k of TRAITS.keys()) expect(oneByOne.means[k]).toBeCloseTo(atOnce.means[k]!, 8);
      }),
    );
  });

  it('the shown value is monotone in z, in the direction of the loading', () => {
    fc.assert(
      fc.property(anyState, anyEvidence, fc.double({ min: 0.1, max: 3, noNaN: true }), (state, item, more) => {
        const k = traitIndex(item.trait);
        const less = shownValue(applyEvidence(state, [item]), k);
        const greater = shownValue(applyEvidence(state, [{ ...item, z: item.z + more }]), k);
        if (item.loading > 0) expect(greater).toBeGreaterThanOrEqual(less - ROUNDING);
        else expect(greater).toBeLessThanOrEqual(less + ROUNDING);
      }),
    );
  });

  it('evidence never lowers confidence, and the shown value stays from 0 to 100', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyEvidence, { maxLength: 30 }), (state, evidence) => {
        const after = applyEvidence(state, evidence);
        TRAITS.forEach((_, k) => {
          expect(after.variances[k]!).toBeLessThanOrEqual(state.variances[k]!);
          expect(after.variances[k]!).toBeGreaterThan(0);
          expect(shownValue(after, k)).toBeGreaterThanOrEqual(0);
          expect(shownValue(after, k)).toBeLessThanOrEqual(100);
        });
      }),
    );
  });

  it('ignores invalid evidence', () => {
    const none = [
      { trait: 'openness', loading: 0, z: 1 },
      { trait: 'openness', loading: 0.5, z: Number.NaN },
      { trait: 'openness', loading: Number.NaN, z: 1 },
    ] as const;
    expect(applyEvidence(priorState(), none)).toEqual(priorState());
  });

  it('loading and noise are each other’s inverse', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 0.95, noNaN: true }), (rho) => {
        expect(loadingFromNoise(noiseFromLoading(rho))).toBeCloseTo(rho, 10);
      }),
    );
  });
});
