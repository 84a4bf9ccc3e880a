/** Letters of other scripts that look Latin, folded only inside words that contain a Latin letter. */
const LOOKALIKES: Record<string, string> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ғ: 'f',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ı: 'i',
}; // prettier-ignore
/** Digits and signs that stand for letters inside a word. */
const LEET: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

/** Invisible characters, marks of emoji, and marks above letters. Japanese voicing marks are not among them. */
const INVISIBLE =
  /\p{Cf}|\p{Cc}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0|[\ufe00-\ufe0f]|[\u20d0-\u20ff]/gu;
const ACCENTS = /[\u0300-\u036f]/g;
/** Most messages: nothing to fold. */
const PLAIN = /^[ -~\n]*$/;
const LOOKALIKE_SCRIPTS = /[\u0131\u0370-\u052f]/;
const FOREIGN_DIGIT = /[^\P{Nd}0-9]/gu;
const WORD = /\p{L}+/gu;
/** A word that contains digits or signs instead of letters. */
const LEET_WORD = /(?<![a-z0-9@$])[a-z]+[013457@$][a-z0-9@$]*[a-z](?![a-z0-9@$])|(?<![a-z0-9@$])[a-z]{2,}[@$][a-z]+/g;
/** Every `LEET_WORD` has one, and most messages have none: looking for it first costs a thirtieth. */
const LEET_SIGN = /[013457@$]/;
/** At least four single letters or digits, each apart from the next: "W h a t s A p p", "i-n-s-t-a". */
const SPACED_OUT = /(?<![a-z0-9])[a-z](?:[\s.\-_*|~+,/]{1,3}[a-z](?![a-z0-9])){3,}/g;
/** Every `SPACED_OUT` has one, and few messages have: a third of the time. */
const LETTERS_APART = /(?:^|[^a-z0-9])[a-z][\s.\-_*|~+,/]{1,3}[a-z][\s.\-_*|~+,/]{1,3}[a-z]/;
/** A sentence that begins without a space, "home.What", unless it looks like a path. */
const MISSING_SPACE = /(\p{Ll}{2}[.])(?=\p{Lu}\p{Ll}*(?:[^\p{L}./]|$))/gu;
/** Every `MISSING_SPACE` has one. */
const DOT_BEFORE_WORD = /[.]\S/;

/** A message made comparable: how disguised letters and digits are read. */
export type ComparableText = {
  /** Lower case, without accents and invisible characters, digits as 0 to 9. */
  text: string;
  /** As `text`, with letters written apart joined, and digits inside words read as letters. */
  letters: string;
};

/** Undoes common disguises of a message, in linear time. */
export function toComparable(content: string): ComparableText {
  const text = PLAIN.test(content) ? addMissingSpaces(content.replace(/\n/g, ' ')).toLowerCase() : fold(content);
  const joined = LETTERS_APART.test(text) ? text.replace(SPACED_OUT, (run) => run.replace(/[^a-z]/g, '')) : text;
  const letters = LEET_SIGN.test(joined)
    ? joined.replace(LEET_WORD, (word) => Array.from(word, (char) => LEET[char] ?? char).join(''))
    : joined;
  return { text, letters };
}

function addMissingSpaces(text: string): string {
  return DOT_BEFORE_WORD.test(text) ? text.replace(MISSING_SPACE, '$1 ') : text;
}

function fold(content: string): string {
  const visible = content.normalize('NFKC').replace(/\s/g, ' ').replace(INVISIBLE, '');
  const folded = addMissingSpaces(visible)
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(/[’‘`´]/g, "'")
    .replace(FOREIGN_DIGIT, toDigit);
  return LOOKALIKE_SCRIPTS.test(folded) ? folded.replace(WORD, foldLookalikes) : folded;
}

/** The decimal value of any Unicode digit: the digits of a script are ten consecutive code points. */
function toDigit(char: string): string {
  const codePoint = char.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 10 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return String(value % 10);
}

function foldLookalikes(word: string): string {
  return /[a-z]/.test(word) ? Array.from(word, (letter) => LOOKALIKES[letter] ?? letter).join('') : word;
}
