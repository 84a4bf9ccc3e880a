import type { FeedbackWord } from '@soulsight/contract/feedback';
import { LAST_REVEAL_STAGE } from '@soulsight/contract/reveal-stages';
import { HOUR_MS } from '@soulsight/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueOccasion, type FeedbackFacts, type ReceivedAnswer, summarizeImpressions } from './feedback.rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);
const due = (facts: Partial<FeedbackFacts>) =>
  dueOccasion(
    {
      consent: true,
      contributions: [
        { messages: 10, words: 40 },
        { messages: 12, words: 90 },
      ],
      stage: 0,
      messagesSinceReveal: 0,
      done: [],
      ...facts,
    },
    NOW,
  );

describe('the question', () => {
  it('comes once both have written ten messages with something in them', () => {
    expect(due({})).toBe('conversation');
    for (const one of [
      { messages: 9, words: 200 },
      { messages: 30, words: 30 },
    ])
      expect(due({ contributions: [one, { messages: 30, words: 300 }] })).toBeNull();
  });

  it('comes once more after the last stage of the reveal, when both have written since', () => {
    const done = [{ occasion: 'conversation' as const, at: hoursAgo(25) }];
    const stage = LAST_REVEAL_STAGE;
    expect(due({ stage, messagesSinceReveal: 3, done })).toBe('reveal');
    expect(due({ stage, messagesSinceReveal: 2, done })).toBeNull();
    expect(due({ stage: stage - 1, messagesSinceReveal: 3, done })).toBeNull();
  });

  it('is never asked twice for one occasion, nor twice within a day, nor without the consent of both', () => {
    const stage = LAST_REVEAL_STAGE;
    const reveal = { stage, messagesSinceReveal: 9 };
    expect(due({ ...reveal, done: [{ occasion: 'conversation', at: hoursAgo(23) }] })).toBeNull();
    expect(due({ ...reveal, done: [{ occasion: 'reveal', at: hoursAgo(25) }] })).toBe('conversation');
    const both = [
      { occasion: 'conversation' as const, at: hoursAgo(99) },
      { occasion: 'reveal' as const, at: hoursAgo(50) },
    ];
    expect(due({ ...reveal, done: both })).toBeNull();
    expect(due({ ...reveal, consent: false })).toBeNull();
  });
});

describe('the aggregate', () => {
  const from = (raterId: string, ...words: FeedbackWord[]): ReceivedAnswer => ({
    raterId,
    answer: { rating: 7, words },
  });
  const people = (count: number, ...words: FeedbackWord[]) =>
    Array.from({ length: count }, (_, n) => from(`${words}-${n}`, ...words));

  it('says nothing before five people, and answers of one person count once', () => {
    expect(summarizeImpressions(people(4, 'warm'))).toEqual({ enough: false, words: [] });
    const twice = [...people(4, 'warm'), from('warm-0', 'honest')];
    expect(summarizeImpressions(twice)).toEqual({ enough: false, words: [] });
  });

  it('names words that half or a fifth of the people chose', () => {
    const answers = [...people(3, 'warm', 'curious'), from('x', 'warm'), from('y')];
    expect(summarizeImpressions(answers).words).toEqual([
      { word: 'warm', heard: 'often' },
      { word: 'curious', heard: 'often' },
    ]);
    expect(summarizeImpressions([...people(4, 'warm'), from('y', 'funny')]).words).toContainEqual({
      word: 'funny',
      heard: 'sometimes',
    });
  });

  it('does not change by a second answer of anybody', () => {
    const first = [...people(4, 'warm'), from('tom')];
    expect(summarizeImpressions([...first, from('tom', 'honest'), from('warm-0', 'funny')])).toEqual(
      summarizeImpressions(first),
    );
  });

  it('changes with blocks of five people only, so that no change shows one answer', () => {
    const anyAnswer = fc.constantFrom<FeedbackWord[]>([], ['warm'], ['funny'], ['warm', 'honest']);
    fc.assert(
      fc.property(fc.array(anyAnswer, { maxLength: 23 }), (all) => {
        const answers = all.map((words, n) => from(String(n), ...words));
        const block = answers.slice(0, answers.length - (answers.length % 5));
        expect(summarizeImpressions(answers)).toEqual(summarizeImpressions(block));
      }),
    );
  });
});
