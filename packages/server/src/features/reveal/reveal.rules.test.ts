import { AppError } from '@soulsight/contract/errors';
import {
  DEMO_CLOCK_SPEED,
  REVEAL_CHANGED_MIND_WAIT_MS,
  REVEAL_DECLINE_FINAL_MS,
  REVEAL_STEP_BACK_WAIT_MS,
} from '@soulsight/contract/limits';
import { LAST_REVEAL_STAGE, REVEAL_STAGES } from '@soulsight/contract/reveal-stages';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askWait,
  decideAccept,
  decideAsk,
  decideDecline,
  decideStepBack,
  lastStageFrom,
  nextStage,
  type RevealFacts,
  trustHints,
} from './reveal.rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const facts = (over: Partial<RevealFacts> = {}): RevealFacts => ({
  stage: 0,
  trustLevel: 100,
  pending: null,
  wait: null,
  withoutPhoto: { me: false, other: false },
  lastStageFrom: NOW,
  ...over,
});

const ask = (state: RevealFacts, callerId = 'mia', now = NOW, stage: number | undefined = state.stage + 1) =>
  decideAsk(state, { callerId, stage, now });
const accept = (state: RevealFacts, callerId = 'mia', now = NOW, stage = state.stage + 1) =>
  decideAccept(state, { callerId, stage, now });

