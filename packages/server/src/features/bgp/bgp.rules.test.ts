import { priorPopulation } from '@soulsight/affinity/events';
import { ITEMS } from '@soulsight/affinity/questionnaire';
import { fallbackState, traitReadings } from '@soulsight/affinity/traits';
import { BEHAVIOURAL_EVENT_TYPES } from '@soulsight/contract/bgp';
import { READY_MIN_EVENTS } from '@soulsight/contract/limits';
import { DAY_MS } from '@soulsight/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  analysisStatus,
  applyBehaviour,
  collectNewStats,
  combineEvidence,
  countObservations,
  describeEvolution,
  fadeBehaviour,
  isUntouched,
  type OpenedEvent,
} from './bgp.rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const CONVERSATION_ID = '0b6f2a4e-8f51-4f0e-9f0e-2f1d1c1b1a19';
const event = fc.record({
  type: fc.constantFrom(...BEHAVIOURAL_EVENT_TYPES),
  features: fc.record({
    message_length: fc.integer({ min: 1, max: 5000 }),
    response_time: fc.option(fc.integer({ min: 0, max: 1e6 })),
    emotional_tone: fc.double({ min: -1, max: 1, noNaN: true }),
    is_question: fc.boolean(),
    vulnerability: fc.double({ min: 0, max: 1, noNaN: true }),
    decision_time: fc.integer({ min: 0, max: 1e5 }),
  }),
  subjectId: fc.constantFrom(null, CONVERSATION_ID),
  at: fc.constant(NOW),
});
const question = (at = NOW): OpenedEvent => ({
  type: 'question_asked',
  features: { is_question: true },
  subjectId: CONVERSATION_ID,
  at,
});
const shown = (state: ReturnType<typeof fallbackState>, trait: string) =>
  traitReadings(state).find((reading) => reading.trait === trait)?.value ?? 0;

