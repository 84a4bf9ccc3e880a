import {
  FEEDBACK_WORDS,
  type FeedbackAnswer,
  type FeedbackOccasion,
  IMPRESSION_RATERS_MIN,
  type Impressions,
} from '@soulsight/contract/feedback';
import { LAST_REVEAL_STAGE } from '@soulsight/contract/reveal-stages';
import { DAY_MS } from '@soulsight/contract/time';

/** Each user must have written this much before anyone is asked how it is to talk with the other. */
const CONVERSATION_MIN = { messages: 10, words: 40 };
/** Messages of each user since the last stage of the reveal opened. */
const MESSAGES_SINCE_REVEAL_MIN = 3;
/** Never two questions about one person within this time. */
const PAUSE_MS = DAY_MS;

const OFTEN_SHARE = 0.5;
const SOMETIMES_SHARE = 0.2;

/** What one user has written in a conversation; without consent to analysis there are no words. */
export type Contribution = { messages: number; words: number };

/** What decides whether a user is asked about another. */
export type FeedbackFacts = {
  /** Both consent to behavioural analysis. */
  consent: boolean;
  contributions: readonly [Contribution, Contribution];
  stage: number;
  /** Messages since the last stage opened, of the user who wrote fewer. */
  messagesSinceReveal: number;
  /** The occasions that this user answered or skipped. */
  done: readonly { occasion: FeedbackOccasion; at: Date }[];
};

/** The question to ask now, or null. Each occasion is asked about once, and at most one a day. */
export function dueOccasion(facts: FeedbackFacts, now: Date): FeedbackOccasion | null {
  const { consent, contributions, stage, messagesSinceReveal, done } = facts;
  if (!consent || done.some(({ at }) => now.getTime() - at.getTime() < PAUSE_MS)) return null;
  const isDone = (occasion: FeedbackOccasion) => done.some((row) => row.occasion === occasion);
  const isRevealed = stage === LAST_REVEAL_STAGE && messagesSinceReveal >= MESSAGES_SINCE_REVEAL_MIN;
  if (isRevealed && !isDone('reveal')) return 'reveal';
  const isLong = contributions.every(
    ({ messages, words }) => messages >= CONVERSATION_MIN.messages && words >= CONVERSATION_MIN.words,
  );
  return isLong && !isDone('conversation') ? 'conversation' : null;
}

/** An answer about a user; `raterId` tells answers of one person apart. */
export type ReceivedAnswer = { raterId: string; answer: FeedbackAnswer };

/**
 * What a user may learn of the answers about them. Raters count in blocks of `IMPRESSION_RATERS_MIN`, the first ones first, each
 * with their first answer, so that new answers never change the aggregate by those of fewer people: the second answer, after the
 * last stage, comes from somebody whom the user knows to be there. `answers` are sorted from the oldest. An erased answer is replaced
 * by the next one that waits.
 */
export function summarizeImpressions(answers: readonly ReceivedAnswer[]): Impressions {
  const first = [...Map.groupBy(answers, ({ raterId }) => raterId).values()].flatMap(([answer]) => answer ?? []);
  const counted = first.slice(0, first.length - (first.length % IMPRESSION_RATERS_MIN));
  if (counted.length === 0) return { enough: false, words: [] };
  const words = FEEDBACK_WORDS.flatMap((word) => {
    const chosen = counted.filter(({ answer }) => answer.words.includes(word)).length;
    const share = chosen / counted.length;
    if (share < SOMETIMES_SHARE) return [];
    return [{ word, heard: share >= OFTEN_SHARE ? ('often' as const) : ('sometimes' as const) }];
  });
  return { enough: true, words };
}
