import { CATEGORY_TRAITS, FALLBACK_TRAITS, TRAITS, traitsSchema } from '@soulsight/contract/traits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyState } from './testing/arbitraries.ts';
import {
  attachmentStyle,
  decayState,
  fallbackState,
  fallbackTraits,
  overallScore,
  priorState,
  shownTraits,
  shownValue,
  traitIndex,
  traitReadings,
} from './traits.ts';

describe('traits', () => {
  it('[3.6] the fallback profile has its eight keys with their values', () => {
    expect(fallbackTraits()).toEqual({
      openness: 65,
      conscientiousness: 70,
      extraversion: 60,
      agreeableness: 75,
      neuroticism: 40,
      emotional_intelligence: 70,
      communication_style: 65,
      attachment_style: 'secure',
    });
  });

  it('[3.6] the fallback values are exact in the model, and there are twenty category traits', () => {
    const shown = shownTraits(fallbackState());
    expect(shown).toMatchObject(FALLBACK_TRAITS);
    expect(shown.attachment_style).toBe('secure');
    for (const [trait, value] of Object.entries(FALLBACK_TRAITS)) {
      expect(shownValue(fallbackState(), traitIndex(trait as keyof typeof FALLBACK_TRAITS))).toBeCloseTo(value, 10);
    }
    expect(CATEGORY_TRAITS).toHaveLength(20);
    for (const trait of CATEGORY_TRAITS) expect(shown[trait]).toBe(50);
  });

  it('[3.5] the overall score is the rounded mean of the trait values', () => {
    expect(overallScore(fallbackTraits())).toBe(64);
    expect(overallScore({ ...fallbackTraits(), humor_style: 100 })).toBe(68);
    expect(overallScore(shownTraits(priorState()))).toBe(50);
  });

  it('shows whole numbers from 0 to 100, in the form of the contract', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(traitsSchema.safeParse(shownTraits(state)).success).toBe(true);
        for (const { value, confidence } of traitReadings(state)) {
          expect(Number.isInteger(value)).toBe(true);
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(confidence).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('decay in two steps equals decay in one, and never raises confidence', () => {
    fc.assert(
      fc.property(
        anyState,
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 400 }),
        (state, first, second) => {
          const twice = decayState(decayState(state, first), second);
          const once = decayState(state, first + second);
          TRAITS.forEach((_, k) => {
            expect(twice.means[k]).toBeCloseTo(once.means[k]!, 9);
            expect(twice.variances[k]).toBeCloseTo(once.variances[k]!, 9);
            expect(once.variances[k]!).toBeGreaterThanOrEqual(state.variances[k]! - 1e-12);
          });
        },
      ),
    );
  });

  it('decays to half in ninety days', () => {
    const known = { means: TRAITS.map(() => 1), variances: TRAITS.map(() => 0.2) };
    const later = decayState(known, 90);
    expect(later.means[0]).toBeCloseTo(0.5);
    expect(later.variances[0]).toBeCloseTo(0.8);
  });

  it('the attachment word follows anxiety and avoidance', () => {
    const withLevels = (levels: Record<string, number>) => ({
      means: TRAITS.map((trait) => levels[trait] ?? 0),
      variances: TRAITS.map(() => 0.3),
    });
    const worried = { neuroticism: 1.5, emotional_stability: -1.5 };
    const distant = { vulnerability_comfort: -1.5, intimacy_pace: -1.5 };
    expect(attachmentStyle(priorState())).toBe('secure');
    expect(attachmentStyle(withLevels(worried))).toBe('anxious');
    expect(attachmentStyle(withLevels(distant))).toBe('avoidant');
    expect(attachmentStyle(withLevels({ ...worried, ...distant }))).toBe('fearful');
  });
});
