import { createFeatureList, type Features, listGrams, toUnitLength } from '../../../core/text/hashed-features.rules.ts';
import { toComparable } from '../../../core/text/message-text.rules.ts';
import { matchMoment, withoutInnocent } from '../hard/match-moment.rules.ts';
import { findConcepts, JAPANESE } from './concepts.rules.ts';

/** How many buckets features are hashed into. */
export const BUCKETS = 5 << 14;
/** Longer messages are read up to here. */
const READ_MAX_CHARS = 600;

const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|\p{L}+(?:'\p{L}+)*|\p{N}+|\p{Extended_Pictographic}|[?!…]/gu;
const LETTER = /^\p{L}/u;
const GRAMS = { from: 3, to: 5 };
/** A word has many of them. */
const GRAM_VALUE = 0.7;
const JAPANESE_GRAMS = { from: 1, to: 4 };
/** Japanese has no spaces: how a clause begins and ends shows next to its punctuation. */
const JAPANESE_CLAUSES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。！？!?…,.]+/gu;
const JAPANESE_BORDER = /[、。！？!?…,.]/u;
const JAPANESE_BORDER_GRAMS = { from: 2, to: 4 };
const JAPANESE_ENDING_CHARS = 3;
/** A concept or a pattern stands for many words, of which few were in the examples. */
const CONCEPT_VALUE = 2;
const MOMENT_VALUE = 4;

/** The features of a message, with values of the length 1. */
export function readFeatures(content: string): Features {
  return toUnitLength(listFeatures(content));
}

/**
 * Words, pairs of words and n-grams of characters, with how the message begins and ends, the concepts that are spoken of and the hard moment that the patterns find.
 */
export function listFeatures(content: string): Features {
  const text = withoutInnocent(toComparable(content.slice(0, READ_MAX_CHARS)).text);
  const { add, toFeatures } = createFeatureList(BUCKETS);
  const tokens = (text.match(TOKEN) ?? []).map(normalise);
  tokens.forEach((token, n) => {
    add(`word ${token}`);
    add(`pair ${tokens[n - 1] ?? '^'} ${token}`);
    if (JAPANESE.test(token)) addGrams(token, JAPANESE_GRAMS, add);
    else if (LETTER.test(token)) addGrams(`_${token}_`, GRAMS, add);
  });
  add(`pair ${tokens.at(-1)} $`);
  add(`first ${tokens[0]}`);
  add(`first ${tokens[0]} ${tokens[1]}`);
  add(`last ${tokens.at(-2)} ${tokens.at(-1)}`);
  addJapaneseBorders(text, add);
  add(`length ${Math.floor(Math.log2(1 + text.length))}`);
  add(`asks ${/[?？]/u.test(text)}`);
  for (const concept of findConcepts(text)) add(`concept ${concept}`, CONCEPT_VALUE);
  add(`moment ${matchMoment(content)}`, MOMENT_VALUE);
  return toFeatures();
}

function addGrams(word: string, sizes: typeof GRAMS, add: (feature: string, value: number) => void): void {
  for (const gram of listGrams(word, sizes)) add(`gram ${gram}`, GRAM_VALUE);
}

function addJapaneseBorders(text: string, add: (feature: string, value: number) => void): void {
  for (const [clause] of text.replace(/\s+/gu, '').matchAll(JAPANESE_CLAUSES)) {
    for (const gram of listGrams(clause, JAPANESE_BORDER_GRAMS))
      if (JAPANESE_BORDER.test(gram)) add(`gram ${gram}`, GRAM_VALUE);
    if (clause.length > 1) add(`ending ${clause.slice(-JAPANESE_ENDING_CHARS)}`, GRAM_VALUE);
  }
}

/** Small numbers are ages and times; of larger ones only the size matters. */
function normalise(token: string): string {
  return /^\d{3,}$/.test(token) ? `#${token.length}` : token;
}