describe('behaviour', () => {
  it('[1.2] moves the traits it is evidence for, and never makes them less certain', () => {
    const { state, causes } = applyBehaviour(fallbackState(), [question()], priorPopulation());
    expect(shown(state, 'conversation_depth')).toBeGreaterThan(shown(fallbackState(), 'conversation_depth'));
    expect(causes.get('conversation_depth')).toBe('question_asked');
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const after = applyBehaviour(fallbackState(), events, priorPopulation()).state;
        for (const [k, v] of after.variances.entries()) {
          expect(v).toBeGreaterThan(0);
          expect(v).toBeLessThanOrEqual(fallbackState().variances[k] ?? 0);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('counts less within one conversation and day than over several days, as messages are not independent', () => {
    const sameDay = Array.from({ length: 5 }, () => question());
    const fiveDays = Array.from({ length: 5 }, (_, n) => question(new Date(NOW.getTime() + n * DAY_MS)));
    const known = (events: OpenedEvent[]) => applyBehaviour(fallbackState(), events, priorPopulation()).state.variances;
    const sum = (numbers: number[]) => numbers.reduce((total, x) => total + x, 0);
    expect(sum(known(sameDay))).toBeGreaterThan(sum(known(fiveDays)));
  });

  it('takes into account what the same conversation contributed earlier that day', () => {
    const population = priorPopulation();
    const earlier = countObservations([question(), question()], population);
    const fresh = applyBehaviour(fallbackState(), [question()], population).state;
    const repeated = applyBehaviour(fallbackState(), [question()], population, earlier).state;
    const moved = (state: typeof fresh) => shown(state, 'conversation_depth');
    expect(moved(repeated)).toBeLessThanOrEqual(moved(fresh));
    expect(Math.max(...repeated.variances.map((v, k) => v - (fresh.variances[k] ?? 0)))).toBeGreaterThan(0);
  });

  it('fades towards the fallback profile with a half-life of 90 days', () => {
    const { state } = applyBehaviour(
      fallbackState(),
      Array.from({ length: 8 }, () => question()),
      priorPopulation(),
    );
    const distance = (of: typeof state) => Math.hypot(...of.means.map((m, k) => m - (fallbackState().means[k] ?? 0)));
    const later = fadeBehaviour(state, NOW, new Date(NOW.getTime() + 90 * DAY_MS));
    expect(distance(later)).toBeCloseTo(distance(state) / 2, 9);
    expect(fadeBehaviour(state, NOW, NOW)).toEqual(state);
  });
});

describe('the combined state', () => {
  const answers = ITEMS.map(({ id }) => ({ id, answer: 4 }));

  it('adds answers on top of behaviour, so that a changed answer replaces the first completely', () => {
    const base = fallbackState();
    const first = combineEvidence(base, [{ id: ITEMS[0]!.id, answer: 1 }], null);
    const changed = combineEvidence(base, [{ id: ITEMS[0]!.id, answer: 5 }], null);
    expect(first).not.toEqual(changed);
    expect(
      combineEvidence(
        base,
        [
          { id: ITEMS[0]!.id, answer: 1 },
          { id: ITEMS[0]!.id, answer: 5 },
        ],
        null,
      ),
    ).toEqual(changed);
    expect(combineEvidence(base, [{ id: ITEMS[0]!.id, answer: null }], null)).toEqual(base);
  });

  it("uses a reading as weak evidence that never outweighs the user's own answers", () => {
    const answered = combineEvidence(fallbackState(), answers, null);
    const reading = { traits: [{ trait: 'openness' as const, value: 2 }], words: 650 };
    const read = combineEvidence(fallbackState(), answers, reading);
    expect(shown(read, 'openness')).toBeLessThanOrEqual(shown(answered, 'openness'));
    expect(shown(answered, 'openness') - shown(read, 'openness')).toBeLessThan(20);
  });

  it('lists what changed and why', () => {
    const before = fallbackState();
    const { state, causes } = applyBehaviour(
      before,
      Array.from({ length: 6 }, () => question()),
      priorPopulation(),
    );
    const changes = describeEvolution(before, state, causes, 'time', NOW);
    expect(changes.find((change) => change.trait === 'conversation_depth')).toMatchObject({
      because: 'asking questions in your conversations',
    });
    for (const { from, to } of changes) expect(Math.abs(from - to)).toBeGreaterThanOrEqual(1);
  });
});

describe('the population statistics', () => {
  it('receive from a batch the same as from its events one by one', () => {
    const population = priorPopulation();
    const lengths = [3, 50, 400];
    const events = lengths.map(
      (message_length): OpenedEvent => ({
        type: 'message_sent',
        features: { message_length },
        subjectId: null,
        at: NOW,
      }),
    );
    const seen = collectNewStats(population, events).find(({ feature }) => feature === 'message_length')?.seen;
    const logs = lengths.map((x) => Math.log1p(x));
    const mean = logs.reduce((total, x) => total + x, 0) / logs.length;
    expect(seen?.n).toBe(3);
    expect(seen?.mean).toBeCloseTo(mean, 9);
    expect(seen?.m2).toBeCloseTo(
      logs.reduce((total, x) => total + (x - mean) ** 2, 0),
      6,
    );
    expect(collectNewStats(population, [])).toEqual([]);
  });
});

describe('the analysis status', () => {
  it('[4.24] is complete from ten events on, the number that makes a profile ready for matching', () => {
    expect(analysisStatus({ status: 'fallback', events: READY_MIN_EVENTS - 1, answers: 42 })).toMatchObject({
      analysisStatus: 'fallback',
      needsAnalysis: true,
    });
    expect(analysisStatus({ status: 'fallback', events: READY_MIN_EVENTS, answers: 0 })).toEqual({
      analysisStatus: 'complete',
      fallbackReason: null,
      needsAnalysis: false,
    });
  });

  it('[3.6] shows the unchanged fallback while nothing is known', () => {
    expect(isUntouched(fallbackState())).toBe(true);
    expect(isUntouched(combineEvidence(fallbackState(), [{ id: ITEMS[0]!.id, answer: 3 }], null))).toBe(false);
  });
});