function resultOrCode(decide: () => unknown): string {
  try {
    return String(decide());
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe('asking for a stage', () => {
  it('[1.5] opens a request when the trust level is enough, and not below it', () => {
    for (const [stage, { minTrust: needs }] of REVEAL_STAGES.slice(1).entries()) {
      expect(resultOrCode(() => ask(facts({ stage, trustLevel: needs })))).toBe('request');
      expect(resultOrCode(() => ask(facts({ stage, trustLevel: needs - 1 })))).toBe('reveal_trust_too_low');
    }
  });

  it('accepts the other user’s open request instead of opening a second one', () => {
    const pending = { requesterId: 'tom', stage: 1 };
    expect(ask(facts({ pending }))).toBe('accept');
    expect(ask(facts({ pending }), 'tom')).toBe('wait');
  });

  it('without a stage never accepts, and for an open stage does nothing: each call may be repeated', () => {
    const pending = { requesterId: 'tom', stage: 2 };
    const unnamed = (state: RevealFacts) => decideAsk(state, { callerId: 'mia', stage: undefined, now: NOW });
    expect(unnamed(facts({ stage: 1, pending }))).toBe('wait');
    expect(unnamed(facts({ stage: 1 }))).toBe('request');
    expect(ask(facts({ stage: 1, pending }), 'mia', NOW, 1)).toBe('none');
    expect(accept(facts({ stage: 1, pending }), 'mia', NOW, 1)).toBe('none');
    expect(resultOrCode(() => ask(facts({ stage: 1 }), 'mia', NOW, 3))).toBe('reveal_out_of_order');
    expect(resultOrCode(() => accept(facts({ stage: 1, pending }), 'mia', NOW, 3))).toBe('conflict');
  });

  it('is rejected while the user has to wait, with the reason', () => {
    const until = new Date(NOW.getTime() + 1);
    for (const because of ['declined', 'stepped_back', 'changed_mind'] as const)
      expect(resultOrCode(() => ask(facts({ wait: { because, until } })))).toBe('reveal_declined_recently');
  });

  it('ends when every stage is open', () => {
    expect(
      resultOrCode(() =>
        decideAsk(facts({ stage: LAST_REVEAL_STAGE }), { callerId: 'mia', stage: undefined, now: NOW }),
      ),
    ).toBe('reveal_out_of_order');
    expect(nextStage(LAST_REVEAL_STAGE, 100, NOW, NOW)).toBeNull();
  });
});

describe('a stage with a picture', () => {
  it('needs a photo of both users, to ask and to accept', () => {
    for (const withoutPhoto of [
      { me: true, other: false },
      { me: false, other: true },
    ]) {
      expect(resultOrCode(() => ask(facts({ stage: 0, withoutPhoto })))).toBe('request');
      for (let stage = 1; stage < LAST_REVEAL_STAGE; stage++) {
        const pending = { requesterId: 'tom', stage: stage + 1 };
        expect(resultOrCode(() => ask(facts({ stage, withoutPhoto })))).toBe('reveal_photo_needed');
        expect(resultOrCode(() => accept(facts({ stage, withoutPhoto, pending })))).toBe('reveal_photo_needed');
      }
    }
  });
});

describe('the last stage', () => {
  it('opens a day after the match became mutual, to the millisecond, and after a minute with a demo user', () => {
    const from = lastStageFrom(NOW, false);
    expect(from.getTime() - NOW.getTime()).toBe(DAY_MS);
    expect(lastStageFrom(NOW, true).getTime() - NOW.getTime()).toBe(MINUTE_MS);
    const early = new Date(from.getTime() - 1);
    const at = (stage: number, now: Date) => resultOrCode(() => ask(facts({ stage, lastStageFrom: from }), 'mia', now));
    const before = LAST_REVEAL_STAGE - 1;
    expect([at(before - 1, early), at(before, early), at(before, from)]).toEqual([
      'request',
      'reveal_too_early',
      'request',
    ]);
    const pending = { requesterId: 'tom', stage: LAST_REVEAL_STAGE };
    const state = facts({ stage: before, pending, lastStageFrom: from });
    expect(resultOrCode(() => accept(state, 'mia', early))).toBe('reveal_too_early');
  });
});

describe('answering a request', () => {
  it('needs the other user’s request: one’s own or none cannot be answered', () => {
    for (const pending of [null, { requesterId: 'mia', stage: 1 }]) {
      expect(resultOrCode(() => accept(facts({ pending })))).toBe('conflict');
      expect(resultOrCode(() => decideDecline(facts({ pending }), 'mia', 1))).toBe('conflict');
    }
  });

  it('never skips a stage and never opens without trust, whatever the state', () => {
    const any = fc.record({
      stage: fc.integer({ min: 0, max: LAST_REVEAL_STAGE }),
      trustLevel: fc.integer({ min: 0, max: 100 }),
      pending: fc.option(
        fc.record({
          requesterId: fc.constantFrom('mia', 'tom'),
          stage: fc.integer({ min: 1, max: LAST_REVEAL_STAGE }),
        }),
      ),
      wait: fc.option(fc.constant({ because: 'declined' as const, until: new Date(NOW.getTime() + HOUR_MS) })),
      withoutPhoto: fc.record({ me: fc.boolean(), other: fc.boolean() }),
      lastStageFrom: fc.integer({ min: -1, max: 1 }).map((h) => new Date(NOW.getTime() + h * HOUR_MS)),
    });
    fc.assert(
      fc.property(any, fc.constantFrom('mia', 'tom'), (state, caller) => {
        const asked = resultOrCode(() => ask(state, caller));
        const accepted = resultOrCode(() => accept(state, caller));
        if (asked === 'accept' || accepted === 'accept') {
          expect(state.pending?.stage).toBe(state.stage + 1);
          expect(state.pending?.requesterId).not.toBe(caller);
        }
        if (['accept', 'request'].includes(asked)) {
          expect(state.stage).toBeLessThan(LAST_REVEAL_STAGE);
          expect(nextStage(state.stage, state.trustLevel, state.lastStageFrom, NOW)?.ready).toBe(true);
          expect(state.stage > 0 && (state.withoutPhoto.me || state.withoutPhoto.other)).toBe(false);
          expect(state.stage === LAST_REVEAL_STAGE - 1 && state.lastStageFrom > NOW).toBe(false);
        }
      }),
    );
  });
});

describe('waiting before asking again', () => {
  const ago = (ms: number) => new Date(NOW.getTime() - ms);
  const nothing = { declinedAt: null, withdrawnAt: null, steppedBack: null };
  const cases = [
    ['declined', REVEAL_DECLINE_FINAL_MS, (at: Date) => ({ ...nothing, declinedAt: at })],
    ['changed_mind', REVEAL_CHANGED_MIND_WAIT_MS, (at: Date) => ({ ...nothing, withdrawnAt: at })],
    ['changed_mind', REVEAL_CHANGED_MIND_WAIT_MS, (at: Date) => ({ ...nothing, steppedBack: { at, byCaller: true } })],
    ['stepped_back', REVEAL_STEP_BACK_WAIT_MS, (at: Date) => ({ ...nothing, steppedBack: { at, byCaller: false } })],
  ] as const;

  it.each(cases)('after %s lasts its time, to the millisecond', (because, ms, history) => {
    expect(askWait(history(ago(ms - 1)), false, NOW)).toEqual({ because, until: new Date(NOW.getTime() + 1) });
    expect(askWait(history(ago(ms)), false, NOW)).toBeNull();
  });

  it.each(cases)('after %s is as much shorter with a demo user as a minute is than a day', (_because, ms, history) => {
    expect(askWait(history(ago(ms / DEMO_CLOCK_SPEED - 1)), true, NOW)).not.toBeNull();
    expect(askWait(history(ago(ms / DEMO_CLOCK_SPEED)), true, NOW)).toBeNull();
  });

  it('is the longest of several', () => {
    const history = { declinedAt: ago(HOUR_MS), withdrawnAt: ago(0), steppedBack: { at: ago(0), byCaller: false } };
    expect(askWait(history, false, NOW)?.because).toBe('stepped_back');
  });
});

describe('stepping back', () => {
  it('withdraws one’s own request for the stage, or closes the last stage, and never does more when it is repeated', () => {
    const mine = facts({ stage: 2, pending: { requesterId: 'mia', stage: 3 } });
    const theirs = facts({ stage: 2, pending: { requesterId: 'tom', stage: 3 } });
    expect([decideStepBack(mine, 'mia', 3), decideStepBack(mine, 'mia', 2)]).toEqual(['withdraw', 'close_stage']);
    expect([decideStepBack(theirs, 'mia', 3), decideStepBack(theirs, 'mia', 2)]).toEqual(['none', 'close_stage']);
    expect(decideStepBack(facts({ stage: 1 }), 'mia', 2)).toBe('none');
    expect(resultOrCode(() => decideStepBack(facts({ stage: 3 }), 'mia', 2))).toBe('conflict');
    expect(resultOrCode(() => decideStepBack(facts(), 'mia', 0))).toBe('conflict');
  });
});

describe('hints', () => {
  it('suggest what would help while a stage is out of reach', () => {
    const side = { messages: 1, turns: 1, answered: 0, vulnerable: 0, supported: 0 };
    const inputs = { one: side, other: side, days: 1, trustScores: [85, 85] as const };
    const real = { withDemoUser: false };
    expect(trustHints(10, inputs, real)).toHaveLength(2);
    expect(trustHints(100, inputs, real)).toEqual([]);
    expect(trustHints(10, { ...inputs, one: { ...side, messages: 9 } }, real)[0]).toContain('time to write back');
    const busy = { ...side, turns: 4 };
    expect(trustHints(40, { ...inputs, one: busy, other: busy }, real)[0]).toContain('another day');
    expect(trustHints(40, { ...inputs, one: busy, other: busy }, { withDemoUser: true })[0]).toContain('few minutes');
  });
});
