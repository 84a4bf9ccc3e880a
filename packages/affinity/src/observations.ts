import { FEEDBACK_WORDS, type FeedbackWord } from '@soulsight/contract/feedback';

/**
 * What one user's behaviour says about another, as the nightly fit reads it. `decision` is a like (positive) or a pass; `expired` is a
 * suggestion that ran out undecided (never positive). The others happen after a mutual match: whether the chooser wrote (`replied`),
 * wrote at length (`conversed`), agreed to a reveal stage (`revealed`), and kept the match (`kept`, not positive: unmatched).
 */
export const OBSERVATION_KINDS = ['decision', 'expired', 'replied', 'conversed', 'revealed', 'kept'] as const;
export type ObservationKind = (typeof OBSERVATION_KINDS)[number];

/** One observation of `chooser` about `chosen`, by user id. */
export type Observation = {
  chooser: string;
  chosen: string;
  kind: ObservationKind;
  positive: boolean;
  /** Probability that `chosen` was shown to `chooser`, above 0 and at most 1; 1 if unknown. */
  propensity?: number;
};

/** How much one observation of a kind counts, 0 to 1, compared with a like or a pass. */
export type KindWeights = Record<ObservationKind, number>;

/** Before the nightly fit: silence counts a little as a no, and the weak outcomes count once they have predicted decisions. */
export const DEFAULT_KIND_WEIGHTS: KindWeights = {
  decision: 1,
  expired: 0.25,
  replied: 0,
  conversed: 0,
  revealed: 0,
  kept: 0,
};

/** How it was to talk with someone: `liking` is from 1 to 10, `words` are the ticked ones. A part that was skipped is absent. */
export type Rating = { rater: string; rated: string; liking?: number; words?: readonly FeedbackWord[] };

/** How many numbers `ratingValues` has: the liking and the words. */
export const RATING_DIMENSIONS = 1 + FEEDBACK_WORDS.length;

/** A rating as numbers: the liking, then 1 or 0 for each word; null if the part was skipped. */
export function ratingValues({ liking, words }: Rating): (number | null)[] {
  return [liking ?? null, ...FEEDBACK_WORDS.map((word) => (words ? Number(words.includes(word)) : null))];
}
