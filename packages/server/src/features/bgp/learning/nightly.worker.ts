import type { Weights } from '@soulsight/affinity/interest';
import { type LearnedParts, learnNightly, type TrainingData } from '@soulsight/affinity/nightly';

export type FitTask = { data: TrainingData; weights: Weights };

/** Runs in a thread of its own: it computes for seconds and would block the event loop. */
export function fit({ data, weights }: FitTask): LearnedParts {
  return learnNightly(data, weights);
}
