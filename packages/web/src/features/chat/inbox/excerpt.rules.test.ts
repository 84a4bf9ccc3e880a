import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutExcerpt } from './excerpt.rules.ts';

const show = (text: string, query: string) =>
  cutExcerpt(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

const LONG = 'We walked for hours along the canal until the café by the bridge opened its doors, and tea was ready.';

it.each([
  ['the green forest', 'forest', 'the green [forest]'],
  ['the green forest', 'forest GREEN', 'the [green] [forest]'],
  [LONG, 'cafe', 'for hours along the canal until the [café] by the bridge opened its doors, and tea was ready.'],
  [LONG, 'tea bridge', 'along the canal until the café by the [bridge] opened its doors, and [tea] was ready.'],
  [LONG, 'nothing', LONG],
  [`${'雨'.repeat(60)}東京で会う`, '東京', '[東京]で会う'],
  [`${'🌲'.repeat(60)}fox`, 'fox', '[fox]'],
])('an excerpt begins at a word and highlights every match: "%s" for "%s"', (text, query, shown) => {
  expect(show(text, query)).toBe(shown);
});

it('an excerpt is the end of the text, and cuts no character in two', () => {
  const anyText = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, part, after) => {
      const text = `${before} ${part} ${after}`;
      const excerpt = cutExcerpt(text, part)
        .map((piece) => piece.text)
        .join('');
      expect(text.endsWith(excerpt)).toBe(true);
      expect(excerpt.isWellFormed()).toBe(true);
    }),
  );
});
