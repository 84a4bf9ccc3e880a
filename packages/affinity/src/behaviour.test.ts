import { DAY_MS } from '@soulsight/contract/time';
import { TRAITS, type Trait } from '@soulsight/contract/traits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addObserved,
  behaviourState,
  emptyTally,
  findCauses,
  matchingBehaviour,
  type ObservedEvent,
} from './behaviour.ts';
import { type Observation, priorStat, updatePopulation } from './events.ts';
import { FEATURES, type Feature } from './features.ts';
import { fallbackState, shownValue, traitIndex } from './traits.ts';

const START = Date.parse('2026-11-01T10:00:00Z');
const NAMES = Object.keys(FEATURES) as Feature[];

const anyObservation: fc.Arbitrary<Observation> = fc.record({
  key: fc.constantFrom(...NAMES.map((name) => (FEATURES[name].words ? (`${name}:en` as const) : name))),
  x: fc.double({ min: 0, max: 1, noNaN: true }),
});
const anyEvents: fc.Arbitrary<ObservedEvent[]> = fc.array(
  fc.record({
    observations: fc.array(anyObservation, { maxLength: 4 }),
    subjectId: fc.constantFrom('mia', 'tom', null),
    at: fc.integer({ min: 0, max: 60 * 24 }).map((hours) => new Date(START + (hours * DAY_MS) / 24)),
  }),
  { maxLength: 40 },
);
const NOW = new Date(START + 61 * DAY_MS);

function observed(key: Observation['key'], xs: readonly number[], subjectId: string | null = 'mia', day = 0) {
  return xs.map((x) => ({ observations: [{ key, x }], subjectId, at: new Date(START + day * DAY_MS) }));
}
const shown = (events: ObservedEvent[], trait: Trait, now = NOW) =>
  shownValue(behaviourState(addObserved(emptyTally(), events), {}, now), traitIndex(trait));
const variance = (events: ObservedEvent[], trait: Trait) =>
  behaviourState(addObserved(emptyTally(), events), {}, events.at(-1)?.at ?? NOW).variances[traitIndex(trait)] ?? 0;

