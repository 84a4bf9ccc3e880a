import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsAllTerms, findTerms, toSearchTerms } from './text-search.ts';

describe('a search', () => {
  it('finds words in any order, ignoring case, width and accents', () => {
    expect(containsAllTerms('Der Café am Ｒｉｖｅｒ', toSearchTerms('river CAFE'))).toBe(true);
    expect(containsAllTerms('Das Meer im Winter', toSearchTerms('sommer'))).toBe(false);
    expect(containsAllTerms('東京で会いましょう', toSearchTerms('東京'))).toBe(true);
  });

  it('finds any part of a text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), (part, before, after) => {
        expect(containsAllTerms(`${before} ${part} ${after}`, toSearchTerms(part))).toBe(true);
      }),
    );
  });
});

const markTerms = (text: string, query: string) =>
  findTerms(text, toSearchTerms(query)).map(({ start, end }) => text.slice(start, end));

describe('the places of the terms', () => {
  it.each([
    ['Der Café am Ｒｉｖｅｒ', 'river CAFE', ['Café', 'Ｒｉｖｅｒ']],
    ['two cafe\u0301s', 'café', ['cafe\u0301']],
    ['İstanbul, istanbul', 'istanbul', ['İstanbul', 'istanbul']],
    ['🌲 the ﬁnest forest', 'fin forest', ['ﬁn', 'forest']],
    ['banana', 'ban nana', ['banana']],
    ['東京で会いましょう', '会い', ['会い']],
    ['nothing here', 'else', []],
    ['', 'else', []],
    ['anything', '  ', []],
  ])('are found in "%s" for "%s"', (text, query, marked) => {
    expect(markTerms(text, query)).toEqual(marked);
  });

  it('are in order, apart from one another, inside the text, and cut no character in two', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, text, (part, before, after) => {
        const whole = `${before} ${part} ${after}`;
        let last = 0;
        for (const { start, end } of findTerms(whole, toSearchTerms(part))) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(whole.slice(start, end).isWellFormed()).toBe(true);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(whole.length);
      }),
    );
  });
});
