import type { Language } from '@soulsight/affinity/languages';
import { readLanguage } from '../reading/conversation-reading.rules.ts';
import { readTopics } from '../reading/topics.rules.ts';
import { PHRASES } from './phrases.data.ts';

/** What the other user shows of their profile at this stage, and what both profiles have in common. */
export type PairContext = {
  prompts: readonly { question: string; answer: string }[];
  talkingPoints: readonly string[];
};

type Opener = { text: string; because: string };

/** The topics of a pair are written in English. */
const POINTS = [
  'Hi! A question to begin with: “%point” What comes to your mind?',
  'Hello! “%point” I have an answer. Do you?',
  'Hi! “%point” Shall I go first?',
];

/** Longer answers are quoted by their first sentence. */
const QUOTE_MAX_CHARS = 70;

/** First messages about what the other user chose to show; none where they show nothing. */
export function suggestOpeners({ prompts, talkingPoints }: PairContext, language: Language): Opener[] {
  const phrases = PHRASES[language];
  const seed = hash(prompts.map(({ answer }) => answer).join('|'));
  const quotes = prompts.map(({ question, answer }, n): Opener => {
    const line = phrases.quote[(seed + n) % phrases.quote.length] ?? '';
    return {
      text: line.replace('%quote', () => quote(answer)),
      because: `They answered “${question}”. People like to be asked about what they chose to share.`,
    };
  });
  const questions = prompts.flatMap(({ question, answer }, n): Opener[] => {
    const [mention] = readTopics(answer, readLanguage([answer]) ?? language);
    if (!mention) return [];
    const asks = phrases.topics[mention.topic].ask;
    const hello = phrases.hello[(seed + n) % phrases.hello.length] ?? '';
    const ask = asks[(seed + n) % asks.length]?.[1] ?? '';
    return [{ text: hello.replace('%ask', () => ask), because: `It picks up their answer to “${question}”.` }];
  });
  const points = (language === 'en' ? talkingPoints : []).map((point, n): Opener => {
    const line = POINTS[(hash(point) + n) % POINTS.length] ?? '';
    return { text: line.replace('%point', () => point), because: 'It is about something in which you two are alike.' };
  });
  const own = quotes.flatMap((opener, n) => (questions[n] ? [opener, questions[n]] : [opener]));
  return [...own, ...points];
}

/** The first sentence, with its own full stop, question or exclamation mark. */
function quote(answer: string): string {
  const flat = answer
    .replace(/\s+/g, ' ')
    .replace(/[“”„«»]/gu, '')
    .trim();
  const first = /^.{12,}?[.!?。！？](?=\s|$)/u.exec(flat)?.[0] ?? flat;
  if (first.length > QUOTE_MAX_CHARS) return `${first.slice(0, QUOTE_MAX_CHARS).replace(/\s+\S*$/, '')} …`;
  return /[.!?。！？…]$/u.test(first) ? first : `${first}.`;
}

/** FNV-1a: the same pair gets the same wording, other pairs another one. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
