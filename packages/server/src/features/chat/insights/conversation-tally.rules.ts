import type { ConversationSide, ConversationStats } from '@soulsight/affinity/connection';
import { emotionalConnection } from '@soulsight/affinity/connection';
import { SIGNAL_THRESHOLD } from '@soulsight/affinity/signals';
import type { TextContext, TextFeatures } from '@soulsight/affinity/text';

/** Reply times stored for each side's median. */
const REPLY_TIMES_MAX = 50;

/** What is stored of a side's last message. `at` is in milliseconds since the epoch. */
type LastMessage = { at: number; vulnerability: number; emotional_tone: number };

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
};

/** A conversation as numbers. Stored as JSON: its keys must not change. */
export type ConversationTally = {
  /** Number of the last message counted. */
  uptoSeq: number;
  sides: Record<string, SideStats>;
  lastSender: string | null;
  /** The UTC day of the last message, and who wrote on it. */
  day: string | null;
  writers: string[];
  /** Days on which both wrote. */
  activeDays: number;
  /** Number of the last message that each member was notified of. */
  notified: Record<string, number>;
};

/** A message to count; `features` is null without the writer's consent to analysis. */
export type CountedMessage = { seq: number; senderId: string; at: Date; features: TextFeatures | null };

export function emptyTally(memberIds: readonly string[]): ConversationTally {
  return {
    uptoSeq: 0,
    sides: Object.fromEntries(memberIds.map((id) => [id, emptySide()])),
    lastSender: null,
    day: null,
    writers: [],
    activeDays: 0,
    notified: {},
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
    toneSum: 0,
    analysed: 0,
    answerMinutes: [],
    last: null,
    openQuestions: 0,
    isWaitingForSupport: false,
  };
}

/** What the analysis of the sender's next message may know of the other user's last one: numbers only. */
export function textContext(tally: ConversationTally, senderId: string): TextContext {
  return { previous: otherSide(tally, senderId)?.last ?? null };
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
  { at, features }: CountedMessage,
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
    toneSum: mine.toneSum + (features?.emotional_tone ?? 0),
    analysed: mine.analysed + (features ? 1 : 0),
    answerMinutes:
      seconds === null ? mine.answerMinutes : [...mine.answerMinutes, seconds / 60].slice(-REPLY_TIMES_MAX),
    last: {
      at: at.getTime(),
      vulnerability: features?.vulnerability ?? 0,
      emotional_tone: features?.emotional_tone ?? 0,
    },
    openQuestions: features?.is_question ? 1 : mine.openQuestions,
    isWaitingForSupport: mine.isWaitingForSupport || isVulnerable(features),
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
  const day = at.toISOString().slice(0, 10);
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

/** Without consent, only the number and times of a user's messages remain. */
export function withoutAnalysis(tally: ConversationTally, userId: string): ConversationTally {
  const side = tally.sides[userId];
  if (!side) return tally;
  const remaining: SideStats = { ...emptySide(), messages: side.messages, answerMinutes: side.answerMinutes };
  const last = side.last && { at: side.last.at, vulnerability: 0, emotional_tone: 0 };
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
  toneSum,
  analysed,
}: SideStats): ConversationSide {
  const tone = analysed === 0 ? 0 : toneSum / analysed;
  return { messages, words, questions, answered, vulnerable, supported, tone };
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
