import { type TextFeatures, textFeatures } from '@soulsight/affinity/text';
import { HOUR_MS } from '@soulsight/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMessage,
  type ConversationTally,
  type CountedMessage,
  calculateConnection,
  emptyTally,
  responseSeconds,
  textContext,
  withoutAnalysis,
} from './conversation-tally.rules.ts';

const START = Date.parse('2026-11-01T10:00:00Z');

function message(seq: number, senderId: string, text: string | TextFeatures | null, hours = seq): CountedMessage {
  const features = typeof text === 'string' ? textFeatures(text) : text;
  return { seq, senderId, at: new Date(START + hours * HOUR_MS), features };
}

function tallyFrom(messages: CountedMessage[]): ConversationTally {
  return messages.reduce(addMessage, emptyTally(['mia', 'tom']));
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
  return all.map((line, i) => message(i + 1, line.senderId, line.text, hours[i]));
});

describe('the tally of a conversation', () => {
  it('counts questions, answers, disclosures and support', () => {
    const tally = tallyFrom([
      message(1, 'mia', 'How was your week?'),
      message(2, 'tom', 'Honestly, I feel lonely and scared these days.'),
      message(3, 'mia', "I'm so sorry to hear that, I'm here for you."),
      message(4, 'tom', 'Thank you.'),
    ]);
    expect(tally.sides.mia).toMatchObject({ messages: 2, questions: 1, supported: 1, vulnerable: 0 });
    expect(tally.sides.tom).toMatchObject({ messages: 2, answered: 1, vulnerable: 1, supported: 0 });
    expect(tally.activeDays).toBe(1);
  });

  it('measures the response time from the other user’s last message; first and consecutive messages have none', () => {
    const tally = tallyFrom([message(1, 'mia', 'Hello', 0), message(2, 'mia', 'Hello again', 1)]);
    expect(responseSeconds(emptyTally(['mia', 'tom']), 'mia', new Date(START))).toBeNull();
    expect(responseSeconds(tally, 'mia', new Date(START + 2 * HOUR_MS))).toBeNull();
    expect(responseSeconds(tally, 'tom', new Date(START + 2 * HOUR_MS))).toBe(3_600);
  });

  it('gives the analysis the other user’s last message as numbers only', () => {
    const tally = tallyFrom([message(1, 'tom', 'I feel lonely and scared these days.')]);
    const { previous } = textContext(tally, 'mia');
    expect(previous?.vulnerability).toBeGreaterThan(0.3);
    expect(JSON.stringify(tally)).not.toContain('lonely');
  });

  it('counts each message once', () => {
    fc.assert(
      fc.property(numbered, (messages) => {
        expect(tallyFrom([...messages, ...messages])).toEqual(tallyFrom(messages));
      }),
    );
  });

  it('gives the same result in several steps as in one', () => {
    fc.assert(
      fc.property(numbered, fc.nat(40), (messages, cut) => {
        const early = JSON.parse(JSON.stringify(tallyFrom(messages.slice(0, cut)))) as ConversationTally;
        expect(messages.slice(cut).reduce(addMessage, early)).toEqual(tallyFrom(messages));
      }),
    );
  });

  it('has no emotional connection until both have written', () => {
    expect(calculateConnection(tallyFrom([message(1, 'mia', 'Hello')]))).toBeNull();
    const both = calculateConnection(tallyFrom([message(1, 'mia', 'Hello'), message(2, 'tom', 'Hi')]));
    expect(both).toBeGreaterThanOrEqual(0);
  });

  it('keeps only the number and times of messages of a user without consent', () => {
    fc.assert(
      fc.property(numbered, (messages) => {
        const tally = tallyFrom(messages);
        const { mia, tom } = withoutAnalysis(tally, 'mia').sides;
        expect(mia).toMatchObject({
          messages: tally.sides.mia?.messages,
          words: 0,
          questions: 0,
          vulnerable: 0,
          toneSum: 0,
        });
        expect(tom).toEqual(tally.sides.tom);
      }),
    );
  });
});