describe('behaviour', () => {
  it('is the fallback profile before anything was observed', () => {
    expect(behaviourState(emptyTally(), {}, NOW)).toEqual(fallbackState());
  });

  it('keeps the fallback profile out of the matching model, however much evidence has faded', () => {
    // Someone who does everything as often as the average person shows nothing about themselves.
    const average = ({ key }: Observation) => ({ key, x: priorStat(key).mean });
    fc.assert(
      fc.property(anyEvents, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 400 }), (events, n, days) => {
        const observed = events.map((event) => ({ ...event, observations: event.observations.map(average) }));
        const tally = addObserved(emptyTally(), Array.from({ length: n }, () => observed).flat());
        const { means, variances } = matchingBehaviour(tally, {}, new Date(NOW.getTime() + days * DAY_MS));
        for (const mean of means) expect(Math.abs(mean)).toBeLessThan(1e-9);
        for (const variance of variances) expect(variance > 0 && variance <= 1).toBe(true);
      }),
    );
  });

  it('leaves decisions about one person to the profile, and not to the matching model', () => {
    const decided = observed('decision_time', [0.5, 0.5]).concat(
      observed('hours_known', [0.1]),
      observed('dwell_time', [1]),
    );
    const [before, after] = [observed('is_question:en', [1, 1]), observed('is_question:en', [1, 1]).concat(decided)];
    const [one, other] = [before, after].map((events) => matchingBehaviour(addObserved(emptyTally(), events), {}, NOW));
    expect(other).toEqual(one);
    expect(shown(after, 'decision_speed')).toBeGreaterThan(shown(before, 'decision_speed'));
  });

  it('gives the same state one event at a time, in steps of any size, and together, to 1e-9', () => {
    fc.assert(
      fc.property(anyEvents, fc.integer({ min: 1, max: 9 }), (events, size) => {
        const together = addObserved(emptyTally(), events);
        let inSteps = emptyTally();
        for (let n = 0; n < events.length; n += size) {
          inSteps = JSON.parse(JSON.stringify(addObserved(inSteps, events.slice(n, n + size))));
        }
        const population = updatePopulation(
          {},
          events.flatMap(({ observations }) => observations),
        );
        const [one, other] = [together, inSteps].map((tally) => behaviourState(tally, population, NOW));
        for (const k of TRAITS.keys()) {
          expect(Math.abs((one?.means[k] ?? 0) - (other?.means[k] ?? 1))).toBeLessThan(1e-9);
          expect(Math.abs((one?.variances[k] ?? 0) - (other?.variances[k] ?? 1))).toBeLessThan(1e-9);
        }
      }),
    );
  });

  it('never makes a trait less certain than the fallback profile', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const { means, variances } = behaviourState(addObserved(emptyTally(), events), {}, NOW);
        for (const v of variances) expect(v > 0 && v <= 1).toBe(true);
        for (const m of means) expect(m).not.toBeNaN();
      }),
    );
  });

  it('a hundred messages of one conversation on one day say little more than ten, and less than ten on ten days', () => {
    const key = 'is_question:en';
    const many = (count: number) => observed(key, Array(count).fill(1));
    const days = Array.from({ length: 10 }, (_, day) => observed(key, [1], 'mia', day)).flat();
    const known = (events: ObservedEvent[]) => 1 - variance(events, 'conversation_depth');
    expect(known(many(100))).toBeLessThan(1.3 * known(many(10)));
    expect(known(many(100))).toBeLessThan(known(days));
    expect(known(many(2))).toBeGreaterThan(known(many(1)));
  });

  it('never becomes certain from habits alone, however many messages there are', () => {
    const days = Array.from({ length: 200 }, (_, day) => observed('is_question:en', Array(50).fill(1), 'mia', day));
    expect(variance(days.flat(), 'conversation_depth')).toBeGreaterThan(0.5);
  });

  it('an average user of a trait ends at 50, from wherever the fallback profile starts', () => {
    for (const [feature, trait] of [
      ['emotional_tone', 'agreeableness'],
      ['support', 'emotional_intelligence'],
      ['answered_in_time', 'conscientiousness'],
      ['hedging', 'communication_style'],
    ] as const) {
      const key = FEATURES[feature].words ? (`${feature}:en` as const) : feature;
      const days = Array.from({ length: 40 }, (_, n) =>
        observed(key, Array(25).fill(FEATURES[feature].mean), 'mia', n).concat(
          observed('is_question:en', Array(25).fill(FEATURES.is_question.mean), 'mia', n),
        ),
      );
      expect(shown(days.flat(), trait)).toBeCloseTo(50, -1);
    }
  });

  it('the fallback profile fades with the messages written, in any languages, and not with how often support was called for', () => {
    const questions = (key: 'is_question:en' | 'is_question:ja') => observed(key, Array(20).fill(0.3));
    const called = observed('support:en', Array(4).fill(priorStat('support:en').mean));
    const start = fallbackState().means[traitIndex('emotional_intelligence')] ?? 0;
    for (const events of [
      questions('is_question:en').concat(questions('is_question:ja')),
      questions('is_question:en').concat(questions('is_question:ja'), called),
    ]) {
      const { means, variances } = behaviourState(addObserved(emptyTally(), events), {}, events.at(-1)?.at ?? NOW);
      const k = traitIndex('emotional_intelligence');
      expect((means[k] ?? 0) / (variances[k] ?? 1)).toBeCloseTo(start * 2 ** (-40 / 100), 9);
    }
  });

  it('conscientiousness, extraversion and communication style move by behaviour', () => {
    const tenDays = (key: Observation['key'], x: number) =>
      Array.from({ length: 10 }, (_, day) => observed(key, Array(3).fill(x), 'mia', day)).flat();
    expect(shown(tenDays('answered_in_time', 1), 'conscientiousness')).toBeGreaterThan(
      shown(tenDays('answered_in_time', 0), 'conscientiousness') + 10,
    );
    expect(shown(tenDays('initiates', 1), 'extraversion')).toBeGreaterThan(
      shown(tenDays('initiates', 0), 'extraversion') + 10,
    );
    expect(shown(tenDays('hedging:en', 0), 'communication_style')).toBeGreaterThan(
      shown(tenDays('hedging:en', 1), 'communication_style') + 10,
    );
  });

  it('fades towards the fallback profile with a half-life of 90 days, and later days weigh more', () => {
    const asked = addObserved(emptyTally(), observed('is_question:en', Array(9).fill(1)));
    const k = traitIndex('conversation_depth');
    const at = (days: number) => behaviourState(asked, {}, new Date(START + days * DAY_MS)).means[k] ?? 0;
    expect(at(90)).toBeCloseTo(at(0) / 2, 9);
    const first = [...observed('is_question:en', Array(9).fill(1), 'mia', 0)];
    const later = [...observed('is_question:en', Array(9).fill(0), 'mia', 200)];
    const swapped = [
      ...observed('is_question:en', Array(9).fill(0), 'mia', 0),
      ...observed('is_question:en', Array(9).fill(1), 'mia', 200),
    ];
    const now = new Date(START + 200 * DAY_MS);
    expect(shown([...first, ...later], 'conversation_depth', now)).toBeLessThan(
      shown(swapped, 'conversation_depth', now),
    );
  });
});

describe('causes', () => {
  const tally = (events: ObservedEvent[]) => addObserved(emptyTally(), events);

  it('name the feature that moved the trait, in the direction of the change', () => {
    const rise = findCauses(emptyTally(), tally(observed('is_question:en', [1])), {});
    expect(rise.get('conversation_depth')).toEqual({ rise: { feature: 'is_question', direction: 'more' } });
    const fall = findCauses(emptyTally(), tally(observed('is_question:en', [0])), {});
    expect(fall.get('conversation_depth')).toEqual({ fall: { feature: 'is_question', direction: 'less' } });
    const slow = findCauses(emptyTally(), tally(observed('decision_time', [6])), {});
    expect(slow.get('decision_speed')).toEqual({ fall: { feature: 'decision_time', direction: 'more' } });
    const warm = findCauses(emptyTally(), tally(observed('emotional_tone:en', [1])), {});
    expect(warm.get('neuroticism')).toEqual({ fall: { feature: 'emotional_tone', direction: 'more' } });
  });

  it('name only what changed since the tally before', () => {
    const before = tally(observed('is_question:en', [1, 1, 1]));
    const after = addObserved(before, observed('vulnerability:en', [0.8]));
    const causes = findCauses(before, after, {});
    expect(causes.get('conversation_depth')).toBeUndefined();
    expect(causes.get('vulnerability_comfort')?.rise).toEqual({ feature: 'vulnerability', direction: 'more' });
  });
});
