import {
  createFeatureList,
  type Features,
  listGrams,
  toUnitLength,
} from '../../../../core/text/hashed-features.rules.ts';
import { toComparable } from '../../../../core/text/message-text.rules.ts';
import { toDigitRuns } from '../number-words.rules.ts';
import { findConcepts } from './hold-concepts.rules.ts';

/** How many buckets features are hashed into. */
export const BUCKETS = 1 << 16;
/** Longer messages are read up to here. */
const READ_MAX_CHARS = 600;

const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|\p{L}+(?:'\p{L}+)*|\p{N}+|\p{Extended_Pictographic}|[?!…@/_]/gu;
const JAPANESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const LETTER = /^\p{L}/u;
const GRAMS = { from: 3, to: 5 };
const JAPANESE_GRAMS = { from: 1, to: 4 };
/** A word has many of them. */
const GRAM_VALUE = 0.7;
/** A concept or a form stands for many words, of which few were in the examples. */
const CONCEPT_VALUE = 2;
const CONCEPT_PAIR_VALUE = 1;

/** What a text looks like, whatever its words. */
const FORMS: Record<string, RegExp> = {
  at: /@/u,
  underscore: /[\p{L}\d]_[\p{L}\d]/u,
  name_with_digits: /(?<![\p{L}\d])[a-z]{3,}[._-]?[a-z]*\d{1,4}(?![\p{L}\d])/u,
  address: /[a-z\d-]{3,}\.[a-z]{2,6}(?![a-z])/u,
  slash: /[a-z\d]\s?\/\s?[a-z]/u,
  apart: /(?<![\p{L}\d])[a-z](?:[\s.\-_*|~+,/]{1,3}[a-z](?![\p{L}\d])){3}/u,
  mixed: /(?<![\p{L}\d])(?=[a-z]*\d)[a-z]+\d+[a-z]+(?![\p{L}\d])/u,
  sum: /[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹円]|k\b|万|千)|\d\s(?:euros?|dollars?|pounds?|pesos?|bucks|quid|eur\b|usd\b|balles|pavos|francs?)/u,
  per_cent: /\d\s?(?:%|percent|per cent|prozent|por ciento|pour cent|パーセント)/u,
};
const NAMES =
  /whats?ap|telegram|insta(?:gram)?|snapchat|facebook|discord|onlyfans|linktree|bitcoin|crypto|cripto|krypto|paypal|cashapp|giftcard|gutschein|itunes|invest|inversion|dinero|bizum|gmail|hotmail/;
/** Letters that are parted by signs or digits, or pairs and single ones by spaces. */
const NAME_PARTED = /[a-z][\d@$*._|+~-]|[\d@$][a-z]|(?<![a-z])[a-z]{1,2} [a-z]{1,2} [a-z]{1,2}(?![a-z])/;
const LEET: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };
const DIGIT_RUN = /\d(?:[\s().\-–—/_,、ー・の|*]{0,3}\d)*/g;

/** The features of a message, with values of the length 1. */
export function readFeatures(content: string): Features {
  return toUnitLength(listFeatures(content));
}

/**
 * Words, pairs of words and n-grams of characters, with the concepts that are spoken of, each two
 * of them, and the forms of names, numbers and sums.
 */
export function listFeatures(content: string): Features {
  const { text, letters } = toComparable(content.slice(0, READ_MAX_CHARS));
  const { add, toFeatures } = createFeatureList(BUCKETS);
  const tokens = (letters.match(TOKEN) ?? []).map(normalise);
  tokens.forEach((token, n) => {
    add(`word ${token}`);
    add(`pair ${tokens[n - 1] ?? '^'} ${token}`);
    if (JAPANESE.test(token)) addGrams(token, JAPANESE_GRAMS, add);
    else if (LETTER.test(token)) addGrams(`_${token}_`, GRAMS, add);
  });
  add(`length ${Math.floor(Math.log2(1 + text.length))}`);
  const concepts = findConcepts(letters);
  for (const [form, pattern] of Object.entries(FORMS)) if (pattern.test(text)) concepts.add(form);
  const digits = longestRun(text);
  const spoken = longestRun(toDigitRuns(text));
  if (digits >= 5) concepts.add(`digits ${Math.min(digits, 9)}`);
  if (spoken >= 5 && digits < 5) concepts.add(`spoken digits ${Math.min(spoken, 9)}`);
  if (text !== letters) concepts.add('disguised');
  if (hidesName(text)) concepts.add('hidden_name');
  const list = [...concepts].sort();
  list.forEach((one, n) => {
    add(`concept ${one}`, CONCEPT_VALUE);
    for (const other of list.slice(n + 1)) add(`both ${one} ${other}`, CONCEPT_PAIR_VALUE);
  });
  return toFeatures();
}

/** Whether a text has such a name only when its signs and spaces are left out and its digits are read as letters. */
function hidesName(text: string): boolean {
  if (!NAME_PARTED.test(text)) return false;
  const joined = Array.from(text, (char) => LEET[char] ?? char)
    .join('')
    .replace(/[^a-z]/g, '');
  return NAMES.test(joined) && !NAMES.test(text);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(DIGIT_RUN) ?? []).map((run) => run.replace(/\D/g, '').length));
}

function addGrams(word: string, sizes: typeof GRAMS, add: (feature: string, value: number) => void): void {
  for (const gram of listGrams(word, sizes)) add(`gram ${gram}`, GRAM_VALUE);
}

/** A number counts by its size only. */
function normalise(token: string): string {
  return /^\d+$/.test(token) ? `#${token.length}` : token;
}
