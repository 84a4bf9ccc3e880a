import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsAllTerms, toSearchTerms } from './search.rules.ts';

describe('search', () => {
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
