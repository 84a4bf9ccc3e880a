import type { Language } from '@soulsight/affinity/languages';
import { PROMPTS, type PromptKey } from '@soulsight/contract/user';
import { readLanguage } from '../reading/conversation-reading.rules.ts';
import { readTopics } from '../reading/topics.rules.ts';
import { PHRASES } from './phrases.data.ts';
import { PROMPT_QUESTIONS } from './prompt-questions.data.ts';

/** What the other user shows of their profile at this stage, and what both profiles have in common. */
export type PairContext = {
  prompts: readonly { key: PromptKey; answer: string }[];
  /** In English. */
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
const POINTS = [
  'Hi! A question to begin with: “%point” What comes to your mind?',
  'Hello! “%point” I have an answer. Do you?',
  'Hi! “%point” Shall I go first?',
];

/** First messages about what the other user chose to show, and about what the two have in common; the same ones for the same pair. */
export function suggestOpeners({ prompts, talkingPoints }: PairContext, language: Language): Opener[] {
  const seed = hash(prompts.map(({ answer }) => answer).join('|'));
  const quotes = prompts.map(({ key, answer }): Opener => {
    const questions = PROMPT_QUESTIONS[language][key];
    const [open, close] = QUOTATION_MARKS[language];
    const question = questions[hash(answer) % questions.length] ?? '';
    return {
      text: `${open}${quote(answer)}${close}${language === 'ja' ? '' : ' '}${question}`,
      because: `They answered “${PROMPTS[key]}”. People like to be asked about what they chose to share.`,
    };
  });
  const asks = prompts.flatMap(({ key, answer }): Opener[] => {
    const text = askAbout(answer, language, seed);
    return text === null ? [] : [{ text, because: `It picks up their answer to “${PROMPTS[key]}”.` }];
  });
  const points = (language === 'en' ? talkingPoints : []).map((point, n): Opener => {
    const line = POINTS[(hash(point) + n) % POINTS.length] ?? '';
    return { text: line.replace('%point', () => point), because: 'It is about something in which you two are alike.' };
  });
  return [...quotes, ...points, ...asks];
}

/** A question about the first topic of an answer. */
function askAbout(answer: string, language: Language, seed: number): string | null {
  const { topics, hello } = PHRASES[language];
  const [mention] = readTopics(answer, readLanguage([answer]) ?? language);
  if (!mention) return null;
  const asks = topics[mention.topic].ask;
  const ask = asks[seed % asks.length]?.[1] ?? '';
  return (hello[seed % hello.length] ?? '').replace('%ask', () => ask);
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
