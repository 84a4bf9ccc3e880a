import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextColumn } from './text-column.ts';

const anyText = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '東', ','), maxLength: 4 });

it('finds texts by index and by prefix, as an array would', () => {
  fc.assert(
    fc.property(fc.array(anyText), anyText, (texts, prefix) => {
      const column = new TextColumn(texts);
      expect(texts.map((_, n) => column.get(n))).toEqual(texts);
      const expected = texts.flatMap((text, n) => (text.startsWith(prefix) ? [n] : []));
      expect([...column.startingWith(prefix)]).toEqual(expected);
    }),
  );
});
