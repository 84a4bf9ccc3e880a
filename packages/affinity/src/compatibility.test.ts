import { compatibilitySchema, type Reason } from '@soulsight/contract/bgp';
import { TRAITS } from '@soulsight/contract/traits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Contribution, calculateCompatibility, calculateContributions, talkingPoints } from './compatibility.ts';
import { DEFAULT_WEIGHTS, interestScore, newcomer, type UserModel, updateOnDecision } from './interest.ts';
import { anyUserModel, anyWeights } from './testing/arbitraries.ts';
import { TRAIT_COPY } from './trait-copy.ts';
import { fallbackState, fromOtherStart, priorState } from './traits.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, x) => total + x, 0);

function someone(levels: Partial<Record<(typeof TRAITS)[number], number>>) {
  return newcomer({ means: TRAITS.map((trait) => levels[trait] ?? 0), variances: TRAITS.map(() => 0.4) });
}

const blank = newcomer(priorState());
const known = (person: UserModel) => ({ ...person, variances: person.variances.map(() => 0.4) });

describe('compatibility', () => {
  it('[3.7] gives an overall score that is the same for both, from 0 to 100, and the contract accepts', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (i, j, weights) => {
        const { overall_score, range, reasons } = calculateCompatibility(i, j, weights);
        const back = calculateCompatibility(j, i, weights);
        expect({ score: back.overall_score, range: back.range }).toEqual({ score: overall_score, range });
        expect(compatibilitySchema.safeParse({ overall_score, range, reasons }).success).toBe(true);
        expect(range.low).toBeLessThanOrEqual(overall_score);
        expect(range.high).toBeGreaterThanOrEqual(overall_score);
      }),
    );
  });

  it('(score / 100)^2 is the probability that both say yes', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (i, j, weights) => {
        const { overall_score, pij, pji } = calculateCompatibility(i, j, weights);
        expect(pij).toBe(interestScore(i, j, weights).P);
        expect(pji).toBe(interestScore(j, i, weights).P);
        expect(Math.abs(overall_score / 100 - Math.sqrt(pij * pji))).toBeLessThanOrEqual(0.005 + 1e-9);
      }),
    );
  });

  it('does not contain what the two decided about each other', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, fc.boolean(), fc.boolean(), (i, j, weights, yes, back) => {
        const before = calculateCompatibility(i, j, weights);
        const first = updateOnDecision(i, j, yes ? 1 : 0, weights);
        const [one, other] = [
          { ...i, a: first.a, va: first.va },
          { ...j, b: first.b, vb: first.vb },
        ];
        const second = updateOnDecision(other, one, back ? 1 : 0, weights);
        const [both, others] = [
          { ...one, b: second.b, vb: second.vb },
          { ...other, a: second.a, va: second.va },
        ];
        const effect = (from: UserModel, to: UserModel, fromAfter: UserModel, toAfter: UserModel) => {
          const [old, now] = [interestScore(from, to, weights), interestScore(fromAfter, toAfter, weights)];
          return { shift: now.s - old.s, variance: old.V - now.V };
        };
        const own = { there: effect(i, j, one, other), back: effect(other, one, others, both) };
        const after = calculateCompatibility(both, others, weights, own);
        expect(after.pij).toBeCloseTo(before.pij, 9);
        expect(after.pji).toBeCloseTo(before.pji, 9);
        const weight = (contributions: Contribution[]) => contributions.map((each) => each.weight);
        const expected = weight(calculateContributions(i, j, weights));
        // Not the levels: a weight on the edge between two may be rounded to either.
        weight(calculateContributions(both, others, weights, own)).forEach((each, k) => {
          expect(each).toBeCloseTo(expected[k] ?? Number.NaN, 9);
        });
        const keys = (reasons: Reason[]) => reasons.map(({ key, direction }) => ({ key, direction }));
        expect(keys(after.reasons)).toEqual(keys(before.reasons));
      }),
    );
  });

  it('the contributions add up to what the pair has beyond two average people', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (i, j, weights) => {
        const total = sum(calculateContributions(i, j, weights).map(({ weight }) => weight));
        const expected = [interestScore(i, j, weights).s, interestScore(j, i, weights).s];
        const average = 2 * interestScore(blank, blank, weights).s;
        expect(total).toBeCloseTo(sum(expected) - average, 8);
      }),
    );
  });

  it('the named reasons are the largest contributions, with the remainder last, and no number leaves', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (one, two, weights) => {
        const [i, j] = [known(one), known(two)];
        const all = calculateContributions(i, j, weights);
        const { reasons } = calculateCompatibility(i, j, weights);
        const named = reasons.filter(({ key }) => key !== 'everything_else');
        const sizes = all.map(({ weight }) => Math.abs(weight)).sort((a, b) => b - a);
        const size = (key: string) => Math.abs(all.find((each) => each.key === key)?.weight ?? 0);
        // Where nothing is worth naming, how the two decide stands alone.
        if ((sizes[0] ?? 0) >= 0.05) expect(named.map(({ key }) => size(key))).toEqual(sizes.slice(0, named.length));
        expect(reasons.slice(0, -1).every(({ key }) => key !== 'everything_else')).toBe(true);
        expect(named.length).toBeGreaterThan(0);
        for (const reason of reasons) {
          expect(Object.keys(reason).sort()).toEqual(['direction', 'key', 'level', 'text']);
          expect(reason.text).not.toMatch(/\d/);
        }
      }),
    );
  });

  it('how the two tend to decide is one reason, the same from either of the two', () => {
    const i = someone({});
    const deciding = (one: UserModel, other: UserModel) =>
      calculateCompatibility(one, other, DEFAULT_WEIGHTS).reasons.find(({ key }) => key === 'deciding');
    const ways = [
      deciding({ ...i, a: 0.8 }, i),
      deciding(i, { ...i, a: 0.8 }),
      deciding({ ...i, b: 0.8 }, i),
      deciding(i, { ...i, a: 0.3, b: 0.5 }),
    ];
    for (const way of ways) expect(way).toEqual(ways[0]);
    expect(ways[0]).toMatchObject({ direction: 'for', level: 'some' });
    expect(ways[0]?.text).toMatch(/^How you both tend to decide/);
    expect(deciding({ ...i, a: -4 }, i)).toMatchObject({ direction: 'against', level: 'strong' });
  });

  it('names shared traits, and none that rests on a fallback value', () => {
    const one = someone({ relationship_goals: 1.2, humor_style: 0.9 });
    const other = someone({ relationship_goals: 1, humor_style: -1.1 });
    const texts = calculateCompatibility(one, other, DEFAULT_WEIGHTS).reasons.map(({ text }) => text);
    expect(texts).toContain(TRAIT_COPY.relationship_goals.pair.both);
    expect(texts).toContain(TRAIT_COPY.humor_style.pair.differ);
    for (const unknown of [blank, newcomer(fromOtherStart(fallbackState(), fallbackState(), priorState()))])
      for (const { key } of calculateCompatibility(one, unknown, DEFAULT_WEIGHTS).reasons)
        expect(['deciding', 'everything_else']).toContain(key);
    expect(calculateCompatibility(blank, blank, DEFAULT_WEIGHTS).reasons).toEqual([
      expect.objectContaining({ key: 'deciding', direction: 'even' }),
    ]);
  });

  it('has a range that narrows as people decide, and is too early to say between two newcomers', () => {
    const { overall_score, range } = calculateCompatibility(blank, blank, DEFAULT_WEIGHTS);
    expect(overall_score).toBe(42);
    expect(range.too_early).toBe(true);
    const decided = { ...blank, va: 0.2, vb: 0.2 };
    const later = calculateCompatibility(decided, decided, DEFAULT_WEIGHTS).range;
    expect(later.too_early).toBe(false);
    expect(later.high - later.low).toBeLessThan(range.high - range.low);
    expect([later.low % 5, later.high % 5]).toEqual([0, 0]);
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
