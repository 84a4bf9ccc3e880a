import { AppError } from '@soulsight/contract/errors';
import { REVEAL_DECLINE_FINAL_MS } from '@soulsight/contract/limits';
import { LAST_REVEAL_STAGE, REVEAL_STAGES } from '@soulsight/contract/reveal-stages';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideAccept,
  decideAsk,
  decideDecline,
  decideStepBack,
  lastStageFrom,
  mayAskAgainAt,
  nextStage,
  type RevealFacts,
  trustHints,
} from './reveal.rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const facts = (over: Partial<RevealFacts> = {}): RevealFacts => ({
  stage: 0,
  trustLevel: 100,
  pending: null,
  declinedAt: null,
  withoutPhoto: { me: false, other: false },
  lastStageFrom: NOW,
  ...over,
});

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
      expect(resultOrCode(() => decideAsk(facts({ stage, trustLevel: needs }), 'mia', NOW))).toBe('request');
      expect(resultOrCode(() => decideAsk(facts({ stage, trustLevel: needs - 1 }), 'mia', NOW))).toBe(
        'reveal_trust_too_low',
      );
    }
  });

  it('accepts the other user’s open request instead of opening a second one', () => {
    const pending = { requesterId: 'tom', stage: 1 };
    expect(decideAsk(facts({ pending }), 'mia', NOW)).toBe('accept');
    expect(decideAsk(facts({ pending }), 'tom', NOW)).toBe('wait');
  });

  it('is rejected for 24 hours after a decline, to the millisecond', () => {
    const declinedAt = new Date(NOW.getTime() - REVEAL_DECLINE_FINAL_MS + 1);
    expect(resultOrCode(() => decideAsk(facts({ declinedAt }), 'mia', NOW))).toBe('reveal_declined_recently');
    expect(mayAskAgainAt(declinedAt, NOW)).toEqual(new Date(NOW.getTime() + 1));
    expect(resultOrCode(() => decideAsk(facts({ declinedAt: new Date(declinedAt.getTime() - 1) }), 'mia', NOW))).toBe(
      'request',
    );
  });

  it('ends when every stage is open', () => {
    expect(resultOrCode(() => decideAsk(facts({ stage: LAST_REVEAL_STAGE }), 'mia', NOW))).toBe('reveal_out_of_order');
    expect(nextStage(LAST_REVEAL_STAGE, 100)).toBeNull();
  });
});

describe('a stage with a picture', () => {
  it('needs a photo of both users, to ask and to accept', () => {
    for (const withoutPhoto of [
      { me: true, other: false },
      { me: false, other: true },
    ]) {
      expect(resultOrCode(() => decideAsk(facts({ stage: 0, withoutPhoto }), 'mia', NOW))).toBe('request');
      for (const stage of [1, 2, 3]) {
        const pending = { requesterId: 'tom', stage: stage + 1 };
        expect(resultOrCode(() => decideAsk(facts({ stage, withoutPhoto }), 'mia', NOW))).toBe('reveal_photo_needed');
        expect(resultOrCode(() => decideAccept(facts({ stage, withoutPhoto, pending }), 'mia', NOW))).toBe(
          'reveal_photo_needed',
        );
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
    const at = (stage: number, now: Date) =>
      resultOrCode(() => decideAsk(facts({ stage, lastStageFrom: from }), 'mia', now));
    expect([at(2, early), at(3, early), at(3, from)]).toEqual(['request', 'reveal_too_early', 'request']);
    const pending = { requesterId: 'tom', stage: 4 };
    expect(resultOrCode(() => decideAccept(facts({ stage: 3, pending, lastStageFrom: from }), 'mia', early))).toBe(
      'reveal_too_early',
    );
  });
});

describe('answering a request', () => {
  it('needs the other user’s request: one’s own or none cannot be answered', () => {
    for (const pending of [null, { requesterId: 'mia', stage: 1 }]) {
      expect(resultOrCode(() => decideAccept(facts({ pending }), 'mia', NOW))).toBe('conflict');
      expect(resultOrCode(() => decideDecline(facts({ pending }), 'mia'))).toBe('conflict');
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
      declinedAt: fc.option(fc.integer({ min: 0, max: 48 }).map((h) => new Date(NOW.getTime() - h * HOUR_MS))),
      withoutPhoto: fc.record({ me: fc.boolean(), other: fc.boolean() }),
      lastStageFrom: fc.integer({ min: -1, max: 1 }).map((h) => new Date(NOW.getTime() + h * HOUR_MS)),
    });
    fc.assert(
      fc.property(any, fc.constantFrom('mia', 'tom'), (state, caller) => {
        const asked = resultOrCode(() => decideAsk(state, caller, NOW));
        const accepted = resultOrCode(() => decideAccept(state, caller, NOW));
        if (asked === 'accept' || accepted === 'accept') {
          expect(state.pending?.stage).toBe(state.stage + 1);
          expect(state.pending?.requesterId).not.toBe(caller);
        }
        if (['accept', 'request'].includes(asked)) {
          expect(state.stage).toBeLessThan(LAST_REVEAL_STAGE);
          expect(nextStage(state.stage, state.trustLevel)?.ready).toBe(true);
          expect(state.stage > 0 && (state.withoutPhoto.me || state.withoutPhoto.other)).toBe(false);
          expect(state.stage === 3 && state.lastStageFrom > NOW).toBe(false);
        }
      }),
    );
  });
});

describe('stepping back', () => {
  it('withdraws one’s own request, else closes the last stage, else is rejected', () => {
    expect(decideStepBack(facts({ stage: 2, pending: { requesterId: 'mia', stage: 3 } }), 'mia')).toBe('withdraw');
    expect(decideStepBack(facts({ stage: 2, pending: { requesterId: 'tom', stage: 3 } }), 'mia')).toBe('close_stage');
    expect(resultOrCode(() => decideStepBack(facts(), 'mia'))).toBe('conflict');
  });
});

describe('hints', () => {
  it('suggest what would help while a stage is out of reach', () => {
    const side = { messages: 1, answered: 0, vulnerable: 0, supported: 0 };
    const inputs = { one: side, other: side, activeDays: 1, trustScores: [85, 85] as const };
    expect(trustHints(10, inputs)).toHaveLength(2);
    expect(trustHints(100, inputs)).toEqual([]);
    expect(trustHints(10, { ...inputs, one: { ...side, messages: 9 } })[0]).toContain('time to write back');
  });
});
