import { evolutionSchema, insightSchema, recommendationSchema } from '@soulsight/contract/bgp';
import { TRAITS } from '@soulsight/contract/traits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildInsights,
  buildRecommendations,
  calculateEvolution,
  INSIGHT_MIN_CONFIDENCE,
  type RecentActivity,
  readingEvidence,
} from './analyst.ts';
import { applyEvidence } from './evidence.ts';
import { answerEvidence, ITEMS } from './questionnaire.ts';
import { anyState } from './testing/arbitraries.ts';
import { fallbackState, priorState, shownValue, traitIndex, traitReadings } from './traits.ts';

const NOTHING: RecentActivity = {
  counts: {},
  meanTone: null,
  questionsAnswered: 0,
  questionsTotal: 64,
  hasPhoto: false,
  promptsAnswered: 0,
};

describe('the local analyst', () => {
  it('returns no insights without evidence', () => {
    expect(buildInsights(priorState(), NOTHING)).toEqual([]);
  });

  it('mentions only traits with enough confidence, in a form the contract accepts', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const confidence = new Map(traitReadings(state).map((reading) => [reading.trait, reading.confidence]));
        for (const insight of buildInsights(state, NOTHING)) {
          expect(insightSchema.safeParse(insight).success).toBe(true);
          for (const trait of insight.traits)
            expect(confidence.get(trait)).toBeGreaterThanOrEqual(INSIGHT_MIN_CONFIDENCE);
        }
        expect(buildInsights(state, NOTHING)).toEqual(buildInsights(state, NOTHING));
      }),
    );
  });

  it('hedges at low confidence', () => {
    const withConfidence = (confidence: number) => ({
      means: TRAITS.map((trait) => (trait === 'trust_building' ? 1.2 : 0)),
      variances: TRAITS.map(() => 1 - confidence),
    });
    expect(buildInsights(withConfidence(0.3), NOTHING)[0]?.text).toBe(
      'So far it looks as if you trust people from the start.',
    );
    expect(buildInsights(withConfidence(0.6), NOTHING)[0]?.text).toBe('You trust people from the start.');
  });

  it('begins no two of three hedged sentences alike, and hints at what one answer says', () => {
    const answer = (id: string, value: number) => ({ id, answer: value });
    const tell = (...answers: { id: string; answer: number }[]) =>
      buildInsights(applyEvidence(fallbackState(), answerEvidence(answers)), NOTHING).map(({ text }) => text);
    expect(tell(answer('humor-style-1', 5), answer('boundary-setting-1', 4), answer('growth-mindset-1', 2))).toEqual([
      'So far it looks as if you can laugh about almost anything.',
      "We have the impression that you're at peace with who you are.",
      'Perhaps you know how to say no.',
    ]);
    expect(tell(answer('boundary-setting-1', 4))).toEqual(['So far it looks as if you know how to say no.']);
    for (const { id } of ITEMS) expect(tell(answer(id, 3)), id).toEqual([]);
  });

  it('summarises recent messages', () => {
    const recent = { ...NOTHING, counts: { message_sent: 20, question_asked: 5 }, meanTone: 0.4 };
    expect(buildInsights(priorState(), recent)[0]?.text).toBe(
      'In your last 20 messages the tone was warm, and 25% of them asked something.',
    );
  });

  it('recommends at most four next steps, none of them already done', () => {
    const newcomers = buildRecommendations(priorState(), NOTHING);
    expect(newcomers.map(({ id }) => id)).toEqual(['answer-questions', 'write-prompts', 'add-photo', 'say-hello']);
    for (const recommendation of newcomers) expect(recommendationSchema.safeParse(recommendation).success).toBe(true);
    const done = { ...NOTHING, questionsAnswered: 64, hasPhoto: true, promptsAnswered: 3 };
    const active = { ...done, counts: { message_sent: 30, question_asked: 2 } };
    expect(buildRecommendations(priorState(), active).map(({ id }) => id)).toEqual(['ask-more', 'share-something']);
  });

  it('evolution lists each changed trait with its values and the cause', () => {
    const after = applyEvidence(priorState(), [{ trait: 'openness', loading: 0.6, z: 1.5 }]);
    const at = '2026-11-21T10:00:00.000Z';
    const [change, ...others] = calculateEvolution(priorState(), after, (_, direction) => `a ${direction}`, at);
    expect(change).toEqual({
      at,
      trait: 'openness',
      from: 50,
      to: 76,
      because: 'a rise',
    });
    expect(evolutionSchema.safeParse(change).success).toBe(true);
    expect(others).toEqual([]);
    expect(calculateEvolution(after, after, () => 'time', at)).toEqual([]);
  });

  it('a trait read from text moves the profile towards its value, more for longer texts', () => {
    const shown = (words: number) =>
      shownValue(applyEvidence(priorState(), [readingEvidence('openness', 90, words)]), traitIndex('openness'));
    expect(shown(0)).toBeLessThan(51);
    expect(shown(650)).toBeGreaterThan(shown(100));
    expect(shown(1e9)).toBeLessThan(90);
  });
});
