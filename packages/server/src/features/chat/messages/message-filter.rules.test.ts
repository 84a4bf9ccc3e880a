import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_MESSAGES, holdReason, isEarlyConversation } from './message-filter.rules.ts';

describe('the filter of first messages', () => {
  it.each([
    ['write me at mia.k@example.org', 'contact'],
    ['mia (at) example (dot) org', 'contact'],
    ['mia at example dot com', 'contact'],
    ['I am @mia_k there', 'contact'],
    ['add me on WhatsApp', 'contact'],
    ['my Insta is better', 'contact'],
    ['call +49 170 1234567', 'contact'],
    ['０１７０ １２３４５６７', 'contact'],
    ['look at https://example.org/x', 'link'],
    ['www.example.org', 'link'],
    ['all of it on mypage.com/mia', 'link'],
    ['I earn with bitcoin', 'money'],
    ['could you lend me something', 'money'],
    ['it is only 500 euros', 'money'],
    ['just $200', 'money'],
  ])('holds back: %s', (text, reason) => {
    expect(holdReason(text)).toBe(reason);
  });

  it.each([
    'What did you learn this year?',
    'I was born on 12.04.1990, in spring.',
    'Meet at 7:30? I run 10 km on Sundays.',
    'We were 12 people in 2019.',
    'I laughed at dinner.',
    'Signals between people are funny.',
    'My job is a joke, honestly...ok',
    '今日はどうでしたか',
  ])('allows: %s', (text) => {
    expect(holdReason(text)).toBeNull();
  });

  it('handles any text, in linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        expect([null, 'contact', 'link', 'money']).toContain(holdReason(text));
      }),
    );
    for (const part of ['a', 'a-', 'a.b', '1 ', 'a.', '@', 'a at ', '. dot ', '$1', 'send me ', '((']) {
      expect(fastest(() => holdReason(part.repeat(5_000 / part.length)))).toBeLessThan(100);
    }
  });

  it('applies until both have written three messages', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (mine, theirs) => {
        expect(isEarlyConversation(mine, theirs)).toBe(mine < FIRST_MESSAGES || theirs < FIRST_MESSAGES);
        expect(isEarlyConversation(mine, theirs)).toBe(isEarlyConversation(theirs, mine));
      }),
    );
  });
});

/** The shortest of five durations in milliseconds, so that a pause of the machine does not count. */
function fastest(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}
