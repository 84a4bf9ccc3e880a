import { LAUGHTER } from './cues/any.ts';
import type { Cue, LanguageCues } from './cues/cue.ts';
import { GERMAN } from './cues/de.ts';
import { ENGLISH, normaliseEnglish } from './cues/en.ts';
import { SPANISH } from './cues/es.ts';
import { FRENCH } from './cues/fr.ts';
import { JAPANESE } from './cues/ja.ts';
import type { Language } from './languages.ts';
import { clamp } from './normal.ts';

/** From this strength on (0 to 1) a message counts as an event of the signal's kind. */
export const SIGNAL_THRESHOLD = 0.35;

/** Where patterns overlap depends on the language; beyond this strength it says nothing more about the message. */
const STRENGTH_MAX = 0.6;

const CUES: Record<Language, LanguageCues> = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
  ja: JAPANESE,
};

/** The strengths of all signals in a text, 0 to `STRENGTH_MAX` each. Without a language only laughter is read. */
export type Signals = Record<'vulnerability' | 'support' | 'repair' | 'tension' | 'humour' | 'hedging', number>;

/** A word with a smile after it: "idiot :)" teases. */
const TEASING = /[\p{L}']{1,30}[!.…]{0,3} ?(?:[:;]-?[)dp]|[😂🤣😄😉😜😝😛😘🥰❤])/gu;
const SENTENCE_END = /[.!?。！？؟।\n]+/u;
/** A semicolon is a question mark in Greek only, where Unicode has the same character for both. */
const QUESTION_MARK = /[?？؟\u{37e}⁇⁈⸮፧՞]|\p{Script=Greek}\s*;/u;
/** The `?` inside an address of the web asks nothing. */
const QUERY_OF_ADDRESS = /(?<=(?:https?:\/\/|www\.)[^\s?]*)\?\S+/giu;
/** How far back and ahead of a cue a negation is searched. */
const NEGATION_CHARS = 40;

export function readSignals(text: string, language: Language | null): Signals {
  const plain = normaliseText(text, language);
  const laughs = cueRemainder(plain, LAUGHTER, null);
  if (language === null) return { ...NO_SIGNALS, humour: clamp(1 - laughs, 0, STRENGTH_MAX) };
  const cues = CUES[language];
  const strength = (name: 'support' | 'repair' | 'hedging') =>
    clamp(1 - cueRemainder(plain, cues[name], cues), 0, STRENGTH_MAX);
  return {
    vulnerability: clamp(1 - cueRemainder(plain, cues.vulnerability, cues, cues.ofOthers), 0, STRENGTH_MAX),
    support: strength('support'),
    repair: strength('repair'),
    tension: clamp(1 - cueRemainder(plain.replace(TEASING, ' '), cues.tension, cues), 0, STRENGTH_MAX),
    hedging: strength('hedging'),
    humour: clamp(1 - laughs * cueRemainder(plain, cues.humour, cues), 0, STRENGTH_MAX),
  };
}

const NO_SIGNALS: Signals = { vulnerability: 0, support: 0, repair: 0, tension: 0, humour: 0, hedging: 0 };

/** Whether a text asks something: by its question mark, or in a known language by how a sentence is built. */
export function isQuestion(text: string, language: Language | null): boolean {
  const spoken = text.replace(QUERY_OF_ADDRESS, '');
  if (QUESTION_MARK.test(spoken)) return true;
  if (language === null) return false;
  const lowercase = spoken.toLowerCase().replaceAll('’', "'");
  return lowercase.split(SENTENCE_END).some((sentence) => CUES[language].question.test(sentence.trim()));
}

/** The text as the cues expect it: lower case, plain punctuation, and in English one form for each contraction. */
function normaliseText(text: string, language: Language | null): string {
  const lowercase = text.toLowerCase().replaceAll('’', "'").replaceAll('！', '!').replaceAll('？', '?');
  return language === 'en' ? normaliseEnglish(lowercase) : lowercase;
}

/** Noisy-or of the cues (Pearl 1988, 4.3.2): each further cue adds strength, and the sum stays below 1. */
function cueRemainder(text: string, cues: readonly Cue[], negations: Negations | null, ofOthers?: RegExp): number {
  let remainder = 1;
  for (const { pattern, weight } of cues) {
    // `matchAll` copies the pattern first, which costs more than most searches.
    if (text.search(pattern) < 0) continue;
    let hits = 0;
    for (const match of text.matchAll(pattern)) {
      if (negations && isNegated(text, match.index, match[0].length, negations)) continue;
      if (ofOthers?.test(text.slice(match.index + match[0].length).slice(0, NEGATION_CHARS))) continue;
      hits += 1;
      if (hits === HITS_MAX) break;
    }
    remainder *= (1 - weight) ** hits;
  }
  return remainder;
}

type Negations = Pick<LanguageCues, 'negatedBefore' | 'negatedAfter'>;
/** Further repetitions of one phrase add nothing. */
const HITS_MAX = 3;

/** "i'm not sorry for what I said": a negation in the same clause, close before the cue or directly after it. */
function isNegated(text: string, at: number, length: number, { negatedBefore, negatedAfter }: Negations): boolean {
  const before =
    text
      .slice(Math.max(0, at - NEGATION_CHARS), at)
      .split(/[.,;:!?。、！？\n]/u)
      .at(-1) ?? '';
  const after = text.slice(at + length, at + length + NEGATION_CHARS);
  return (negatedBefore?.test(before) ?? false) || (negatedAfter?.test(after) ?? false);
}
