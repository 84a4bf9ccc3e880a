import { BEHAVIOURAL_EVENT_TYPES } from '@soulsight/contract/bgp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EventFeatures, eventEvidence, priorPopulation, standardise, updatePopulation } from './events.ts';
import { applyEvidence } from './evidence.ts';
import { priorState, shownValue, traitIndex } from './traits.ts';

const TYPICAL: EventFeatures = {
  message_length: 220,
  response_time: 40,
  emotional_tone: 0.7,
  is_question: true,
  vulnerability: 0.7,
  support: 0.7,
  repair: 0.7,
  dwell_time: 60,
  decision_time: 1.5,
  hours_known: 3,
};

describe('events', () => {
  it('each of the nine kinds gives evidence', () => {
    for (const type of BEHAVIOURAL_EVENT_TYPES) {
      expect(eventEvidence(type, TYPICAL, priorPopulation()).length, type).toBeGreaterThan(0);
    }
    expect(BEHAVIOURAL_EVENT_TYPES).toHaveLength(9);
  });

  it('questions raise conversation depth, and quick decisions raise decision speed', () => {
    const stateAfter = (type: (typeof BEHAVIOURAL_EVENT_TYPES)[number]) =>
      applyEvidence(priorState(), eventEvidence(type, TYPICAL, priorPopulation()));
    expect(shownValue(stateAfter('question_asked'), traitIndex('conversation_depth'))).toBeGreaterThan(50);
    expect(shownValue(stateAfter('match_passed'), traitIndex('decision_speed'))).toBeGreaterThan(50);
    expect(shownValue(stateAfter('profile_viewed'), traitIndex('decision_speed'))).toBeLessThan(50);
    expect(shownValue(stateAfter('message_sent'), traitIndex('neuroticism'))).toBeLessThan(50);
    expect(shownValue(stateAfter('reveal_requested'), traitIndex('intimacy_pace'))).toBeGreaterThan(50);
  });

  it('missing and non-numeric features give no evidence', () => {
    expect(eventEvidence('message_sent', {}, priorPopulation())).toEqual([]);
    expect(eventEvidence('match_liked', { decision_time: 'soon' }, priorPopulation())).toEqual([]);
    expect(
      eventEvidence('message_sent', { response_time: null, message_length: Number.NaN }, priorPopulation()),
    ).toEqual([]);
  });

  it('asking as often as the population changes nothing, however much a user writes', () => {
    const population = priorPopulation();
    const { mean } = population.is_question;
    const asked = 30;
    const silent = Math.round((asked * (1 - mean)) / mean);
    const evidence = [
      ...Array.from({ length: asked }, () => eventEvidence('question_asked', { is_question: true }, population)),
      ...Array.from({ length: silent }, () => eventEvidence('message_sent', { is_question: false }, population)),
    ].flat();
    expect(shownValue(applyEvidence(priorState(), evidence), traitIndex('conversation_depth'))).toBeCloseTo(50, -1);
  });

  it('support counts as absent only where it was called for', () => {
    const cold = { support: 0, support_called_for: true };
    const traits = (features: EventFeatures) =>
      eventEvidence('message_sent', features, priorPopulation()).map(({ trait }) => trait);
    expect(traits(cold)).toContain('empathy_expression');
    expect(traits({ support: 0, support_called_for: false })).toEqual([]);
    expect(traits({ support: 0 })).toEqual([]);
  });

  it('the running population has the mean and deviation of all observations', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 }), (tones) => {
        const prior = priorPopulation();
        const seen = tones.reduce(
          (population, emotional_tone) => updatePopulation(population, { emotional_tone }),
          prior,
        );
        const { n, mean, m2 } = prior.emotional_tone;
        const total = n + tones.length;
        const expectedMean = (n * mean + tones.reduce((sum, x) => sum + x, 0)) / total;
        const squares = m2 + n * mean ** 2 + tones.reduce((sum, x) => sum + x * x, 0);
        expect(seen.emotional_tone.n).toBe(total);
        expect(seen.emotional_tone.mean).toBeCloseTo(expectedMean, 9);
        expect(seen.emotional_tone.m2).toBeCloseTo(squares - total * expectedMean ** 2, 7);
        expect(seen.message_length).toEqual(prior.message_length);
      }),
    );
  });

  it('a message with several events counts once', () => {
    const features = { is_question: true, support: 0.6 };
    const sent = updatePopulation(priorPopulation(), features, 'message_sent');
    expect(updatePopulation(updatePopulation(sent, features, 'question_asked'), features, 'emotional_support')).toEqual(
      sent,
    );
    expect(updatePopulation(sent, { decision_time: 3 }, 'match_liked').decision_time.n).toBe(sent.decision_time.n + 1);
  });

  it('the population mean is standardised to zero', () => {
    expect(standardise('emotional_tone', { emotional_tone: 0.2 }, priorPopulation())).toBeCloseTo(0);
    expect(standardise('emotional_tone', { emotional_tone: 0.6 }, priorPopulation())).toBeCloseTo(1);
  });

  it('evidence has the given group, and none without one', () => {
    expect(
      eventEvidence('question_asked', TYPICAL, priorPopulation(), 'conversation:monday').every(
        ({ group }) => group === 'conversation:monday',
      ),
    ).toBe(true);
    expect(eventEvidence('match_liked', TYPICAL, priorPopulation()).every(({ group }) => group === undefined)).toBe(
      true,
    );
  });
});
