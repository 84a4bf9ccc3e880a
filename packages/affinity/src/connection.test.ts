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
function each(side: Partial<ConversationSide>, activeDays = 1): PairTrustInputs {
  const both = { ...SILENT, ...side };
  return { one: both, other: both, activeDays, trustScores: [85, 85] };
}

describe('trust of a pair', () => {
  it('is from 0 to 100 and the same from both sides', () => {
    fc.assert(
      fc.property(anyConversation, anyTrustScores, ({ one, other, activeDays }, trustScores) => {
        const level = pairTrust({ one, other, activeDays, trustScores });
        expect(level).toBeGreaterThanOrEqual(0);
        expect(level).toBeLessThanOrEqual(100);
        expect(pairTrust({ one: other, other: one, activeDays, trustScores })).toBe(level);
      }),
    );
  });

  it('one user alone cannot raise it: it stays 0 while the other is silent', () => {
    fc.assert(
      fc.property(anySide, fc.nat({ max: 60 }), anyTrustScores, (one, activeDays, trustScores) => {
        expect(pairTrust({ one, other: SILENT, activeDays, trustScores })).toBe(0);
      }),
    );
  });

  it('one user alone cannot raise it: more from the side that gave more changes nothing', () => {
    fc.assert(
      fc.property(anyConversation, anySide, anyTrustScores, ({ one, other, activeDays }, more, trustScores) => {
        const ahead = (key: keyof ConversationSide) => Math.max(one[key], other[key]);
        // Changes only what one user can do alone: write, answer, share, support.
        const leading = {
          ...one,
          messages: ahead('messages'),
          answered: ahead('answered'),
          vulnerable: Math.max(one.vulnerable, other.supported),
          supported: Math.max(one.supported, other.vulnerable),
        };
        const further = {
          ...leading,
          messages: leading.messages + more.messages,
          answered: leading.answered + more.answered,
          vulnerable: leading.vulnerable + more.vulnerable,
          supported: leading.supported + more.supported,
        };
        const before = pairTrust({ one: leading, other, activeDays, trustScores });
        expect(pairTrust({ one: further, other, activeDays, trustScores })).toBe(before);
      }),
    );
  });

  it('more activity on both sides never lowers it', () => {
    fc.assert(
      fc.property(anyConversation, anySide, ({ one, other, activeDays }, more) => {
        const plus = (side: ConversationSide): ConversationSide => ({
          ...side,
          messages: side.messages + more.messages,
          answered: side.answered + more.answered,
          vulnerable: side.vulnerable + more.vulnerable,
          supported: side.supported + more.supported,
        });
        const before = pairTrust({ one, other, activeDays, trustScores: [85, 85] });
        const after = pairTrust({
          one: plus(one),
          other: plus(other),
          activeDays: activeDays + 1,
          trustScores: [85, 85],
        });
        expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  it('the first stage opens after a short conversation and not before', () => {
    expect(isStageReachable(1, pairTrust(each({ messages: 2 })))).toBe(false);
    expect(isStageReachable(1, pairTrust(each({ messages: 4 })))).toBe(true);
    expect(isStageReachable(2, pairTrust(each({ messages: 4 })))).toBe(false);
  });

  it('twelve messages each, answered questions and one supported vulnerable message open every stage', () => {
    const plain = each({ messages: 12, answered: 2 });
    const soft = { ...plain, one: { ...plain.one, vulnerable: 1 }, other: { ...plain.other, supported: 1 } };
    expect(isStageReachable(LAST_REVEAL_STAGE, pairTrust(plain))).toBe(false);
    expect(isStageReachable(LAST_REVEAL_STAGE, pairTrust(soft))).toBe(true);
  });

  it('light conversation alone reaches the last stage after several days', () => {
    expect(isStageReachable(LAST_REVEAL_STAGE, pairTrust(each({ messages: 20 }, 1)))).toBe(false);
    expect(isStageReachable(LAST_REVEAL_STAGE, pairTrust(each({ messages: 32 }, 4)))).toBe(true);
  });

  it('each stage needs more trust than the one before', () => {
    const needed = REVEAL_STAGES.map(({ minTrust }) => minTrust);
    expect(needed).toEqual([...new Set(needed)].sort((one, other) => one - other));
  });

  it('a low trust score of either user lowers it', () => {
    const trusted = each({ messages: 30, answered: 5 }, 3);
    expect(pairTrust({ ...trusted, trustScores: [85, 30] })).toBeLessThan(pairTrust(trusted));
  });
});

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
