import { pairTrust } from '@soulsight/affinity/connection';
import { type TextFeatures, textFeatures } from '@soulsight/affinity/text';
import { HOUR_MS } from '@soulsight/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMessage,
  type ConversationTally,
  calculateConnection,
  emptyStats,
  responseSeconds,
  type StatsMessage,
  textContext,
  toModelInput,
  withoutAnalysis,
} from './conversation-stats.rules.ts';

const START = Date.parse('2026-11-01T10:00:00Z');
const trustOf = (talk: ConversationTally) => pairTrust({ ...toModelInput(talk, 'mia'), trustScores: [85, 85] });

function said(seq: number, senderId: string, text: string | TextFeatures | null, hours = seq): StatsMessage {
  const features = typeof text === 'string' ? textFeatures(text) : text;
  return { seq, senderId, at: new Date(START + hours * HOUR_MS), features };
}

function talkFrom(messages: StatsMessage[]): ConversationTally {
  return messages.reduce(addMessage, emptyStats(['mia', 'tom']));
}

const lines = fc.array(
  fc.record({
    senderId: fc.constantFrom('mia', 'tom'),
    text: fc.constantFrom(
      'How was your week?',
      'I feel lonely and scared sometimes.',
      "I'm so sorry to hear that, I'm here for you.",
      'Fine.',
      'What do you love about it?',
    ),
    hours: fc.nat(500),
  }),
  { maxLength: 40 },
);
const numbered = lines.map((all) => {
  const hours = all.map((line) => line.hours).sort((a, b) => a - b);
  return all.map((line, i) => said(i + 1, line.senderId, line.text, hours[i]));
});

describe('a talk as numbers', () => {
  it('counts questions, answers, soft moments and the care that met them', () => {
    const talk = talkFrom([
      said(1, 'mia', 'How was your week?'),
      said(2, 'tom', 'Honestly, I feel lonely and scared these days.'),
      said(3, 'mia', "I'm so sorry to hear that, I'm here for you."),
      said(4, 'tom', 'Thank you.'),
    ]);
    expect(talk.sides.mia).toMatchObject({ messages: 2, questions: 1, supported: 1, vulnerable: 0 });
    expect(talk.sides.tom).toMatchObject({ messages: 2, answered: 1, vulnerable: 1, supported: 0 });
    expect(talk.activeDays).toBe(1);
  });

  it('takes the time to an answer from the other’s last message, and none for an opener or one’s own turn', () => {
    const talk = talkFrom([said(1, 'mia', 'Hello', 0), said(2, 'mia', 'Hello again', 1)]);
    expect(responseSeconds(emptyStats(['mia', 'tom']), 'mia', new Date(START))).toBeNull();
    expect(responseSeconds(talk, 'mia', new Date(START + 2 * HOUR_MS))).toBeNull();
    expect(responseSeconds(talk, 'tom', new Date(START + 2 * HOUR_MS))).toBe(3_600);
  });

  it('lets the analysis know the other’s last message as numbers only', () => {
    const talk = talkFrom([said(1, 'tom', 'I feel lonely and scared these days.')]);
    const { previous } = textContext(talk, 'mia');
    expect(previous?.vulnerability).toBeGreaterThan(0.3);
    expect(JSON.stringify(talk)).not.toContain('lonely');
  });

  it('counts a message once, however often it comes', () => {
    fc.assert(
      fc.property(numbered, (messages) => {
        expect(talkFrom([...messages, ...messages])).toEqual(talkFrom(messages));
      }),
    );
  });

  it('is the same counted in pieces as in one go', () => {
    fc.assert(
      fc.property(numbered, fc.nat(40), (messages, cut) => {
        const early = JSON.parse(JSON.stringify(talkFrom(messages.slice(0, cut)))) as ConversationTally;
        expect(messages.slice(cut).reduce(addMessage, early)).toEqual(talkFrom(messages));
      }),
    );
  });

  it('[1.5] one person writing on alone does not raise the trust level', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.array(fc.constantFrom('How are you?', 'Fine.'), { maxLength: 20 }), (turns, more) => {
        const both = Array.from({ length: 2 * turns }, (_, i) => said(i + 1, i % 2 ? 'tom' : 'mia', 'And you?'));
        const alone = more.map((text, i) => said(2 * turns + 1 + i, 'mia', text));
        const [answered, ...further] = alone;
        const before = talkFrom(answered ? [...both, answered] : both);
        expect(trustOf(further.reduce(addMessage, before))).toBe(trustOf(before));
      }),
    );
  });

  it('has no emotional connection before both have written', () => {
    expect(calculateConnection(talkFrom([said(1, 'mia', 'Hello')]))).toBeNull();
    const both = calculateConnection(talkFrom([said(1, 'mia', 'Hello'), said(2, 'tom', 'Hi')]));
    expect(both).toBeGreaterThanOrEqual(0);
  });

  it('keeps of a person without consent only how often and when they wrote', () => {
    fc.assert(
      fc.property(numbered, (messages) => {
        const talk = talkFrom(messages);
        const { mia, tom } = withoutAnalysis(talk, 'mia').sides;
        expect(mia).toMatchObject({
          messages: talk.sides.mia?.messages,
          words: 0,
          questions: 0,
          vulnerable: 0,
          toneSum: 0,
        });
        expect(tom).toEqual(talk.sides.tom);
      }),
    );
  });
});
