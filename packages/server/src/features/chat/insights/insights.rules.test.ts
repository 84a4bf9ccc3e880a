import { textFeatures } from '@soulsight/affinity/text';
import { conversationInsightsSchema } from '@soulsight/contract/chat';
import { MINUTE_MS } from '@soulsight/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMessage, emptyTally } from './conversation-tally.rules.ts';
import { calculateInsights } from './insights.rules.ts';

const START = Date.parse('2026-11-01T10:00:00Z');
const scores = { connection: 40, trustLevel: 20 };

function tallyFrom(lines: [sender: string, text: string, minute: number][]) {
  return lines.reduce(
    (tally, [senderId, text, minute], i) =>
      addMessage(tally, {
        seq: i + 1,
        senderId,
        at: new Date(START + minute * MINUTE_MS),
        features: textFeatures(text),
      }),
    emptyTally(['mia', 'tom']),
  );
}

describe('insights of a conversation', () => {
  it('[7.13] shows balance, pace and highlights from each user’s own point of view', () => {
    const tally = tallyFrom([
      ['mia', 'How are you?', 0],
      ['tom', 'I feel lonely and scared today.', 4],
      ['mia', "I'm so sorry to hear that. I'm here for you.", 6],
      ['tom', 'Thank you. And you?', 10],
      ['mia', 'Good.', 20],
    ]);
    const mine = calculateInsights(tally, 'mia', scores);
    expect(mine).toMatchObject({ balance: 60, messages: 5, days: 1, emotional_connection_score: 40, trust_level: 20 });
    expect(mine.pace).toEqual({ mine_minutes: 6, theirs_minutes: 4 });
    expect(mine.highlights).toContain('Something personal was shared, and met with care.');
    expect(calculateInsights(tally, 'tom', scores)).toMatchObject({
      balance: 40,
      pace: { mine_minutes: 4, theirs_minutes: 6 },
    });
  });

  it('has one highlight when there are no messages', () => {
    const insights = calculateInsights(emptyTally(['mia', 'tom']), 'mia', { connection: null, trustLevel: 0 });
    expect(insights.pace).toEqual({ mine_minutes: null, theirs_minutes: null });
    expect(insights.depth).toBe(0);
    expect(insights.highlights).toHaveLength(1);
  });

  it('always matches the contract, and the two balances add up to 100', () => {
    const line = fc.tuple(fc.constantFrom('mia', 'tom'), fc.string(), fc.nat(100_000));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const tally = tallyFrom(lines.sort((a, b) => a[2] - b[2]));
        const mine = calculateInsights(tally, 'mia', scores);
        conversationInsightsSchema.parse(mine);
        expect(Math.abs(mine.balance + calculateInsights(tally, 'tom', scores).balance - 100)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
