import eld from 'eld/extrasmall';
import { isLanguage, type Language } from './languages.ts';

/** What a person's recent messages say about their language: numbers only, so it can be stored with a conversation. */
export type LanguageWindow = {
  /** The score of each likely language, by its ISO 639-1 code. */
  scores: Readonly<Record<string, number>>;
  /** How many letters the scores come from. */
  letters: number;
};

export const EMPTY_WINDOW: LanguageWindow = { scores: {}, letters: 0 };

/** A message counts this much less with each one after it, so that the window holds about ten messages. */
const KEPT_PER_MESSAGE = 0.9;
/** With fewer letters than this there is no language: "ok" and "haha" are in all of them. */
const MIN_LETTERS = 10;
/** A long message does not outweigh all others. */
const MAX_LETTERS = 120;
const SCORES_KEPT = 4;
/** By how much the best language must lead. */
const MIN_LEAD = 1.03;
const LETTER = /\p{L}/gu;
/** One character of these scripts says as much about the language as several letters. */
const DENSE_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;
const DENSE_WEIGHT = 3;

/** The window after one more message. The detection is offline (eld, Nito-ELD's n-grams). */
export function addToWindow(window: LanguageWindow, text: string): LanguageWindow {
  const letters = Math.min(
    MAX_LETTERS,
    countMatches(text, LETTER) + (DENSE_WEIGHT - 1) * countMatches(text, DENSE_LETTER),
  );
  if (letters === 0) return window;
  const scores: Record<string, number> = {};
  for (const [code, score] of Object.entries(window.scores)) scores[code] = KEPT_PER_MESSAGE * score;
  const found = eld.detect(text);
  for (const [code, score] of Object.entries(found.getScores())) scores[code] = (scores[code] ?? 0) + letters * score;
  return { scores: bestScores(scores, found.language), letters: KEPT_PER_MESSAGE * window.letters + letters };
}

/** The language of a window if it is one that can be read; null if it is another, or if there is too little text to tell. */
export function windowLanguage({ scores, letters }: LanguageWindow): Language | null {
  const [best, second] = Object.entries(scores).sort(([, one], [, other]) => other - one);
  if (!best || letters < MIN_LETTERS || best[1] < MIN_LEAD * (second?.[1] ?? 0)) return null;
  return isLanguage(best[0]) ? best[0] : null;
}

/** From this many letters on a language that cannot be read is told from a typing error. */
const FOREIGN_FROM_LETTERS = 24;

/** Whether a window is clearly in a language that cannot be read. */
export function isForeign({ scores, letters }: LanguageWindow): boolean {
  const [best, second] = Object.entries(scores).sort(([, one], [, other]) => other - one);
  if (!best || letters < FOREIGN_FROM_LETTERS) return false;
  return !isLanguage(best[0]) && best[1] >= MIN_LEAD * (second?.[1] ?? 0);
}

/** The best scores, and that of the message's own language: a writer who changes language must be able to overtake the old one. */
function bestScores(scores: Record<string, number>, own: string): Record<string, number> {
  const best = Object.entries(scores).sort(([, one], [, other]) => other - one);
  return Object.fromEntries(best.filter(([code], n) => n < SCORES_KEPT || code === own));
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
