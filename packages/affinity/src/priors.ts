import type { KindWeights } from './observations.ts';

/** The priors of the estimate of a, b and p, on the scale of log-odds. `fitPriors` learns them. */
export type EffectPriors = {
  /** Variances of a and of b around what ratings predict. */
  choosing: number;
  chosen: number;
  /** Prior variance of a personal preference for one trait, and for each number of `seen`; 0 where none is learned. */
  taste: { traits: number; seen: number[] };
  /** What ratings say about a and b; null while nothing is known about that. */
  ratings: RatingPriors | null;
  kinds: KindWeights;
};
/** Effects per standard deviation: of a user's generosity and reputation on their a, and of their reputation on their b. */
export type RatingPriors = RatingVariances & {
  generosityOnChoosing: number[];
  seenOnChoosing: number[];
  seenOnChosen: number[];
};
/** For each number of a rating: how much raters differ, how much rated people differ, and the rest. Variances. */
export type RatingVariances = { generosity: number[]; seen: number[]; noise: number[] };
