import { TRAITS } from '@soulsight/contract/traits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateCompatibility } from './compatibility.ts';
import { applyEvidence } from './evidence.ts';
import { DEFAULT_WEIGHTS, newcomer } from './interest.ts';
import { type Answer, answerEvidence, answerNotice, ITEMS } from './questionnaire.ts';
import { randomNormal, seededRandom } from './science/random.ts';
import { priorState, shownValue, traitIndex } from './traits.ts';

/** Answers with the stated noise of each item, around the traits of one person. */
function honestAnswers(seed: number): Answer[] {
  const random = seededRandom(seed);
  const truth = TRAITS.map(() => randomNormal(random));
  return ITEMS.map(({ id, trait, keyed, r, norm }) => {
    const noisy = (truth[traitIndex(trait)]! + Math.sqrt(r) * randomNormal(random)) / Math.sqrt(1 + r);
    const towards = Math.min(5, Math.max(1, Math.round(norm.mean + norm.sd * noisy)));
    return { id, answer: keyed === 1 ? towards : 6 - towards };
  });
}

describe('questionnaire', () => {
  it('has the twenty Mini-IPIP items and two for every other trait', () => {
    const count = 20 + 2 * (TRAITS.length - 5);
    expect(ITEMS).toHaveLength(count);
    expect(new Set(ITEMS.map(({ id }) => id)).size).toBe(count);
    expect(new Set(ITEMS.map(({ text }) => text)).size).toBe(count);
    for (const trait of TRAITS) {
      const own = ITEMS.filter((item) => item.trait === trait).length;
      expect(own, trait).toBe(ITEMS.some((item) => item.trait === trait && item.id.startsWith('mini-ipip')) ? 4 : 2);
    }
  });

  it('asks first about traits without events, and about every trait once before any twice', () => {
    expect(ITEMS.slice(0, 5).map(({ trait }) => trait)).toEqual([
      'relationship_goals',
      'humor_style',
      'boundary_setting',
      'growth_mindset',
      'leadership_style',
    ]);
    expect(new Set(ITEMS.slice(0, 27).map(({ trait }) => trait)).size).toBe(27);
  });

  it('agreement moves the trait in the keyed direction', () => {
    for (const { id, trait, keyed } of ITEMS) {
      const agreed = applyEvidence(priorState(), answerEvidence([{ id, answer: 5 }]));
      const value = shownValue(agreed, traitIndex(trait));
      if (keyed === 1) expect(value, id).toBeGreaterThan(50);
      else expect(value, id).toBeLessThan(50);
    }
  });

  it('more agreement in the keyed direction never lowers the trait', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ITEMS), fc.integer({ min: 1, max: 4 }), ({ id, trait, keyed }, answer) => {
        const shown = (value: number) =>
          keyed * shownValue(applyEvidence(priorState(), answerEvidence([{ id, answer: value }])), traitIndex(trait));
        expect(shown(answer + 1)).toBeGreaterThan(shown(answer));
      }),
    );
  });

  it('two answers give a confidence of about one half', () => {
    const all = applyEvidence(priorState(), answerEvidence(honestAnswers(1)));
    for (const trait of TRAITS.slice(5)) {
      expect(all.variances[traitIndex(trait)]!, trait).toBeGreaterThanOrEqual(0.4);
      expect(all.variances[traitIndex(trait)]!, trait).toBeLessThanOrEqual(0.55);
    }
  });

  it('skipped, unknown and impossible answers are ignored, and the last answer counts', () => {
    const [item] = ITEMS as [(typeof ITEMS)[number]];
    expect(
      answerEvidence([
        { id: item.id, answer: null },
        { id: 'no-such-item', answer: 3 },
      ]),
    ).toEqual([]);
    expect(answerEvidence([{ id: item.id, answer: 9 }])).toEqual([]);
    expect(
      answerEvidence([
        { id: item.id, answer: 1 },
        { id: item.id, answer: 5 },
      ]),
    ).toEqual(answerEvidence([{ id: item.id, answer: 5 }]));
  });
});

