import type {
  ConversationSide,
  ConversationStats,
  PairTrustInputs,
  PairTrustSide,
} from '@soulsight/affinity/connection';
import { emotionalConnection } from '@soulsight/affinity/connection';
import { addToWindow, EMPTY_WINDOW, type LanguageWindow } from '@soulsight/affinity/language-detection';
import { SIGNAL_THRESHOLD } from '@soulsight/affinity/signals';
import { isTense, type PreviousMessage, type TextContext, type TextFeatures } from '@soulsight/affinity/text';
import { DEMO_TURN_WEIGHT } from '@soulsight/contract/limits';
import { DAY_MS, HOUR_MS, toUtcDay } from '@soulsight/contract/time';
import { emptySubstance, type Substance } from './substance.rules.ts';

/** Reply times stored for each side's median. */
const REPLY_TIMES_MAX = 50;

/** A message after a pause of this length opens a new exchange. */
const EXCHANGE_PAUSE_MS = 8 * HOUR_MS;

/** What is stored of a side's last message. `at` is in milliseconds since the epoch. */
type LastMessage = PreviousMessage & { at: number };

/** One side of a conversation as sums, so that each message is read once. */
export type SideStats = Omit<ConversationSide, 'tone'> & {
  toneSum: number;
  /** Messages that were analysed, with the writer's consent. */
  analysed: number;
  /** The last reply times, in minutes. */
  answerMinutes: number[];
  last: LastMessage | null;
  /** Questions and disclosures of this side that the other has not responded to yet. */
  openQuestions: number;
  isWaitingForSupport: boolean;
  /** The languages of this side's recent messages. */
  languages: LanguageWindow;
};

/** A conversation as numbers. Stored as JSON: its keys must not change. */
export type ConversationTally = {
  /** Number of the last message counted. */
  uptoSeq: number;
  sides: Record<string, SideStats>;
  lastSender: string | null;
  /** Who has written since the last long pause. */
  exchange: string[];
  /** The UTC day of the last message, and who wrote on it. */
  day: string | null;
  writers: string[];
  /** Days on which both wrote. */
  activeDays: number;
  /** Number of the last message that each member was notified of. */
  notified: Record<string, number>;
  /** Absent in a tally from before turns of substance were counted. */
  substance?: Substance;
};

/** A message to count; `features` and `languages` are null without the writer's consent to analysis. */
export type CountedMessage = {
  seq: number;
  senderId: string;
  at: Date;
  features: TextFeatures | null;
  languages?: LanguageWindow | null;
};

export function emptyTally(memberIds: readonly string[]): ConversationTally {
  return {
    uptoSeq: 0,
    sides: Object.fromEntries(memberIds.map((id) => [id, emptySide()])),
    lastSender: null,
    exchange: [],
    day: null,
    writers: [],
    activeDays: 0,
    notified: {},
    substance: emptySubstance(),
  };
}

function emptySide(): SideStats {
  return {
    messages: 0,
    words: 0,
    questions: 0,
    answered: 0,
    vulnerable: 0,
    supported: 0,
    tense: 0,
    mended: 0,
    laughs: 0,
    toneSum: 0,
    analysed: 0,
    answerMinutes: [],
    last: null,
    openQuestions: 0,
    isWaitingForSupport: false,
    languages: EMPTY_WINDOW,
  };
}

/** What the analysis of the sender's next message may know of the other user's last one: numbers only. */
export function textContext(tally: ConversationTally, senderId: string): TextContext {
  return { previous: otherSide(tally, senderId)?.last ?? null, own: tally.sides[senderId]?.last ?? null };
}

/** The tally as it is now: values that older versions did not store are filled in. */
export function completeTally(stored: ConversationTally): ConversationTally {
  const sides = Object.entries(stored.sides).map(([id, side]) => {
    const last = side.last && { ...side.last, tension: side.last.tension ?? 0 };
    return [id, { ...emptySide(), ...side, last }];
  });
  return { ...stored, exchange: stored.exchange ?? [], sides: Object.fromEntries(sides) };
}

