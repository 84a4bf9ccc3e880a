import type { Language } from '@soulsight/affinity/languages';
import { TRAIT_COPY } from '@soulsight/affinity/trait-copy';
import { PROMPTS, type PromptKey } from '@soulsight/contract/profile';
import { TRAITS } from '@soulsight/contract/traits';
import { PROMPT_QUESTIONS } from './prompt-questions.data.ts';
import { TOPIC_OPENERS } from './topic-openers.data.ts';

/** What the other user shows of their profile at this stage, and what both profiles have in common. */
export type PairContext = {
  prompts: readonly { key: PromptKey; answer: string }[];
  /** As the match shows them, in English: `pair.topic` of a trait. */
  talkingPoints: readonly string[];
};

type Opener = { text: string; because: string };

/** Longer answers are quoted by their first sentence. */
const QUOTE_MAX_CHARS = 70;
const QUOTATION_MARKS: Record<Language, readonly [string, string]> = {
  en: ['“', '”'],
  de: ['„', '“'],
  es: ['«', '»'],
  fr: ['« ', ' »'],
  ja: ['「', '」'],
};

/** First messages about what the other user chose to show, and about what the two have in common; the same ones for the same pair. */
export function suggestOpeners({ prompts, talkingPoints }: PairContext, language: Language): Opener[] {
  const quotes = prompts.map(({ key, answer }): Opener => {
    const questions = PROMPT_QUESTIONS[language][key];
    const [open, close] = QUOTATION_MARKS[language];
    const question = questions[hash(answer) % questions.length] ?? '';
    return {
      text: `${open}${quote(answer)}${close}${language === 'ja' ? '' : ' '}${question}`,
      because: `They answered “${PROMPTS[key]}”. People like to be asked about what they chose to share.`,
    };
  });
  const points = talkingPoints.flatMap((point): Opener[] => {
    const trait = TRAITS.find((one) => TRAIT_COPY[one].pair.topic === point);
    if (!trait) return [];
    return [{ text: TOPIC_OPENERS[language][trait], because: 'It is about something in which you two are alike.' }];
  });
  return [...quotes, ...points];
}

/** The first sentence, with its own full stop, question or exclamation mark. */
function quote(answer: string): string {
  const flat = answer
    .replace(/\s+/g, ' ')
    .replace(/[“”„«»「」]/gu, '')
    .trim();
  const first = /^.{12,}?[.!?。！？](?=\s|$)/u.exec(flat)?.[0] ?? flat;
  if (first.length > QUOTE_MAX_CHARS) return `${first.slice(0, QUOTE_MAX_CHARS).replace(/\s+\S*$/, '')} …`;
  return /[.!?。！？…]$/u.test(first) ? first : `${first}.`;
}

/** FNV-1a: the same text gets the same wording, another text mostly another one. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
