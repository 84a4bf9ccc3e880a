import type { ConversationStats } from '@soulsight/affinity/connection';
import type { ConversationInsights } from '@soulsight/contract/chat';
import { type ConversationTally, type SideStats, toModelInput } from './conversation-tally.rules.ts';

/** With fewer reply times than this there is no median. */
const REPLY_TIMES_MIN = 2;
/** Points of the depth score, 100 in total. */
const DEPTH = { questions: 40, openness: 35, support: 25 };
/** Counts at which each part reaches 63 % of its points. */
const DEPTH_SCALE = { questions: 5, openness: 3, support: 2 };
const QUICK_MINUTES = 15;
const LOPSIDED_PERCENT = 70;
const LOPSIDED_FROM_MESSAGES = 8;

/** Insights about a conversation from one user's point of view. */
export function calculateInsights(
  tally: ConversationTally,
  userId: string,
  scores: { connection: number | null; trustLevel: number },
): ConversationInsights {
  const stats = toModelInput(tally, userId);
  const messages = stats.one.messages + stats.other.messages;
  const insights = {
    balance: messages === 0 ? 50 : Math.round((100 * stats.one.messages) / messages),
    pace: calculatePace(tally, userId),
    depth: calculateDepth(stats),
    messages,
    days: stats.activeDays,
    emotional_connection_score: scores.connection,
    trust_level: scores.trustLevel,
  };
  return { ...insights, highlights: describeHighlights(stats, insights) };
}

/** 0 to 100: questions, openness and support, each by the side that contributed less. */
function calculateDepth({ one, other }: ConversationStats): number {
  const questions = Math.min(one.questions + one.answered, other.questions + other.answered);
  return Math.round(
    DEPTH.questions * saturate(questions, DEPTH_SCALE.questions) +
      DEPTH.openness * saturate(Math.min(one.vulnerable, other.vulnerable), DEPTH_SCALE.openness) +
      DEPTH.support * saturate(countSupport({ one, other }), DEPTH_SCALE.support),
  );
}

/** How often one of them opened up and the other answered with support. */
function countSupport({ one, other }: Pick<ConversationStats, 'one' | 'other'>): number {
  return Math.min(one.vulnerable, other.supported) + Math.min(other.vulnerable, one.supported);
}

function saturate(x: number, scale: number): number {
  return 1 - Math.exp(-x / scale);
}

function calculatePace(tally: ConversationTally, userId: string): ConversationInsights['pace'] {
  const theirs = Object.entries(tally.sides).find(([id]) => id !== userId)?.[1];
  return { mine_minutes: medianReplyMinutes(tally.sides[userId]), theirs_minutes: medianReplyMinutes(theirs) };
}

function medianReplyMinutes(side: SideStats | undefined): number | null {
  const minutes = [...(side?.answerMinutes ?? [])].sort((a, b) => a - b);
  if (minutes.length < REPLY_TIMES_MIN) return null;
  const high = minutes[Math.floor(minutes.length / 2)] ?? 0;
  const low = minutes[Math.floor((minutes.length - 1) / 2)] ?? 0;
  return Math.round((10 * (low + high)) / 2) / 10;
}

function describeHighlights(
  { one, other }: ConversationStats,
  { messages, days, balance, pace }: Omit<ConversationInsights, 'highlights'>,
): string[] {
  if (messages === 0) return ['No messages yet. A small question is a good way to start.'];
  const isQuick = (minutes: number | null) => minutes !== null && minutes <= QUICK_MINUTES;
  const isLopsided = messages >= LOPSIDED_FROM_MESSAGES;
  const found: [boolean, string][] = [
    [one.vulnerable > 0 && other.vulnerable > 0, 'You have both opened up.'],
    [countSupport({ one, other }) > 0, 'Something personal was shared, and met with care.'],
    [one.answered > 1 && other.answered > 1, 'You ask each other questions, and answer them.'],
    [days > 1, `You have both written on ${days} days.`],
    [isQuick(pace.mine_minutes) && isQuick(pace.theirs_minutes), 'You answer each other quickly.'],
    [isLopsided && balance >= LOPSIDED_PERCENT, 'You write most of the messages. A question gives them room.'],
    [
      isLopsided && balance <= 100 - LOPSIDED_PERCENT,
      'They write most of the messages. They may like to hear more from you.',
    ],
    [other.messages === 0, 'You have made a start. Give them a little time to reply.'],
  ];
  const highlights = found.filter(([applies]) => applies).map(([, text]) => text);
  return highlights.length > 0 ? highlights : ['You are getting to know each other.'];
}