/** The window of the sender's languages after a text. */
export function nextLanguages(tally: ConversationTally, senderId: string, text: string): LanguageWindow {
  return addToWindow(tally.sides[senderId]?.languages ?? EMPTY_WINDOW, text);
}

/** What a message shows about turns and times, in any language; null if there was no occasion. */
export type TurnFeatures = {
  /** See `responseSeconds`. */
  response_time: number | null;
  /** 1 for the message that opens an exchange after a pause, 0 for the other user's first one in it. */
  initiates: 0 | 1 | null;
  /** Whether the other user's question was answered within a day. */
  answered_in_time: 0 | 1 | null;
};

export function turnFeatures(tally: ConversationTally, senderId: string, at: Date): TurnFeatures {
  const seconds = responseSeconds(tally, senderId, at);
  const wasAsked = (otherSide(tally, senderId)?.openQuestions ?? 0) > 0;
  const exchange = currentExchange(tally, at);
  const inTime = seconds !== null && 1_000 * seconds <= DAY_MS ? 1 : 0;
  return {
    response_time: seconds,
    initiates: exchange.length === 0 ? 1 : exchange.includes(senderId) ? null : 0,
    answered_in_time: seconds === null || !wasAsked ? null : inTime,
  };
}

function currentExchange(tally: ConversationTally, at: Date): string[] {
  const last = Math.max(...Object.values(tally.sides).map((side) => side.last?.at ?? 0));
  return at.getTime() - last >= EXCHANGE_PAUSE_MS ? [] : tally.exchange;
}

/** Seconds since the other user's last message; null for the first message, and for another message in the same turn. */
export function responseSeconds(tally: ConversationTally, senderId: string, at: Date): number | null {
  const previous = otherSide(tally, senderId)?.last;
  if (!previous || tally.lastSender === senderId) return null;
  return Math.max(0, (at.getTime() - previous.at) / 1_000);
}

/** Counts one more message. A message that was counted before changes nothing. */
export function addMessage(tally: ConversationTally, message: CountedMessage): ConversationTally {
  const mine = tally.sides[message.senderId];
  const [otherId, theirs] = otherEntry(tally, message.senderId);
  if (!mine || !theirs || message.seq <= tally.uptoSeq) return tally;
  const seconds = responseSeconds(tally, message.senderId, message.at);
  const next = addToSide(mine, theirs, message, seconds);
  return {
    ...tally,
    ...updateActiveDays(tally, message),
    uptoSeq: message.seq,
    lastSender: message.senderId,
    exchange: [...new Set([...currentExchange(tally, message.at), message.senderId])],
    sides: {
      ...tally.sides,
      [message.senderId]: next,
      [otherId]: clearAnswered(theirs, isSupport(message.features)),
    },
  };
}

function addToSide(
  mine: SideStats,
  theirs: SideStats,
  { at, features, languages }: CountedMessage,
  seconds: number | null,
): SideStats {
  const supports = theirs.isWaitingForSupport && isSupport(features);
  return {
    ...mine,
    messages: mine.messages + 1,
    words: mine.words + (features?.words ?? 0),
    questions: mine.questions + (features?.is_question ? 1 : 0),
    answered: mine.answered + theirs.openQuestions,
    vulnerable: mine.vulnerable + (isVulnerable(features) ? 1 : 0),
    supported: mine.supported + (supports ? 1 : 0),
    tense: mine.tense + (features && isTense(features) ? 1 : 0),
    mended: mine.mended + (isMending(features) ? 1 : 0),
    laughs: mine.laughs + (features && features.humour >= SIGNAL_THRESHOLD ? 1 : 0),
    toneSum: mine.toneSum + (features?.emotional_tone ?? 0),
    analysed: mine.analysed + (features ? 1 : 0),
    answerMinutes:
      seconds === null ? mine.answerMinutes : [...mine.answerMinutes, seconds / 60].slice(-REPLY_TIMES_MAX),
    last: {
      at: at.getTime(),
      vulnerability: features?.vulnerability ?? 0,
      emotional_tone: features?.emotional_tone ?? 0,
      tension: features?.tension ?? 0,
    },
    openQuestions: features?.is_question ? 1 : mine.openQuestions,
    isWaitingForSupport: mine.isWaitingForSupport || isVulnerable(features),
    languages: languages ?? mine.languages,
  };
}

