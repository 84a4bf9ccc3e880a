import type { ConversationSide, ConversationStats } from '@soulsight/affinity/connection';
import { emotionalConnection } from '@soulsight/affinity/connection';
import { SIGNAL_THRESHOLD } from '@soulsight/affinity/signals';
import type { TextContext, TextFeatures } from '@soulsight/affinity/text';

/** Answer times kept for the median, of each side. */
const ANSWERS_KEPT = 50;

/** What is remembered of a side's last message. */
type LastMessage = { at: number; vulnerability: number; emotional_tone: number };

/** One side of a talk as numbers. Sums, so that a message is counted once and never read again. */
export type SideStats = Omit<ConversationSide, 'tone'> & {
  toneSum: number;
  /** Messages whose text could be read with the writer's consent. */
  analysed: number;
  /** Minutes to an answer, the last ones. */
  answerMinutes: number[];
  last: LastMessage | null;
  /** Questions and soft moments of this side that the other has not answered yet. */
  openQuestions: number;
  isWaitingForSupport: boolean;
};

/** A talk as numbers, with how far it was counted. */
export type ConversationTally = {
  uptoSeq: number;
  sides: Record<string, SideStats>;
  lastSender: string | null;
  /** The last day on which someone wrote, who wrote on it, and on how many days both did. */
  day: string | null;
  writers: string[];
  activeDays: number;
  /** Number of the message that each member was last told of, so that nothing is told twice. */
  notified: Record<string, number>;
};

/** A stored message as the talk counts it; `features` is null where its writer does not consent to analysis. */
export type StatsMessage = { seq: number; senderId: string; at: Date; features: TextFeatures | null };

export function emptyStats(memberIds: readonly string[]): ConversationTally {
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

/** What the analysis of the next message of `senderId` may know of the other's last one. */
export function textContext(stats: ConversationTally, senderId: string): TextContext {
  return { previous: otherSide(stats, senderId)?.last ?? null };
}

/** Seconds since the other's last message; null for an opener and for a further message of one's own turn. */
export function responseSeconds(stats: ConversationTally, senderId: string, at: Date): number | null {
  const previous = otherSide(stats, senderId)?.last;
  if (!previous || stats.lastSender === senderId) return null;
  return Math.max(0, (at.getTime() - previous.at) / 1_000);
}

/** The talk with one more message; messages that were counted before change nothing. */
export function addMessage(stats: ConversationTally, message: StatsMessage): ConversationTally {
  const mine = stats.sides[message.senderId];
  const [otherId, theirs] = otherEntry(stats, message.senderId);
  if (!mine || !theirs || message.seq <= stats.uptoSeq) return stats;
  const seconds = responseSeconds(stats, message.senderId, message.at);
  const next = addToSide(mine, theirs, message, seconds);
  return {
    ...stats,
    ...updateActiveDays(stats, message),
    uptoSeq: message.seq,
    lastSender: message.senderId,
    sides: {
      ...stats.sides,
      [message.senderId]: next,
      [otherId]: clearAnswered(theirs, isSupport(message.features)),
    },
  };
}

function addToSide(
  mine: SideStats,
  theirs: SideStats,
  { at, features }: StatsMessage,
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
    answerMinutes: seconds === null ? mine.answerMinutes : [...mine.answerMinutes, seconds / 60].slice(-ANSWERS_KEPT),
    last: {
      at: at.getTime(),
      vulnerability: features?.vulnerability ?? 0,
      emotional_tone: features?.emotional_tone ?? 0,
    },
    openQuestions: features?.is_question ? 1 : mine.openQuestions,
    isWaitingForSupport: mine.isWaitingForSupport || isVulnerable(features),
  };
}

/** A message answers what was asked; a soft moment waits on until it is met. */
function clearAnswered(side: SideStats, isMet: boolean): SideStats {
  return { ...side, openQuestions: 0, isWaitingForSupport: side.isWaitingForSupport && !isMet };
}

function updateActiveDays(
  stats: ConversationTally,
  { at, senderId }: StatsMessage,
): Pick<ConversationTally, 'day' | 'writers' | 'activeDays'> {
  const day = at.toISOString().slice(0, 10);
  const before = stats.day === day ? stats.writers : [];
  const writers = before.includes(senderId) ? before : [...before, senderId];
  const isNewlyShared = writers.length === 2 && before.length < 2;
  return { day, writers, activeDays: stats.activeDays + (isNewlyShared ? 1 : 0) };
}

function isVulnerable(features: TextFeatures | null): boolean {
  return features !== null && features.vulnerability >= SIGNAL_THRESHOLD;
}

function isSupport(features: TextFeatures | null): boolean {
  return features !== null && features.support >= SIGNAL_THRESHOLD;
}

/** Without a person's consent only the count and times of their messages stay. */
export function withoutAnalysis(stats: ConversationTally, userId: string): ConversationTally {
  const side = stats.sides[userId];
  if (!side) return stats;
  const kept: SideStats = { ...emptySide(), messages: side.messages, answerMinutes: side.answerMinutes };
  const last = side.last && { at: side.last.at, vulnerability: 0, emotional_tone: 0 };
  return { ...stats, sides: { ...stats.sides, [userId]: { ...kept, last } } };
}

/** The talk as the model takes it, `userId` first. */
export function toModelInput(stats: ConversationTally, userId: string): ConversationStats {
  return {
    one: toModelSide(stats.sides[userId] ?? emptySide()),
    other: toModelSide(otherSide(stats, userId) ?? emptySide()),
    activeDays: stats.activeDays,
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

/** The emotional connection of a talk, 0 to 100; null until both have written. */
export function calculateConnection(stats: ConversationTally): number | null {
  const [userId = ''] = Object.keys(stats.sides);
  const { one, other, activeDays } = toModelInput(stats, userId);
  if (one.messages === 0 || other.messages === 0) return null;
  return emotionalConnection({ one, other, activeDays });
}

function otherEntry(stats: ConversationTally, userId: string): [string, SideStats | undefined] {
  const found = Object.entries(stats.sides).find(([id]) => id !== userId);
  return found ?? ['', undefined];
}

function otherSide(stats: ConversationTally, userId: string): SideStats | undefined {
  return otherEntry(stats, userId)[1];
}