describe('careless answers', () => {
  const everywhere = (answer: number): Answer[] => ITEMS.map(({ id }) => ({ id, answer }));
  const doubt = (answers: readonly Answer[]) => {
    const { variances } = applyEvidence(priorState(), answerEvidence(answers));
    return variances.reduce((sum, v) => sum + v, 0) / variances.length;
  };
  function randomAnswers(seed: number): Answer[] {
    const random = seededRandom(seed);
    return ITEMS.map(({ id }) => ({ id, answer: 1 + Math.floor(5 * random()) }));
  }
  const SEEDS = Array.from({ length: 100 }, (_, n) => n + 1);

  it('the same box throughout leaves the traits as uncertain as no answers, and is noticed', () => {
    for (const answer of [1, 2, 3, 4, 5]) {
      expect(doubt(everywhere(answer)), String(answer)).toBeGreaterThan(0.95);
      expect(answerNotice(everywhere(answer))).toEqual({ kind: 'alike', questionId: ITEMS[0]?.id });
    }
  });

  const patterns: [name: string, answer: (n: number) => number][] = [
    ['4 3', (n) => 3 + (n % 2)],
    ['5 1', (n) => (n % 2 === 0 ? 5 : 1)],
    ['2 3 3', (n) => (n % 3 === 0 ? 2 : 3)],
    ['1 2 3 4 5', (n) => 1 + (n % 5)],
    ['1 2 3 4 5 4 3 2', (n) => [1, 2, 3, 4, 5, 4, 3, 2][n % 8] ?? 3],
    ['1 1 2 2 3 3 4 4 5 5', (n) => 1 + (Math.floor(n / 2) % 5)],
  ];
  it.each(patterns)('the pattern %s leaves the traits as uncertain as no answers, and is noticed', (_, answer) => {
    const answers = ITEMS.map(({ id }, n) => ({ id, answer: answer(n) }));
    expect(doubt(answers)).toBeGreaterThan(0.95);
    expect(answerNotice(answers)?.kind).toBe('alike');
  });

  it('two boxes beside each other, chosen at random, count for little and are noticed', () => {
    for (const seed of SEEDS) {
      const random = seededRandom(seed);
      const answers = ITEMS.map(({ id }) => ({ id, answer: random() < 0.5 ? 3 : 4 }));
      expect(doubt(answers)).toBeGreaterThan(0.8);
      expect(answerNotice(answers)?.kind).toBe('alike');
    }
  });

  it('no two people who click in a pattern fit better than honest people at their best', () => {
    const model = (answers: readonly Answer[]) => newcomer(applyEvidence(priorState(), answerEvidence(answers)));
    const score = (one: readonly Answer[], other: readonly Answer[]) =>
      calculateCompatibility(model(one), model(other), DEFAULT_WEIGHTS).overall_score;
    const honest = SEEDS.slice(0, 60).map(honestAnswers);
    const best = Math.max(...honest.flatMap((one, n) => honest.slice(0, n).map((other) => score(one, other))));
    for (const [name, answer] of patterns) {
      const answers = ITEMS.map(({ id }, n) => ({ id, answer: answer(n) }));
      expect(score(answers, answers), name).toBeLessThan(best - 3);
    }
  });

  it('contradictory answers are noisier, and most of them are noticed', () => {
    const doubts = SEEDS.map((seed) => doubt(randomAnswers(seed)));
    expect(doubts.reduce((sum, v) => sum + v, 0) / doubts.length).toBeGreaterThan(0.8);
    const noticed = SEEDS.filter((seed) => answerNotice(randomAnswers(seed))?.kind === 'contradictory');
    expect(noticed.length).toBeGreaterThan(60);
  });

  it('honest answers are not doubted, however few there are', () => {
    const given = SEEDS.map(honestAnswers).flatMap((all) => [all, all.slice(0, 40), all.slice(0, 20)]);
    expect(given.filter((answers) => answerNotice(answers) !== null).length).toBeLessThan(3);
    const doubts = SEEDS.map((seed) => doubt(honestAnswers(seed)));
    expect(doubts.reduce((sum, v) => sum + v, 0) / doubts.length).toBeLessThan(0.5);
  });

  it('an honest half still counts when the other half was clicked through', () => {
    const half = honestAnswers(4).map((given, n) => (n < ITEMS.length / 2 ? { ...given, answer: 4 } : given));
    expect(answerNotice(half)?.kind).toBe('alike');
    expect(doubt(half)).toBeLessThan(0.75);
  });
});
