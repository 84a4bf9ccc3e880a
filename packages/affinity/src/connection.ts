import { REVEAL_STAGES, revealStage } from '@soulsight/contract/reveal-stages';
import { DEFAULT_WEIGHTS, type UserModel, type Weights } from './interest.ts';
import { clamp, sigmoid } from './normal.ts';

/** What one side has contributed to a conversation. */
export type ConversationSide = {
  messages: number;
  words: number;
  questions: number;
  /** The other's questions that this side answered. */
  answered: number;
  /** Messages in which this side shared something vulnerable. */
  vulnerable: number;
  /** The other's vulnerable messages that this side answered with support. */
  supported: number;
  /** Messages that attack or sound clearly negative. */
  tense: number;
  /** Attempts of this side to settle a tense moment. */
  mended: number;
  /** Messages with laughter or a joke. */
  laughs: number;
  /** Mean tone of this side's messages, -1 to 1. */
  tone: number;
};
/** The statistics of a conversation. */
export type ConversationStats = {
  one: ConversationSide;
  other: ConversationSide;
  /** Days on which both wrote. */
  activeDays: number;
};

/** Share of the connection score that each kind of exchange can give; they add up to 100. */
const CONNECTION_PARTS = { messages: 30, length: 15, questions: 20, openness: 20, laughter: 5, warmth: 10 };
const CONNECTION_SCALE = { messages: 12, words: 180, questions: 3, openness: 2, laughs: 2 };
/** A quarrel keeps this share of its score. */
const QUARREL_FACTOR = 0.25;
/** Shares of tense messages up to which nothing, and from which everything else is overshadowed. */
const TENSE_SHARE = { harmless: 1 / 6, quarrel: 1 / 2 };
/** Tense messages that one attempt to mend makes up for. */
const MENDED_EACH = 2;

/**
 * How connected two users are in their conversation, 0 to 100. Every part counts the side that did less: mutual disclosure and
 * responsiveness create closeness (Reis & Shaver 1988), and so do follow-up questions (Huang et al. 2017) and shared laughter (Kurtz &
 * Algoe 2015). More than one negative moment to five others wears it down again (Gottman & Levenson 1992).
 */
export function emotionalConnection({ one, other }: ConversationStats): number {
  const both = (key: keyof ConversationSide) => Math.max(0, Math.min(one[key], other[key]));
  const opened = both('vulnerable') + countSupportedDisclosures(one, other);
  const messages = saturate(both('messages'), CONNECTION_SCALE.messages);
  const warmth = clamp((one.tone + other.tone) / 2 + 0.5, 0, 1);
  const score =
    CONNECTION_PARTS.messages * messages +
    CONNECTION_PARTS.length * saturate(both('words'), CONNECTION_SCALE.words) +
    CONNECTION_PARTS.questions * saturate(both('questions') + both('answered'), 2 * CONNECTION_SCALE.questions) +
    CONNECTION_PARTS.openness * saturate(opened, CONNECTION_SCALE.openness) +
    CONNECTION_PARTS.laughter * saturate(both('laughs'), CONNECTION_SCALE.laughs) +
    CONNECTION_PARTS.warmth * messages * warmth;
  return Math.round(clamp(score * (1 - (1 - QUARREL_FACTOR) * quarrelShare(one, other)), 0, 100));
}

/** How much of a conversation is a quarrel, 0 to 1, by both sides together. */
function quarrelShare(one: ConversationSide, other: ConversationSide): number {
  const messages = Math.max(1, one.messages + other.messages);
  const tense = Math.max(0, one.tense + other.tense - MENDED_EACH * (one.mended + other.mended));
  const { harmless, quarrel } = TENSE_SHARE;
  return clamp((tense / messages - harmless) / (quarrel - harmless), 0, 1);
}

/**
 * The expected connection of two users without a conversation, 0 to 100, from their similarity; null until the second head was
 * fitted and predicted held-out conversations better. Before that there is nothing to expect, and 50 would be a guess.
 */
