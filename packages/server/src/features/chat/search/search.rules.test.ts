import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsAll, wordsOf } from './search.rules.ts';

describe('search', () => {
  it('finds words in any order, case, width and accent', () => {
    expect(holdsAll('Der Café am Ｒｉｖｅｒ', wordsOf('river CAFE'))).toBe(true);
    expect(holdsAll('Das Meer im Winter', wordsOf('sommer'))).toBe(false);
    expect(holdsAll('東京で会いましょう', wordsOf('東京'))).toBe(true);
  });

  it('finds any part of any text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), (part, before, after) => {
        expect(holdsAll(`${before} ${part} ${after}`, wordsOf(part))).toBe(true);
      }),
    );
  });
});
