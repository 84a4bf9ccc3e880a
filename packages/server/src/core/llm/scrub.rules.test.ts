import { expect, it } from 'vitest';
import { scrub } from './scrub.rules.ts';

it('removes email addresses, phone numbers, links and handles', () => {
  expect(scrub('mail me: anna.b@post.example or +49 170 1234567, see https://a.example/x and @anna_b')).toBe(
    'mail me: [email] or [number], see [link] and [handle]',
  );
});

it.each([
  ['look at t.me/ann_b or ANN.COM/me and ann.b.photography, ann-b.de.', 'look at [link] or [link] and [link], [link].'],
  [
    '(@ann_b), insta:@ann_b, Insta: ann_b and discord: ann#1234',
    '([handle]), insta:[handle], Insta: [handle] and discord: [handle]',
  ],
  ['+49–170–1234567 or 0170\u200b1234567', '[number] or [number]'],
  ['ann@po\u00adst.example', '[email]'],
])('removes those without https, after a bracket or a label, and with invisible characters: %s', (text, scrubbed) => {
  expect(scrub(text)).toBe(scrubbed);
});

it.each(['It was nice.Me too', 'e.g. at 5.30 pm, z.B. so', 'I like node.js', 'Time: 5, line 3: ok', 'a@ b @ c'])(
  'keeps what only looks like a link or a handle: %s',
  (text) => {
    expect(scrub(text)).toBe(text);
  },
);

it.each([
  ['Jose and JOSÉ, Josés Hund', ['José'], '[name] and [name], [name] Hund'],
  ['José', ['Jose'], '[name]'],
  ['Juergen, Jurgen, Jürgen', ['Jürgen'], '[name], [name], [name]'],
  ['Soren, Soeren, Lukasz', ['Søren', 'Łukasz'], '[name], [name], [name]'],
  ['I am A\u200bnn, or A\u00adnn', ['Ann'], 'I am [name], or [name]'],
  ['Annika and Joséphine', ['Ann', 'José'], 'Annika and Joséphine'],
  ['ばなと話はなし', ['はな'], 'ばなと話[name]し'],
])('removes a name with and without its marks, and with invisible characters in it: %s', (text, names, scrubbed) => {
  expect(scrub(text, names)).toBe(scrubbed);
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

it.each([
  ['My sister Katrin Vogel is ill, I work at the Charité', 'My sister [name] is ill, I work at the [place]'],
  ['my name is Anna Berg and I live at 12 Baker Street', 'my name is [name] and I live at [address]'],
  [
    'Ich heiße Jonas, meine Chefin Petra wohnt Kastanienallee 12',
    'Ich heiße [name], meine Chefin [name] wohnt [address]',
  ],
  ['Ich arbeite seit Mai bei Siemens', 'Ich arbeite seit Mai bei [place]'],
  [
    'Me llamo Lucía, mi hermana Marta vive en la calle Mayor 5',
    'Me llamo [name], mi hermana [name] vive en la [address]',
  ],
  ["Je m'appelle Zoé, mon frère Luc habite 5 rue de Rivoli", "Je m'appelle [name], mon frère [name] habite [address]"],
  ['田中と申します。妹の花子さんは元気です', '[name]と申します。妹の[name]さんは元気です'],
  ['東京に住んでいます', '[place]に住んでいます'],
])('removes names, employers and addresses that the words before them tell: %s', (text, scrubbed) => {
  expect(scrub(text)).toBe(scrubbed);
});

it.each([
  'wenn meine Schwester Zeit hat, backen wir Kuchen',
  'my sister is kind, and as my mother I like bread',
  'my name is not important, call me maybe',
  'Mi hermana tiene un perro y mi amigo dos gatos',
  'Mon frère travaille beaucoup et ma mère aussi',
  '妹の結婚式に行きました',
  'I work at night and my boss says 12 hours are enough',
])('keeps ordinary words: %s', (text) => {
  expect(scrub(text)).toBe(text.normalize('NFKC'));
});

it('removes the longest of several capitalised words that is a town, and says where a place is likely', () => {
  const towns = new Map([
    ['New York', false],
    ['York', false],
    ['Hof', true],
  ]);
  const isTown = (name: string, isLikely: boolean) => towns.has(name) && (isLikely || towns.get(name) === false);
  expect(scrub('In New York Anna saw York, der Hof in Hof', [], isTown)).toBe(
    'In [place] Anna saw [place], der Hof in [place]',
  );
});

it('removes an employer whose name has a town in it', () => {
  expect(scrub('the Charité Berlin is large', ['Charité Berlin'], (name) => name === 'Berlin')).toBe(
    'the [name] is large',
  );
});

it.each(['A-', '-', 'a.', 'a-.', '@', "A'", 'A ', 'mein a ', '1 A ', '京'])(
  'reads a long message of %j in one go',
  (part) => {
    const text = part.repeat(5_000 / part.length);
    expect(scrub(text)).toBe(text);
  },
);
