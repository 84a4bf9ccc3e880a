import { behaviourState, emptyTally, findCauses } from '@soulsight/affinity/behaviour';
import { ITEMS } from '@soulsight/affinity/questionnaire';
import { fallbackState, traitReadings } from '@soulsight/affinity/traits';
import { READY_MIN_EVENTS } from '@soulsight/contract/limits';
import { describe, expect, it } from 'vitest';
import {
  addEvents,
  analysisStatus,
  collectNewStats,
  combineEvidence,
  describeEvolution,
  fadeBehaviour,
  isUntouched,
  type OpenedEvent,
} from './bgp.rules.ts';
import { toUserModel } from './compatibility/user-models.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const CONVERSATION_ID = '0b6f2a4e-8f51-4f0e-9f0e-2f1d1c1b1a19';
const question = (at = NOW): OpenedEvent => ({
  type: 'question_asked',
  features: { is_question: true },
  subjectId: CONVERSATION_ID,
  at,
});
const shown = (state: ReturnType<typeof fallbackState>, trait: string) =>
  traitReadings(state).find((reading) => reading.trait === trait)?.value ?? 0;

const behaviourAfter = (events: OpenedEvent[]) => {
  const tally = addEvents(emptyTally(), events);
  return { state: behaviourState(tally, {}, NOW), causes: findCauses(emptyTally(), tally, {}) };
};

describe('behaviour', () => {
  it('[1.2] moves the traits it is evidence for', () => {
    const { state, causes } = behaviourAfter([question()]);
    expect(shown(state, 'conversation_depth')).toBeGreaterThan(shown(fallbackState(), 'conversation_depth'));
    expect(causes.get('conversation_depth')?.rise).toEqual({ feature: 'is_question', direction: 'more' });
  });

  it('fades by what has passed since it was calculated', () => {
    const { state } = behaviourAfter([question()]);
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

  it('counts answers for the matching model exactly as for the profile, on top of its own start', () => {
    const { state: behaviour } = behaviourAfter(Array.from({ length: 300 }, () => question()));
    const matching = {
      means: behaviour.means.map((m) => m / 2),
      variances: behaviour.variances.map((v) => (1 + v) / 2),
    };
    const { means, variances } = combineEvidence(behaviour, answers, null);
    const row = {
      ...{ means, variances, behaviourMeans: behaviour.means, behaviourVariances: behaviour.variances },
      ...{ matchingMeans: matching.means, matchingVariances: matching.variances },
      ...{ userId: '', a: 0, va: 1, b: 0, vb: 1, preference: null, seen: null },
    };
    const model = toUserModel(row);
    const expected = combineEvidence(matching, answers, null);
    model.means.forEach((mean, k) => {
      expect(mean).toBeCloseTo(expected.means[k] ?? 0, 9);
      expect(model.variances[k]).toBeCloseTo(expected.variances[k] ?? 0, 9);
    });
  });

  it("uses a reading as weak evidence that never outweighs the user's own answers", () => {
    const answered = combineEvidence(fallbackState(), answers, null);
    const reading = { traits: [{ trait: 'openness' as const, value: 2 }], words: 650 };
    const read = combineEvidence(fallbackState(), answers, reading);
    expect(shown(read, 'openness')).toBeLessThanOrEqual(shown(answered, 'openness'));
    expect(shown(answered, 'openness') - shown(read, 'openness')).toBeLessThan(20);
  });

  it('lists what changed, with a reason that agrees with the direction', () => {
    const before = fallbackState();
    const because = (is_question: boolean) => {
      const type = is_question ? ('question_asked' as const) : ('message_sent' as const);
      const { state, causes } = behaviourAfter(
        Array.from({ length: 6 }, () => ({ ...question(), type, features: { is_question } })),
      );
      const changes = describeEvolution(before, state, causes, 'more', NOW);
      for (const { from, to } of changes) expect(Math.abs(from - to)).toBeGreaterThanOrEqual(1);
      return changes.find((change) => change.trait === 'conversation_depth')?.because;
    };
    expect(because(true)).toBe('asking questions in your conversations');
    expect(because(false)).toBe('asking few questions in your conversations');
  });

  it('gives no behaviour as the reason for a change that none caused', () => {
    const before = fallbackState();
    const after = { ...before, means: before.means.map((m) => m - 0.5) };
    const causes = findCauses(emptyTally(), addEvents(emptyTally(), [question()]), {});
    const changes = describeEvolution(before, after, causes, 'more', NOW);
    expect(changes.find(({ trait }) => trait === 'conversation_depth')?.because).toBe(
      'having more to go by than at the start',
    );
  });
});

describe('the population statistics', () => {
  it('receive from a batch the same as from its events one by one', () => {
    const lengths = [3, 50, 400];
    const events = lengths.map(
      (message_length): OpenedEvent => ({
        type: 'message_sent',
        features: { message_length },
        subjectId: null,
        at: NOW,
      }),
    );
    const seen = collectNewStats({}, events).find(({ feature }) => feature === 'message_length:en')?.seen;
    const logs = lengths.map((x) => Math.log1p(x));
    const mean = logs.reduce((total, x) => total + x, 0) / logs.length;
    expect(seen?.n).toBe(3);
    expect(seen?.mean).toBeCloseTo(mean, 9);
    expect(seen?.m2).toBeCloseTo(
      logs.reduce((total, x) => total + (x - mean) ** 2, 0),
      6,
    );
    expect(collectNewStats({}, [])).toEqual([]);
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
