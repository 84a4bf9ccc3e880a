import { compatibilitySchema } from '@soulsight/contract/bgp';
import { TRAITS } from '@soulsight/contract/traits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateCompatibility, calculateFit, talkingPoints } from './compatibility.ts';
import { affinityTerms, DEFAULT_WEIGHTS, interestScore, newcomer } from './interest.ts';
import { anyUserModel, anyWeights } from './testing/arbitraries.ts';
import { TRAIT_COPY } from './trait-copy.ts';
import { fallbackState, priorState } from './traits.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, x) => total + x, 0);
const anyPool = fc.array(anyUserModel, { maxLength: 4 });

function someone(levels: Partial<Record<(typeof TRAITS)[number], number>>) {
  return newcomer({ means: TRAITS.map((trait) => levels[trait] ?? 0), variances: TRAITS.map(() => 0.4) });
}

describe('compatibility', () => {
  it('[3.7] gives an overall score that is the same for both, from 0 to 100, and the contract accepts', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (i, j, weights) => {
        const { overall_score, reasons } = calculateCompatibility(i, j, weights);
        expect(calculateCompatibility(j, i, weights).overall_score).toBe(overall_score);
        expect(compatibilitySchema.safeParse({ overall_score, reasons }).success).toBe(true);
      }),
    );
  });

  it('(score / 100)^2 is the probability that both say yes', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (i, j, weights) => {
        const { overall_score, pij, pji } = calculateCompatibility(i, j, weights);
        expect(pij).toBe(interestScore(i, j, weights).P);
        expect(pji).toBe(interestScore(j, i, weights).P);
        expect((overall_score / 100) ** 2).toBeCloseTo(pij * pji, 2);
      }),
    );
  });

  it('the reasons add up to the fit', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, anyPool, (i, j, weights, pool) => {
        const { reasons } = calculateCompatibility(i, j, weights, pool);
        const total = sum(reasons.map(({ weight }) => weight));
        expect(total).toBeCloseTo(calculateFit(i, j, weights, pool), 9);
      }),
    );
  });

  it('in a pool of one the terms of the viewer cancel out: there is nobody to compare with', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (i, j, weights) => {
        const back = sum(affinityTerms(j, i, weights)) - sum(affinityTerms(j, newcomer(priorState()), weights));
        expect(calculateFit(i, j, weights, [j])).toBeCloseTo(back, 8);
      }),
    );
  });

  it('popularity and readiness are in no reason', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, anyPool, (i, j, weights, pool) => {
        const plain = calculateCompatibility(i, j, weights, pool).reasons;
        const others = pool.map((person) => ({ ...person, b: person.b + 1 }));
        expect(calculateCompatibility({ ...i, a: 3, b: -2 }, { ...j, a: -1, b: 4 }, weights, others).reasons).toEqual(
          plain,
        );
      }),
    );
  });

  it('names shared traits, and names none for users without evidence', () => {
    const one = someone({ relationship_goals: 1.2, humor_style: 0.9 });
    const other = someone({ relationship_goals: 1, humor_style: -1.1 });
    const texts = calculateCompatibility(one, other, DEFAULT_WEIGHTS).reasons.map(({ text }) => text);
    expect(texts).toContain(TRAIT_COPY.relationship_goals.pair.both);
    expect(texts).toContain(TRAIT_COPY.humor_style.pair.differ);
    const unknown = newcomer(fallbackState());
    for (const { weight, key } of calculateCompatibility(unknown, unknown, {
      ...DEFAULT_WEIGHTS,
      w: TRAITS.map(() => 0),
      complements: [],
    }).reasons) {
      expect(key).toBe('everything_else');
      expect(weight).toBe(0);
    }
  });

  it('gives two different topics, the same for both users, about shared traits', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, (i, j) => {
        const points = talkingPoints(i, j);
        expect(new Set(points).size).toBe(2);
        expect(talkingPoints(j, i)).toEqual(points);
      }),
    );
    const deep = someone({ conversation_depth: 1.4, planning_approach: -1.3 });
    expect(talkingPoints(deep, deep)).toEqual([
      TRAIT_COPY.conversation_depth.pair.topic,
      TRAIT_COPY.planning_approach.pair.topic,
    ]);
  });

  it('the texts of every trait are single sentences that do not name a trait', () => {
    for (const trait of TRAITS) {
      const { insight, pair } = TRAIT_COPY[trait];
      for (const text of [insight.high, insight.low, ...Object.values(pair)]) {
        expect(text).toMatch(/^[A-Z].*[.?]$/);
        expect(text.toLowerCase()).not.toMatch(/trait|neurotic|extravers|agreeable|conscientious|score|profile/);
      }
    }
  });
});
