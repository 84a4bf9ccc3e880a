import type { Language } from '@soulsight/affinity/languages';
import type { Suggestion } from '@soulsight/contract/wingman';
import { estimateLikelihood, readSituations } from '../acts/act-model.rules.ts';
import type { Situation } from '../acts/situations.data.ts';
import { matchWords } from '../reading/topics.rules.ts';
import { type ActLines, SIMPLE_MOVES, type SimpleMove } from './act-lines/act-lines.data.ts';
import { ACT_LINES } from './act-lines/all-lines.data.ts';
import { readOptions } from './options.rules.ts';
import type { Phrase } from './phrase-book.data.ts';

/** Lines for what the other user's last messages do. */
export type SituationReply = {
  kind: Suggestion['kind'];
  lines: readonly Phrase[];
  because: string;
  /** Under sorrow and excuses: no emoji. */
  plain: boolean;
  /** A question about what they mentioned may follow. */
  mayAsk: boolean;
};

const BECAUSE: Record<SimpleMove, string> = {
  contact_ask: 'They would like to reach you outside of this chat. Say yes only if you want to.',
  photo_ask: 'They ask for a picture. Send one only if you like to.',
  language_help: 'They are not sure of their words. This takes the worry away.',
  bad_day: 'They had a bad moment. A little sympathy is enough.',
  worry: 'They told you about a worry. Being heard comes before any advice.',
  sympathy: 'It was not easy for them. A little sympathy is enough.',
  apology: 'They apologised. This accepts it, or asks for time.',
  reassure: 'They are not sure of themselves. A kind word takes the worry away.',
  good_news: 'They have good news. Be happy with them.',
  praise: 'They said something nice. Enjoy it.',
  thanks: 'They thanked you.',
  kindness: 'They said something kind. Enjoy it.',
  joke: 'They were funny. Laugh with them.',
};
const PLAIN: readonly Situation[] = ['worry', 'sympathy', 'apology', 'reassure'];
/** What they told goes before an answer to what they asked as well. */
const BEFORE_ANSWER: readonly Situation[] = [
  'bad_day',
  'worry',
  'sympathy',
  'reassure',
  'apology',
  'good_news',
  'praise',
];
/** Under these a question about what they mentioned would miss the point. */
const WITHOUT_QUESTION: readonly Situation[] = ['contact_ask', 'photo_ask', 'worry', 'sympathy', 'apology', 'reassure'];

/** A light answer must not meet a message that may be about danger. */
const GRAVE: readonly Situation[] = ['self_harm', 'danger'];
const GRAVE_FROM = 0.2;
const FIT_GRAVE: readonly Situation[] = ['worry', 'sympathy'];

/**
 * An answer to what the other user's last messages do; null where that is not certain.
 * @param asked the question that is open, in their words
 */
export function replyToSituation(
  turn: readonly string[],
  asked: string | null,
  language: Language,
): SituationReply | null {
  const found = new Set(turn.flatMap((content) => [...readSituations(content)]));
  const lines = ACT_LINES[language];
  if (found.has('choice') && asked) return replyToChoice(asked, language);
  // “Where was that photo?” asks for no photo.
  const isOpenQuestion = asked !== null && matchWords(asked.toLowerCase(), lines.openQuestion, language) !== null;
  const move = SIMPLE_MOVES.find((one) => found.has(one) && !(isOpenQuestion && ASKING.includes(one)));
  if (!FIT_GRAVE.some((one) => one === move) && estimateLikelihood(turn, GRAVE) >= GRAVE_FROM) return null;
  if (move && asked && !ASKING.includes(move))
    return BEFORE_ANSWER.includes(move) ? beforeAnswer(move, asked, lines) : null;
  if (move)
    return {
      kind: PLAIN.includes(move) ? 'support' : 'reply',
      lines: lines[move],
      because: BECAUSE[move],
      plain: PLAIN.includes(move),
      mayAsk: !WITHOUT_QUESTION.includes(move),
    };
  if (found.has('night') && !asked) return replyToGoodNight(turn, language);
  if (found.has('greeting')) return replyToGreeting(asked, lines);
  return null;
}

/** These are questions, and their lines answer them. */
const ASKING: readonly Situation[] = ['contact_ask', 'photo_ask', 'language_help'];

const PLAIN_REPLY = { kind: 'reply', plain: false, mayAsk: false } as const;

function beforeAnswer(move: SimpleMove, asked: string, lines: ActLines): SituationReply {
  return {
    ...PLAIN_REPLY,
    lines: lines[move].filter((line) => !/[?？]/u.test(line)),
    because: `${BECAUSE[move]} Then add your answer to “${shorten(asked)}”.`,
    plain: PLAIN.includes(move),
  };
}

function replyToChoice(asked: string, language: Language): SituationReply | null {
  const { choice, or, yesOrNo, openQuestion } = ACT_LINES[language];
  const options = readOptions(asked, language);
  const because = `They asked “${shorten(asked)}”. Keep the one that is true.`;
  if (options)
    return {
      ...PLAIN_REPLY,
      lines: options.map((option, n) => choice[n % choice.length]?.replace('%option', () => option) ?? ''),
      because,
    };
  if (matchWords(asked.toLowerCase(), openQuestion, language) !== null || new RegExp(or, 'iu').test(asked)) return null;
  return { ...PLAIN_REPLY, lines: yesOrNo, because };
}

function replyToGoodNight(turn: readonly string[], language: Language): SituationReply {
  const { night, leaving, nightWords } = ACT_LINES[language];
  const toBed = turn.some((content) => matchWords(content.toLowerCase(), nightWords, language) !== null);
  return { ...PLAIN_REPLY, lines: toBed ? night : leaving, because: 'They say goodbye for now.' };
}

/** A greeting asks how one is, at the most. */
const GREETING_QUESTION_MAX_CHARS = 40;

function replyToGreeting(asked: string | null, { greeting, greetingAsked }: ActLines): SituationReply | null {
  if (asked && asked.length > GREETING_QUESTION_MAX_CHARS) return null;
  return { ...PLAIN_REPLY, lines: asked ? greetingAsked : greeting, because: 'They said hello.' };
}

const QUOTE_MAX_CHARS = 80;

/** Text to quote, on one line. */
export function shorten(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= QUOTE_MAX_CHARS ? flat : `${flat.slice(0, QUOTE_MAX_CHARS).replace(/\s+\S*$/, '')} …`;
}