export function expectedConnection(i: UserModel, j: UserModel, { connection }: Weights): number | null {
  if (isUnfitted(connection)) return null;
  return Math.round(
    100 * sigmoid(connection.bias + connectionTerms(i, j).reduce((sum, x, k) => sum + x * (connection.w[k] ?? 0), 0)),
  );
}

function isUnfitted({ bias, w }: Weights['connection']): boolean {
  const initial = DEFAULT_WEIGHTS.connection;
  return bias === initial.bias && w.every((value, k) => value === initial.w[k]);
}

/** The inputs of the second head: for each trait, minus half of the pair's expected squared difference. Symmetric. */
export function connectionTerms(i: UserModel, j: UserModel): number[] {
  return i.means.map((mi, k) => -0.5 * ((mi - (j.means[k] ?? 0)) ** 2 + (i.variances[k] ?? 1) + (j.variances[k] ?? 1)));
}

/** What one side contributed to the pair's trust. */
export type PairTrustSide = Pick<ConversationSide, 'messages' | 'answered' | 'vulnerable' | 'supported'> & {
  /** Turns of substance: alternating, with new words, within the limits of an hour and a day. */
  turns: number;
};
export type PairTrustInputs = {
  one: PairTrustSide;
  other: PairTrustSide;
  /** Days, at least 16 hours apart, on which both had a turn of substance. */
  days: number;
  /** Trust scores of both, 0 to 100. */
  trustScores: readonly [number, number];
};

const TRUST_PARTS = { turns: 70, answers: 12, support: 8, days: 10 };
const TRUST_SCALE = { turns: 10, answers: 2, support: 2, days: 1.5 };
/** One answer per two turns counts, and one supported disclosure per four, so that neither can replace turns. */
const TURNS_PER = { answer: 2, support: 4 };
/** A trust score below this (0 to 100) lowers the pair's trust level in proportion. */
export const TRUSTED_SCORE = 60;

/**
 * A pair's trust level in percent, 0 to 100: turns of substance, answered questions, supported vulnerable messages and days.
 * Each counts the side that gave less, so that one user alone cannot raise it, and the days bound it, so that nothing can be
 * hurried. The first hour (four turns) does not reach a picture.
 */
export function pairTrust({ one, other, days, trustScores }: PairTrustInputs): number {
  const turns = Math.max(0, Math.min(one.turns, other.turns));
  const answers = Math.min(one.answered, other.answered, turns / TURNS_PER.answer);
  const support = Math.min(countSupportedDisclosures(one, other), turns / TURNS_PER.support);
  const shared = Math.min(days, turns);
  const level =
    TRUST_PARTS.turns * saturate(turns, TRUST_SCALE.turns) +
    TRUST_PARTS.answers * saturate(answers, TRUST_SCALE.answers) +
    TRUST_PARTS.support * saturate(support, TRUST_SCALE.support) +
    TRUST_PARTS.days * saturate(shared - 1, TRUST_SCALE.days);
  const trustFactor = clamp(Math.min(...trustScores) / TRUSTED_SCORE, 0, 1);
  return Math.round(clamp(Math.min(level, trustCeiling(shared)) * trustFactor, 0, 100));
}

/** The highest trust level that a pair can have after `days` days, in percent. */
function trustCeiling(days: number): number {
  const closed = REVEAL_STAGES.find(({ minDays }) => minDays > days);
  return closed ? closed.minTrust - 1 : 100;
}

/** Whether a pair's trust level (percent) is enough to ask for a stage (by its number). */
export function isStageReachable(stage: number, trust: number): boolean {
  return trust >= revealStage(stage).minTrust;
}

/** Vulnerable messages of either side that the other answered with support. */
function countSupportedDisclosures(
  one: Pick<ConversationSide, 'vulnerable' | 'supported'>,
  other: Pick<ConversationSide, 'vulnerable' | 'supported'>,
): number {
  return (
    Math.max(0, Math.min(one.vulnerable, other.supported)) + Math.max(0, Math.min(other.vulnerable, one.supported))
  );
}

/** Rises from 0 towards 1 with diminishing returns; .63 at x = `scale`. */
function saturate(x: number, scale: number): number {
  return x > 0 ? 1 - Math.exp(-x / scale) : 0;
}
