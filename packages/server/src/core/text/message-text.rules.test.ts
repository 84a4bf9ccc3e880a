import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toComparable } from './message-text.rules.ts';

const LETTER = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz', ...'AZ');
const GAP = fc.string({ unit: fc.constantFrom(...' .-_*|~+,/\n\u3000'), minLength: 1, maxLength: 3 });
const AROUND = fc.constantFrom('', ' ', '! ', 'word ', '7 ', '\n', '¿');

describe('letters that are written apart', () => {
  it('are joined, whatever is between and around them', () => {
    const run = fc.tuple(LETTER, fc.array(fc.tuple(GAP, LETTER), { minLength: 3, maxLength: 12 }));
    fc.assert(
      fc.property(AROUND, run, AROUND, (before, [first, rest], after) => {
        const written =
          before + first + rest.map(([gap, letter]) => gap + letter).join('') + Array.from(after).reverse().join('');
        const letters = (first + rest.map(([, letter]) => letter).join('')).toLowerCase();
        expect(toComparable(written).letters).toContain(letters);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it.each(['a b c', 'I am a b', 'plan b. or c', 'a1 b2 c3 d4'])('are left alone when they are few: %s', (text) => {
    expect(toComparable(text).letters).toBe(text.toLowerCase());
  });
});

describe('a sentence that begins without a space', () => {
  it.each([
    ['see you at home.What then', 'see you at home. what then'],
    ['à bientôt là-bas.Ça ira', 'a bientot la-bas. ca ira'],
    ['read docs.Files/today', 'read docs.files/today'],
  ])('%s', (written, text) => {
    expect(toComparable(written).text).toBe(text);
  });
});
