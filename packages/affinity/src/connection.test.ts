import { LAST_REVEAL_STAGE, REVEAL_STAGES } from '@soulsight/contract/reveal-stages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ConversationSide,
  type ConversationStats,
  emotionalConnection,
  expectedConnection,
  isStageReachable,
  type PairTrustInputs,
  type PairTrustSide,
  pairTrust,
} from './connection.ts';
import { DEFAULT_WEIGHTS } from './interest.ts';
import { anyUserModel, anyWeights } from './testing/arbitraries.ts';

const count = fc.nat({ max: 200 });
const anySide: fc.Arbitrary<ConversationSide> = fc.record({
  messages: count,
  words: fc.nat({ max: 20_000 }),
  questions: count,
  answered: count,
  vulnerable: count,
  supported: count,
  tense: count,
  mended: count,
  laughs: count,
  tone: fc.double({ min: -1, max: 1, noNaN: true }),
});
const anyConversation: fc.Arbitrary<ConversationStats> = fc.record({
  one: anySide,
  other: anySide,
  activeDays: fc.nat({ max: 60 }),
});
const anyTrustScores = fc.tuple(fc.nat({ max: 100 }), fc.nat({ max: 100 }));

const SILENT: ConversationSide = {
  messages: 0,
  words: 0,
  questions: 0,
  answered: 0,
  vulnerable: 0,
  supported: 0,
  tense: 0,
  mended: 0,
  laughs: 0,
  tone: 0,
};
const anyTrustSide: fc.Arbitrary<PairTrustSide> = fc.record({
  messages: count,
  turns: count,
  answered: count,
  vulnerable: count,
  supported: count,
});
const anyTrust = fc.record({ one: anyTrustSide, other: anyTrustSide, days: fc.nat({ max: 60 }) });
const NOTHING: PairTrustSide = { messages: 0, turns: 0, answered: 0, vulnerable: 0, supported: 0 };
function each(side: Partial<PairTrustSide>, days = 1): PairTrustInputs {
  const both = { ...NOTHING, ...side };
  return { one: both, other: both, days, trustScores: [85, 85] };
}

