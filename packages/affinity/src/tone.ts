/// <reference path="./vader-sentiment.d.ts" />
import vader from 'vader-sentiment';
import type { Language } from './languages.ts';
import { clamp } from './normal.ts';
import { TONE_WORDS, type ToneWords } from './tone-words.ts';

/** Emoji and smileys by how they sound, as the English word that VADER knows and as a valence on its scale (-4 to 4). */
const EMOJI: readonly { pattern: RegExp; word: string; valence: number }[] = [
  { pattern: /[❤💕💖💗💘💙💚💛💜🧡🥰😍😘💞💓]/gu, word: ' love ', valence: 2.8 },
  { pattern: /[😊🙂😀😃😄😁😆😂🤣😹😅🎉👍🤗☺✨🙌🌞😋😜😉💪😌🥳👏]/gu, word: ' nice ', valence: 1.8 },
  { pattern: /(?<![\p{L}\p{N}])[:;]-?[)D](?![\p{L}\p{N}])/gu, word: ' nice ', valence: 1.8 },
  { pattern: /(?<![\p{L}\p{N}]):-?\((?![\p{L}\p{N}])/gu, word: ' sad ', valence: -2 },
  { pattern: /[😢😞😔😟🙁☹😕😰😥💔😓😩😿😣]/gu, word: ' sad ', valence: -2 },
  { pattern: /[😡🤬😠👎🙄😒]/gu, word: ' angry ', valence: -2.3 },
];

/** Phrases whose words mean the opposite of the phrase. */
const ENGLISH_IDIOMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:no|not a|not any) (?:problem|problems|worries|stress|trouble|pressure|rush)\b(?: at all)?/gi, ' '],
  [/\bdon['’]?t worry\b(?: about (?:it|that))?|\bno big deal\b|\bnever mind\b/gi, ' '],
  [/\bnot (?:too |so |half )?bad\b/gi, ' good '],
  [/\bcan(?:not|['’]?t) wait\b/gi, ' excited '],
  [/\bcan(?:not|['’]?t) stop laughing\b|\bi['’]?m (?:dead|dying)(?= 💀| 😂)/gi, ' funny '],
  [/\b(?:killing|kills|cracks?) me up\b/gi, ' funny '],
];

/** VADER saturates on texts longer than a tweet, so longer texts are split and the scores averaged, as its authors advise. */
const PIECE_CHARS = 280;

/**
 * Tone from -1 to 1. English: VADER's compound score (Hutto & Gilbert 2014). The other languages: the same formula on a small word
 * list. Without a language only emoji are read. Long texts are averaged over their pieces.
 */
export function measureTone(text: string, language: Language | null): number {
  let sum = 0;
  let length = 0;
  for (const piece of splitIntoPieces(text)) {
    const tone = language === 'en' ? measureEnglish(piece) : normaliseScore(sumValences(piece, language));
    if (!Number.isFinite(tone)) continue;
    sum += tone * piece.length;
    length += piece.length;
  }
  return length === 0 ? 0 : clamp(sum / length, -1, 1);
}

function measureEnglish(text: string): number {
  const plain = ENGLISH_IDIOMS.reduce((current, [pattern, meant]) => current.replace(pattern, meant), text);
  const worded = EMOJI.reduce((current, { pattern, word }) => current.replace(pattern, word), plain);
  return vader.SentimentIntensityAnalyzer.polarity_scores(worded).compound;
}

/** VADER's constants: a negation turns a word around and weakens it, an intensifier adds, an exclamation mark strengthens. */
const NEGATION = -0.74;
const INTENSIFIER = 1.15;
const EXCLAMATION = 0.29;
const NORMALISER = 15;

function sumValences(text: string, language: Language | null): number {
  const emoji = EMOJI.reduce((sum, { pattern, valence }) => sum + valence * (text.match(pattern)?.length ?? 0), 0);
  if (language === null || language === 'en') return emoji;
  const plain = text.toLowerCase().replaceAll('’', "'");
  const found = language === 'ja' ? sumJapanese(plain) : sumWords(plain, TONE_WORDS[language]);
  const stress = Math.min(3, plain.match(/[!！]/gu)?.length ?? 0) * EXCLAMATION;
  return emoji + found + Math.sign(found) * stress;
}

function normaliseScore(sum: number): number {
  return sum / Math.sqrt(sum * sum + NORMALISER);
}

const WORD = /[\p{L}\p{M}]+/gu;
/** How many words before a word can negate or intensify it. */
const REACH = 3;

function sumWords(text: string, { valences, stems, negations, intensifiers, neutral }: ToneWords): number {
  let sum = 0;
  for (const clause of text.replace(neutral, ' ').split(/[.,;:!?\n]/u)) {
    const found = clause.match(WORD) ?? [];
    for (const [n, word] of found.entries()) {
      const valence = valences.get(word) ?? stems.find(([stem]) => word.startsWith(stem))?.[1];
      if (valence === undefined) continue;
      const before = found.slice(Math.max(0, n - REACH), n);
      const after = found[n + 1] ?? '';
      const isNegated = before.some((other) => negations.has(other)) || (negations.has(after) && after !== 'no');
      sum += valence * (isNegated ? NEGATION : 1) * (before.some((other) => intensifiers.has(other)) ? INTENSIFIER : 1);
    }
  }
  return sum;
}

const JAPANESE_NEGATED =
  /^(?:く|では|じゃ|で|い)?(?:は)?(?:な(?:い|かった|くて)|ありません|わけじゃ)|^(?:ない|なかった)/u;
const JAPANESE_INTENSIFIED = /(?:とても|すごく|めっちゃ|本当に|かなり|超|大)$/u;

function sumJapanese(text: string): number {
  const { stems, neutral } = TONE_WORDS.ja;
  const plain = text.replace(neutral, ' ');
  let sum = 0;
  for (const [stem, valence] of stems) {
    for (let at = plain.indexOf(stem); at !== -1; at = plain.indexOf(stem, at + stem.length)) {
      const isNegated = JAPANESE_NEGATED.test(plain.slice(at + stem.length, at + stem.length + 6));
      const isStrong = JAPANESE_INTENSIFIED.test(plain.slice(Math.max(0, at - 4), at));
      sum += valence * (isNegated ? NEGATION : 1) * (isStrong ? INTENSIFIER : 1);
    }
  }
  return sum;
}

function splitIntoPieces(text: string): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > PIECE_CHARS) {
    const head = rest.slice(0, PIECE_CHARS);
    const end = Math.max(...['. ', '! ', '? ', '。', '\n'].map((mark) => head.lastIndexOf(mark)));
    const cut = end > 0 ? end + 1 : PIECE_CHARS;
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut).trim();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}
