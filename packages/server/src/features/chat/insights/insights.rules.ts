import type { ConversationInsights } from '@soulsight/contract/chat';
import { type ConversationTally, type SideStats, toModelInput } from './conversation-stats.rules.ts';

/** With fewer answers than this a median says nothing. */
const ANSWERS_NEEDED = 2;
const DEPTH = { questions: 40, openness: 35, support: 25 };
const DEPTH_SCALE = { questions: 5, openness: 3, support: 2 };
const QUICK_MINUTES = 15;
const LOPSIDED_PERCENT = 70;
const LOPSIDED_FROM_MESSAGES = 8;

/** How a talk goes, for the one who asks. */
export function calculateInsights(
  stats: ConversationTally,
  userId: string,
  scores: { connection: number | null; trustLevel: number },
): ConversationInsights {
  const { one, other, activeDays } = toModelInput(stats, userId);
  const messages = one.messages + other.messages;
  const pace = calculatePace(stats, userId);
  const insights = {
    balance: messages === 0 ? 50 : Math.round((100 * one.messages) / messages),
    pace,
    depth: calculateDepth(stats, userId),
    messages,
    days: activeDays,
    emotional_connection_score: scores.connection,
    trust_level: scores.trustLevel,
  };
  return { ...insights, highlights: describeHighlights(stats, userId, insights) };
}

/** 0 to 100: questions, openness and support, each by the side that gave less. */
function calculateDepth(stats: ConversationTally, userId: string): number {
  const { one, other } = toModelInput(stats, userId);
  const questions = Math.min(one.questions + one.answered, other.questions + other.answered);
  const support = Math.min(one.vulnerable, other.supported) + Math.min(other.vulnerable, one.supported);
  return Math.round(
    DEPTH.questions * saturating(questions, DEPTH_SCALE.questions) +
      DEPTH.openness * saturating(Math.min(one.vulnerable, other.vulnerable), DEPTH_SCALE.openness) +
      DEPTH.support * saturating(support, DEPTH_SCALE.support),
  );
}

function saturating(x: number, scale: number): number {
  return 1 - Math.exp(-x / scale);
}

function calculatePace(stats: ConversationTally, userId: string): ConversationInsights['pace'] {
  const theirs = Object.entries(stats.sides).find(([id]) => id !== userId)?.[1];
  return { mine_minutes: medianAnswerMinutes(stats.sides[userId]), theirs_minutes: medianAnswerMinutes(theirs) };
}

function medianAnswerMinutes(side: SideStats | undefined): number | null {
  const minutes = [...(side?.answerMinutes ?? [])].sort((a, b) => a - b);
  if (minutes.length < ANSWERS_NEEDED) return null;
  const high = minutes[Math.floor(minutes.length / 2)] ?? 0;
  const low = minutes[Math.floor((minutes.length - 1) / 2)] ?? 0;
  return Math.round((10 * (low + high)) / 2) / 10;
}

function describeHighlights(
  stats: ConversationTally,
  userId: string,
  { messages, days, balance, pace }: Omit<ConversationInsights, 'highlights'>,
): string[] {
  if (messages === 0) return ['Nothing has been said yet. A question about something small is a good beginning.'];
  const { one, other } = toModelInput(stats, userId);
  const isQuick = (minutes: number | null) => minutes !== null && minutes <= QUICK_MINUTES;
  const isLopsided = messages >= LOPSIDED_FROM_MESSAGES;
  const found: [boolean, string][] = [
    [one.vulnerable > 0 && other.vulnerable > 0, 'You have both shown a soft side.'],
    [
      Math.min(one.vulnerable, other.supported) + Math.min(other.vulnerable, one.supported) > 0,
      'Something personal was shared, and met with care.',
    ],
    [one.answered > 1 && other.answered > 1, 'You ask each other questions, and answer them.'],
    [days > 1, `You have both come back to this on ${days} days.`],
    [isQuick(pace.mine_minutes) && isQuick(pace.theirs_minutes), 'You answer each other quickly.'],
    [isLopsided && balance >= LOPSIDED_PERCENT, 'You write most of it. A question may give them room.'],
    [isLopsided && balance <= 100 - LOPSIDED_PERCENT, 'They write most of it. They may like to hear more of you.'],
    [other.messages === 0, 'Your first words are there. Give them a little time.'],
  ];
  const highlights = found.filter(([holds]) => holds).map(([, text]) => text);
  return highlights.length > 0 ? highlights : ['You are getting to know each other.'];
}
