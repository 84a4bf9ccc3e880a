import { expect, it } from 'vitest';
import { scrub } from './scrub.rules.ts';

it('removes email addresses, phone numbers, links and handles', () => {
  expect(scrub('mail me: anna.b@post.example or +49 170 1234567, see https://a.example/x and @anna_b')).toBe(
    'mail me: [email] or [number], see [link] and [handle]',
  );
});

it('removes names and places in upper or lower case, as whole words only', () => {
  expect(scrub('Ann and ANN like Annual fairs in Köln.', ['Ann', 'Köln'])).toBe(
    '[name] and [name] like Annual fairs in [name].',
  );
});

it('treats characters of regular expressions in a name as text', () => {
  expect(scrub('hello A.B. (c)', ['(c)'])).toBe('hello A.B. [name]');
});

it.each([
  ['はるとさん、元気ですか。東京に行きます', ['はると', '東京'], '[name]さん、元気ですか。[name]に行きます'],
  ['愛です。よろしく', ['愛'], '[name]です。よろしく'],
  [
    "Annas Hund mag Bens Katze und Max' Garten, Ann's too",
    ['Anna', 'Ben', 'Max', 'Ann'],
    "[name] Hund mag [name] Katze und [name]' Garten, [name] too",
  ],
  ['Ｈａｒｕｔｏ is here, call ０９０-１２３４-５６７８', ['Haruto'], '[name] is here, call [number]'],
  ['Ann-Marie and Ann', ['Ann', 'Ann-Marie'], '[name] and [name]'],
  ['A and a dog', ['A'], '[name] and a dog'],
])('removes a name without spaces around it, with an ending, in wide letters: %s', (text, names, scrubbed) => {
  expect(scrub(text, names)).toBe(scrubbed);
});
