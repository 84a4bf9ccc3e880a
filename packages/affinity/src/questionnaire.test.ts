import { TRAITS } from '@soulsight/contract/traits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEvidence } from './evidence.ts';
import { answerEvidence, ITEMS } from './questionnaire.ts';
import { priorState, shownValue, traitIndex } from './traits.ts';

describe('questionnaire', () => {
  it('has the twenty Mini-IPIP items and two for every other trait', () => {
    expect(ITEMS).toHaveLength(64);
    expect(new Set(ITEMS.map(({ id }) => id)).size).toBe(64);
    expect(new Set(ITEMS.map(({ text }) => text)).size).toBe(64);
    for (const trait of TRAITS) {
      const count = ITEMS.filter((item) => item.trait === trait).length;
      expect(count, trait).toBe(ITEMS.some((item) => item.trait === trait && item.id.startsWith('mini-ipip')) ? 4 : 2);
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
    const all = applyEvidence(priorState(), answerEvidence(ITEMS.map(({ id }) => ({ id, answer: 3 }))));
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
