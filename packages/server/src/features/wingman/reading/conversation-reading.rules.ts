import { addToWindow, EMPTY_WINDOW, isForeign, windowLanguage } from '@soulsight/affinity/language-detection';
import type { Language } from '@soulsight/affinity/languages';
import { isQuestion } from '@soulsight/affinity/signals';
import type { TextFeatures } from '@soulsight/affinity/text';
import { HARD_MOMENTS } from '@soulsight/contract/wingman';
import { type ActReader, createActReader } from '../acts/act-model.rules.ts';
import { guessLanguage } from '../acts/concepts.rules.ts';
import { answersUnderAge } from '../hard/asked-age.rules.ts';
import { withoutFigures } from '../hard/figures-of-speech.rules.ts';
import { isNo, type Moment } from '../hard/match-moment.rules.ts';
import { answersWithLoss } from '../hard/plain-tellings.rules.ts';
import { findByClassifier, readMoment } from '../hard/read-moment.rules.ts';
import { type Manner, readManner } from './manner.rules.ts';
import { type Plan, readPlan } from './plan.rules.ts';
import { splitSentences } from './sentences.rules.ts';

/** A message as the wingman reads it. `seq` numbers the messages of a conversation; `at` is its time. */
export type ReadMessage = { mine: boolean; content: string; seq: number; at: Date; features: TextFeatures };

/** A question of one message, in the words in which it was asked. */
export type AskedQuestion = { mine: boolean; seq: number; text: string; answered: boolean };

/** A moment of one message. `afterNo`: the other side had just said no. */
export type FoundMoment = { moment: Moment; mine: boolean; seq: number; text: string; afterNo: boolean };

/** What is true of a conversation. Everything refers to messages by their number. */
export type ConversationReading = {
  /** The language to write in; null if too little was written to tell. */
  language: Language | null;
  /** The other user writes in a language that cannot be read. */
  foreign: boolean;
  /** Hard moments and turning points that are not over, the most urgent first. */
  moments: FoundMoment[];
  /** What decides how to go on: a hard moment or a turning point that is not over; null in most conversations. */
  moment: FoundMoment | null;
  questions: AskedQuestion[];
  plan: Plan | null;
  manner: Manner;
  last: ReadMessage | null;
  /** What the other user wrote since the reader's last message. */
  theirTurn: ReadMessage[];
  /** What each message does; each is read once. */
  acts: ActReader;
};

/** For how many messages, from the last one back, a moment decides how to go on. */
const LASTS: Record<Moment, number> = {
  self_harm: 12,
  abuse: 6,
  violence: 8,
  minor: 30,
  sexual_pressure: 4,
  scam: 8,
  hate: 4,
  grief: 3,
  illness: 3,
  goodbye: 3,
  boundary: 2,
  hurt: 2,
};

/**
 * @param messages oldest first
 * @param profileLanguage the language of a first message; null if nothing can be read
 */
export function readConversation(
  messages: readonly ReadMessage[],
  profileLanguage: Language | null,
): ConversationReading {
  const mine = messages.filter((message) => message.mine).map(({ content }) => content);
  const theirs = messages.filter((message) => !message.mine).map(({ content }) => content);
  const written = readLanguage(mine.slice(-8)) ?? readLanguage(theirs.slice(-8)) ?? readLanguage([...mine, ...theirs]);
  const isForeignWriter = written === null && isForeign(toWindow(theirs.length > 0 ? theirs : mine));
  const language =
    written ??
    (messages.length === 0 ? profileLanguage : isForeignWriter ? null : guessLanguage([...mine, ...theirs].join('. ')));
  const lastMine = messages.findLastIndex((message) => message.mine);
  const acts = createActReader();
  const moments = readMoments(messages, acts);
  return {
    language,
    foreign: messages.length === 0 ? language === null : isForeignWriter,
    moments,
    moment: moments[0] ?? null,
    questions: readQuestions(messages, language),
    plan: language && readPlan(messages, language, acts),
    manner: readManner(mine, theirs, language),
    last: messages.at(-1) ?? null,
    theirTurn: messages.slice(lastMine + 1),
    acts,
  };
}

