import { defaultPriors } from './effects.ts';
import type { Weights } from './interest.ts';
import { isBetter } from './learning.ts';
import { OBSERVATION_KINDS, type Observation } from './observations.ts';

/** What a kind of observation may count, compared with a like or a pass. */
const CANDIDATES = [0, 0.25, 0.5, 1];
/** A kind with fewer observations keeps its weight. */
const MIN_OBSERVATIONS = 100;

/**
 * How much each kind of observation counts: kind after kind, the weight that predicts held-out likes and passes best, if it is better
 * than the current one by more than chance.
 */
export function learnKindWeights(
  observations: readonly Observation[],
  current: Weights,
  heldOutLosses: (weights: Weights) => number[],
): { weights: Weights; before: number[]; after: number[]; adopted: boolean } {
  const before = heldOutLosses(current);
  let best = { weights: current, losses: before };
  for (const kind of OBSERVATION_KINDS) {
    if (kind === 'decision' || observations.filter((each) => each.kind === kind).length < MIN_OBSERVATIONS) continue;
    for (const value of CANDIDATES) {
      const priors = best.weights.priors ?? defaultPriors();
      if (value === priors.kinds[kind]) continue;
      const weights = { ...best.weights, priors: { ...priors, kinds: { ...priors.kinds, [kind]: value } } };
      const losses = heldOutLosses(weights);
      if (isBetter(best.losses, losses)) best = { weights, losses };
    }
  }
  return { weights: best.weights, before, after: best.losses, adopted: best.weights !== current };
}