/** Any message answers an open question; a disclosure stays open until it meets with support. */
function clearAnswered(side: SideStats, isSupported: boolean): SideStats {
  return { ...side, openQuestions: 0, isWaitingForSupport: side.isWaitingForSupport && !isSupported };
}

function updateActiveDays(
  tally: ConversationTally,
  { at, senderId }: CountedMessage,
): Pick<ConversationTally, 'day' | 'writers' | 'activeDays'> {
  const day = toUtcDay(at);
  const before = tally.day === day ? tally.writers : [];
  const writers = before.includes(senderId) ? before : [...before, senderId];
  const isNewlyShared = writers.length === 2 && before.length < 2;
  return { day, writers, activeDays: tally.activeDays + (isNewlyShared ? 1 : 0) };
}

function isVulnerable(features: TextFeatures | null): boolean {
  return features !== null && features.vulnerability >= SIGNAL_THRESHOLD;
}

function isSupport(features: TextFeatures | null): boolean {
  return features !== null && features.support >= SIGNAL_THRESHOLD;
}

function isMending(features: TextFeatures | null): boolean {
  return features !== null && features.repair_called_for === true && features.repair >= SIGNAL_THRESHOLD;
}

/** Without consent, only the number and times of a user's messages remain. */
export function withoutAnalysis(tally: ConversationTally, userId: string): ConversationTally {
  const side = tally.sides[userId];
  if (!side) return tally;
  const remaining: SideStats = { ...emptySide(), messages: side.messages, answerMinutes: side.answerMinutes };
  const last = side.last && { at: side.last.at, vulnerability: 0, emotional_tone: 0, tension: 0 };
  return { ...tally, sides: { ...tally.sides, [userId]: { ...remaining, last } } };
}

/** The model's input, with `userId` as `one`. */
export function toModelInput(tally: ConversationTally, userId: string): ConversationStats {
  return {
    one: toModelSide(tally.sides[userId] ?? emptySide()),
    other: toModelSide(otherSide(tally, userId) ?? emptySide()),
    activeDays: tally.activeDays,
  };
}

function toModelSide({
  messages,
  words,
  questions,
  answered,
  vulnerable,
  supported,
  tense,
  mended,
  laughs,
  toneSum,
  analysed,
}: SideStats): ConversationSide {
  const tone = analysed === 0 ? 0 : toneSum / analysed;
  return { messages, words, questions, answered, vulnerable, supported, tense, mended, laughs, tone };
}

/** The inputs of the pair's trust without the trust scores, with `userId` as `one`. */
export function toTrustInput(
  tally: ConversationTally,
  userId: string,
  { withDemoUser }: { withDemoUser: boolean },
): Omit<PairTrustInputs, 'trustScores'> {
  const weight = withDemoUser ? DEMO_TURN_WEIGHT : 1;
  const { turns, days } = tally.substance ?? emptySubstance();
  const [otherId] = otherEntry(tally, userId);
  const toSide = (id: string): PairTrustSide => {
    const { messages, answered, vulnerable, supported } = tally.sides[id] ?? emptySide();
    return { messages, answered, vulnerable, supported, turns: weight * (turns[id] ?? 0) };
  };
  return { one: toSide(userId), other: toSide(otherId), days };
}

/** The emotional connection, 0 to 100; null until both have written. */
export function calculateConnection(tally: ConversationTally): number | null {
  const [userId = ''] = Object.keys(tally.sides);
  const { one, other, activeDays } = toModelInput(tally, userId);
  if (one.messages === 0 || other.messages === 0) return null;
  return emotionalConnection({ one, other, activeDays });
}

function otherEntry(tally: ConversationTally, userId: string): [string, SideStats | undefined] {
  const found = Object.entries(tally.sides).find(([id]) => id !== userId);
  return found ?? ['', undefined];
}

function otherSide(tally: ConversationTally, userId: string): SideStats | undefined {
  return otherEntry(tally, userId)[1];
}