describe('trust of a pair', () => {
  it('is from 0 to 100 and the same from both sides', () => {
    fc.assert(
      fc.property(anyTrust, anyTrustScores, ({ one, other, days }, trustScores) => {
        const level = pairTrust({ one, other, days, trustScores });
        expect(level).toBeGreaterThanOrEqual(0);
        expect(level).toBeLessThanOrEqual(100);
        expect(pairTrust({ one: other, other: one, days, trustScores })).toBe(level);
      }),
    );
  });

  it('one user alone cannot raise it: it stays 0 while the other has no turn', () => {
    fc.assert(
      fc.property(anyTrustSide, fc.nat({ max: 60 }), anyTrustScores, (one, days, trustScores) => {
        expect(pairTrust({ one, other: { ...NOTHING, messages: 500 }, days, trustScores })).toBe(0);
      }),
    );
  });

  it('one user alone cannot raise it: more from the side that gave more changes nothing', () => {
    fc.assert(
      fc.property(anyTrust, anyTrustSide, anyTrustScores, ({ one, other, days }, more, trustScores) => {
        const ahead = (key: keyof PairTrustSide) => Math.max(one[key], other[key]);
        // Changes only what one user can do alone: write, answer, share, support.
        const leading = {
          messages: ahead('messages'),
          turns: ahead('turns'),
          answered: ahead('answered'),
          vulnerable: Math.max(one.vulnerable, other.supported),
          supported: Math.max(one.supported, other.vulnerable),
        };
        const before = pairTrust({ one: leading, other, days, trustScores });
        expect(pairTrust({ one: plus(leading, more), other, days, trustScores })).toBe(before);
      }),
    );
  });

  it('more activity on both sides never lowers it', () => {
    fc.assert(
      fc.property(anyTrust, anyTrustSide, ({ one, other, days }, more) => {
        const before = pairTrust({ one, other, days, trustScores: [85, 85] });
        const after = pairTrust({
          one: plus(one, more),
          other: plus(other, more),
          days: days + 1,
          trustScores: [85, 85],
        });
        expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  it('the first stage opens after a short conversation and not before; the first hour never shows a picture', () => {
    expect(isStageReachable(1, pairTrust(each({ turns: 2, answered: 2 })))).toBe(false);
    expect(isStageReachable(1, pairTrust(each({ turns: 4 })))).toBe(true);
    const openHour = { turns: 4, answered: 100, vulnerable: 100, supported: 100 };
    const firstPicture = REVEAL_STAGES.findIndex(({ photo }) => photo !== null);
    expect(isStageReachable(firstPicture, pairTrust(each(openHour)))).toBe(false);
  });

  it('no stage with a nearly clear picture opens on the first day, and not the last on the second, whatever is written', () => {
    const most = { messages: 1_000, turns: 1_000, answered: 1_000, vulnerable: 1_000, supported: 1_000 };
    const reached = [1, 2, 3].map((days) =>
      REVEAL_STAGES.findLast((_, stage) => isStageReachable(stage, pairTrust(each(most, days)))),
    );
    expect(reached.map((stage) => stage?.id)).toEqual(['silhouette', 'glimpse', 'revealed']);
  });

  it('twelve turns each on three days with answered questions open every stage; without any openness it takes more', () => {
    const last = (side: Partial<PairTrustSide>) => isStageReachable(LAST_REVEAL_STAGE, pairTrust(each(side, 3)));
    expect([last({ turns: 12, answered: 4 }), last({ turns: 12 }), last({ turns: 15 })]).toEqual([true, false, true]);
  });

  it('each stage needs more trust than the one before, and no fewer days', () => {
    const needed = REVEAL_STAGES.map(({ minTrust }) => minTrust);
    expect(needed).toEqual([...new Set(needed)].sort((one, other) => one - other));
    const days = REVEAL_STAGES.map(({ minDays }) => minDays);
    expect(days).toEqual(days.toSorted((one, other) => one - other));
  });

  it('a low trust score of either user lowers it', () => {
    const trusted = each({ turns: 30, answered: 5 }, 3);
    expect(pairTrust({ ...trusted, trustScores: [85, 30] })).toBeLessThan(pairTrust(trusted));
  });
});

function plus(side: PairTrustSide, more: PairTrustSide): PairTrustSide {
  return {
    messages: side.messages + more.messages,
    turns: side.turns + more.turns,
    answered: side.answered + more.answered,
    vulnerable: side.vulnerable + more.vulnerable,
    supported: side.supported + more.supported,
  };
}

describe('emotional connection', () => {
  it('is from 0 to 100, the same from both sides, and 0 without an answer', () => {
    fc.assert(
      fc.property(anyConversation, (stats) => {
        const score = emotionalConnection(stats);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(emotionalConnection({ ...stats, one: stats.other, other: stats.one })).toBe(score);
        expect(emotionalConnection({ ...stats, other: SILENT })).toBe(0);
      }),
    );
  });

  it('a deep and kind conversation scores higher than a long and shallow one', () => {
    const flat: ConversationSide = { ...SILENT, messages: 40, words: 160 };
    const deep: ConversationSide = {
      ...SILENT,
      messages: 15,
      words: 300,
      questions: 5,
      answered: 4,
      vulnerable: 2,
      supported: 2,
      tone: 0.4,
    };
    const score = (side: ConversationSide) => emotionalConnection({ one: side, other: side, activeDays: 1 });
    expect(score(deep)).toBeGreaterThan(score(flat));
  });

  it('the expected connection is the same for both users, from 0 to 100', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, anyWeights, (i, j, weights) => {
        const expected = expectedConnection(i, j, weights);
        expect(expected).toBeGreaterThanOrEqual(0);
        expect(expected).toBeLessThanOrEqual(100);
        expect(expectedConnection(j, i, weights)).toBe(expected);
      }),
    );
  });

  it('nothing is expected of strangers before the second head was fitted', () => {
    fc.assert(
      fc.property(anyUserModel, anyUserModel, (i, j) => {
        expect(expectedConnection(i, j, DEFAULT_WEIGHTS)).toBeNull();
        expect(expectedConnection(i, j, JSON.parse(JSON.stringify(DEFAULT_WEIGHTS)))).toBeNull();
      }),
    );
  });

  it('a quarrel scores clearly below a warm conversation of the same length, unless it is made up', () => {
    const warm: ConversationSide = { ...SILENT, messages: 15, words: 150, questions: 4, answered: 3, tone: 0.4 };
    const tense = { ...warm, tense: 10, tone: -0.4 };
    const score = (side: ConversationSide) => emotionalConnection({ one: side, other: side, activeDays: 1 });
    expect(score(tense)).toBeLessThan(score(warm) / 2);
    expect(score({ ...tense, mended: 4 })).toBeGreaterThan(score(tense));
    expect(score({ ...warm, tense: 2 })).toBe(score(warm));
    expect(score({ ...warm, laughs: 3 })).toBeGreaterThan(score(warm));
  });
});