function toWindow(texts: readonly string[]) {
  return texts.reduce(addToWindow, EMPTY_WINDOW);
}

/** The language of a first message: the reader's own, else the other user's. English if neither says enough; null if they write in another language. */
export function readProfileLanguage(mine: readonly string[], theirs: readonly string[]): Language | null {
  const readable = readLanguage(mine) ?? readLanguage(theirs);
  return readable ?? (isForeign(toWindow(mine)) || isForeign(toWindow(theirs)) ? null : 'en');
}

/** The language of some texts if it can be read. */
export function readLanguage(texts: readonly string[]): Language | null {
  return windowLanguage(toWindow(texts));
}

type Line = Pick<ReadMessage, 'mine' | 'seq' | 'content'>;

/** The most urgent moments first; of two that are equally urgent the later one. */
export function readMoments(messages: readonly Line[], acts: ActReader = createActReader()): FoundMoment[] {
  const place = (seq: number) => messages.findIndex((message) => message.seq === seq);
  const found = findMoments(messages, acts).filter(
    ({ moment, seq }) => messages.length - 1 - place(seq) < LASTS[moment],
  );
  const urgency = ({ moment }: { moment: Moment }) => {
    const rank = HARD_MOMENTS.findIndex((hard) => hard === moment);
    return rank < 0 ? HARD_MOMENTS.length : rank;
  };
  return found.reverse().sort((one, other) => urgency(one) - urgency(other));
}

/** Every moment of some messages, over or not: of single messages, and of several in a row that say it together. */
export function findMoments(messages: readonly Line[], acts: ActReader = createActReader()): FoundMoment[] {
  return messages.flatMap(({ mine, seq, content }, n) => {
    const before = messages.slice(0, n).findLastIndex((earlier) => earlier.mine !== mine);
    const isEndOfTurn = messages[n + 1]?.mine !== mine;
    const turn = messages.slice(before + 1, n + 1);
    const beforeThat = messages.slice(0, before + 1).findLastIndex((earlier) => earlier.mine === mine);
    const asked = joinTurn(messages.slice(beforeThat + 1, before + 1));
    const read = (text: string) => withoutFigures(text, asked);
    const told = read(content);
    const moment = answersUnderAge(asked, content)
      ? 'minor'
      : (answersWithLoss(asked, content) ??
        readMoment(told, acts(told), mine) ??
        (isEndOfTurn && turn.length > 1
          ? findInTurn(joinTurn(turn.map((one) => ({ content: read(one.content) }))), acts, mine)
          : null));
    // Only what somebody wrote can have hurt the other.
    if (moment === 'hurt' && before < 0) return [];
    return moment ? [{ moment, mine, seq, text: content, afterNo: isNo(messages[before]?.content ?? '') }] : [];
  });
}

function findInTurn(text: string, acts: ActReader, mine: boolean): Moment | null {
  return findByClassifier(text, acts(text), mine);
}

/** Messages in a row, as one text. */
export function joinTurn(turn: readonly Pick<ReadMessage, 'content'>[]): string {
  return turn.map(({ content }) => content).join('\n');
}

/** The other user's last question that the reader has written nothing after. Nobody is reminded to answer a question in a hard moment. */
export function findOpenQuestion({
  moment,
  questions,
  theirTurn,
}: Pick<ConversationReading, 'moment' | 'questions' | 'theirTurn'>): AskedQuestion | undefined {
  if (moment) return undefined;
  return questions.findLast(({ mine, seq }) => !mine && theirTurn.some((message) => message.seq === seq));
}

/** A question counts as answered once the other side wrote something that is not only a question. */
function readQuestions(messages: readonly ReadMessage[], language: Language | null): AskedQuestion[] {
  return messages.flatMap(({ mine, seq, content }, n) => {
    const answered = messages
      .slice(n + 1)
      .some((later) => later.mine !== mine && splitSentences(later.content).some((s) => !isQuestion(s, language)));
    return splitSentences(content)
      .filter((sentence) => isQuestion(sentence, language))
      .map((text) => ({ mine, seq, text: text.trim(), answered }));
  });
}
