import { BEHAVIOURAL_EVENT_TYPES } from '@soulsight/contract/bgp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EventFeatures, eventEvidence, observe, priorStat, standardise, updatePopulation } from './events.ts';
import { applyEvidence } from './evidence.ts';
import { FEATURES } from './features.ts';
import { LANGUAGES } from './languages.ts';
import { SIGNAL_THRESHOLD } from './signals.ts';
import { priorState, shownValue, traitIndex } from './traits.ts';

const TYPICAL: EventFeatures = {
  language: 'en',
  message_length: 220,
  response_time: 40,
  emotional_tone: 0.7,
  is_question: true,
  vulnerability: 0.7,
  support: 0.9,
  support_called_for: true,
  repair: 0.7,
  repair_called_for: true,
  dwell_time: 60,
  decision_time: 1.5,
  hours_known: 3,
};
const SILENT: EventFeatures = { ...TYPICAL, is_question: false, vulnerability: 0, support: 0, repair: 0 };
const seen = (type: (typeof BEHAVIOURAL_EVENT_TYPES)[number], features: EventFeatures) =>
  observe(type, features).map(({ key }) => key);

describe('events', () => {
  it('each of the nine kinds gives evidence', () => {
    for (const type of BEHAVIOURAL_EVENT_TYPES) expect(eventEvidence(type, TYPICAL).length, type).toBeGreaterThan(0);
    expect(BEHAVIOURAL_EVENT_TYPES).toHaveLength(9);
  });

  it('questions raise conversation depth, and quick decisions raise decision speed', () => {
    const shownAfter = (type: (typeof BEHAVIOURAL_EVENT_TYPES)[number], trait: Parameters<typeof traitIndex>[0]) =>
      shownValue(applyEvidence(priorState(), eventEvidence(type, TYPICAL)), traitIndex(trait));
    expect(shownAfter('question_asked', 'conversation_depth')).toBeGreaterThan(50);
    expect(shownAfter('match_passed', 'decision_speed')).toBeGreaterThan(50);
    expect(shownAfter('profile_viewed', 'planning_approach')).toBeGreaterThan(50);
    expect(shownAfter('message_sent', 'neuroticism')).toBeLessThan(50);
    expect(shownAfter('reveal_requested', 'intimacy_pace')).toBeGreaterThan(50);
  });

  it('missing and non-numeric features give no evidence', () => {
    expect(eventEvidence('message_sent', {})).toEqual([]);
    expect(eventEvidence('match_liked', { decision_time: 'soon' })).toEqual([]);
    expect(eventEvidence('message_sent', { response_time: null, message_length: Number.NaN })).toEqual([]);
  });

  it('counts each fact of a message once, in one of its events', () => {
    for (const features of [TYPICAL, SILENT]) {
      const keys = (
        ['message_sent', 'vulnerability_shared', 'question_asked', 'emotional_support', 'conflict_resolution'] as const
      ).flatMap((type) => seen(type, features));
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).toEqual(expect.arrayContaining(['is_question:en', 'vulnerability:en', 'support:en', 'repair:en']));
    }
  });

  it('counts the time of a decision once for each trait', () => {
    const traits = (type: 'profile_viewed' | 'match_liked') => eventEvidence(type, TYPICAL).map(({ trait }) => trait);
    expect(traits('profile_viewed').filter((trait) => traits('match_liked').includes(trait))).toEqual([]);
  });

  it('support and repair count, present or absent, only where they could have been expected', () => {
    for (const { called, signal, event } of [
      { called: 'support_called_for', signal: 'support', event: 'emotional_support' },
      { called: 'repair_called_for', signal: 'repair', event: 'conflict_resolution' },
    ] as const) {
      for (const strength of [0, 0.9]) {
        const features = { language: 'en', [signal]: strength };
        const keys = (isCalled: boolean | undefined) => [
          ...seen('message_sent', { ...features, [called]: isCalled }),
          ...seen(event, { ...features, [called]: isCalled }),
        ];
        expect(keys(true)).toEqual([`${signal}:en`]);
        expect(keys(false)).toEqual([]);
        expect(keys(undefined)).toEqual([]);
      }
    }
  });

  it('a signal counts as there or not, however many patterns found it', () => {
    const support = (strength: number) =>
      observe(strength >= SIGNAL_THRESHOLD ? 'emotional_support' : 'message_sent', {
        language: 'en',
        support: strength,
        support_called_for: true,
      }).filter(({ key }) => key === 'support:en');
    expect(support(0.6)).toEqual(support(0.45));
    expect(support(0.2)).toEqual(support(0));
    expect(support(0.45)[0]?.x).toBeGreaterThan(support(0.2)[0]?.x ?? 1);
  });

  it('takes no evidence from words in a language that cannot be read, and still from timing and turn-taking', () => {
    const features = { ...SILENT, language: null, initiates: 1, answered_in_time: 1 };
    expect(seen('message_sent', features)).toEqual(['response_time', 'initiates', 'answered_in_time']);
    expect(seen('question_asked', { ...TYPICAL, language: 'pl' })).toEqual([]);
  });

  it('compares words within their language', () => {
    for (const language of LANGUAGES)
      expect(seen('message_sent', { language, emotional_tone: 0.3 })).toEqual([`emotional_tone:${language}`]);
    const warm = updatePopulation(
      {},
      Array.from({ length: 300 }, () => ({ key: 'emotional_tone:es', x: 0.6 })),
    );
    expect(standardise({ key: 'emotional_tone:es', x: 0.6 }, warm)).toBeCloseTo(0, 0);
    expect(standardise({ key: 'emotional_tone:de', x: 0.6 }, warm)).toBeGreaterThan(0.5);
  });

  it('the running population has the mean and deviation of all observations', () => {
    const key = 'emotional_tone:en';
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 }), (tones) => {
        const after = updatePopulation(
          {},
          tones.map((x) => ({ key, x })),
        )[key];
        const { n, mean, m2 } = priorStat(key);
        const total = n + tones.length;
        const expectedMean = (n * mean + tones.reduce((sum, x) => sum + x, 0)) / total;
        const squares = m2 + n * mean ** 2 + tones.reduce((sum, x) => sum + x * x, 0);
        expect(after?.n).toBe(total);
        expect(after?.mean).toBeCloseTo(expectedMean, 9);
        expect(after?.m2).toBeCloseTo(squares - total * expectedMean ** 2, 7);
      }),
    );
  });

  it('the population mean is standardised to zero', () => {
    const { mean, sd } = FEATURES.emotional_tone;
    expect(standardise({ key: 'emotional_tone:en', x: mean }, {})).toBeCloseTo(0);
    expect(standardise({ key: 'emotional_tone:en', x: mean + sd }, {})).toBeCloseTo(1);
  });
});
