import { TRAITS } from '@soulsight/contract/traits';
import { applyEvidence } from '../evidence.ts';
import { DEFAULT_WEIGHTS, interestScore, PRIOR_SD_CHOOSING, PRIOR_SD_CHOSEN, type Weights } from '../interest.ts';
import { sigmoid } from '../normal.ts';
import { answerEvidence, ITEMS } from '../questionnaire.ts';
import { priorState, type TraitState, traitIndex } from '../traits.ts';
import { type Random, randomNormal } from './random.ts';

/** The true parameters of a synthetic person; the model never sees them. */
export type SyntheticUser = { traits: number[]; a: number; b: number; preference: number[] };

/** Standard deviation of each true personal preference: together they matter about half as much as popularity. */
const PREFERENCE_SD = 0.15;

export function randomUser(random: Random): SyntheticUser {
  return {
    traits: TRAITS.map(() => randomNormal(random)),
    a: PRIOR_SD_CHOOSING * randomNormal(random),
    b: PRIOR_SD_CHOSEN * randomNormal(random),
    preference: TRAITS.map(() => PREFERENCE_SD * randomNormal(random)),
  };
}

/** The true weights of synthetic people: each similarity differs from the model's assumption by up to about three times. */
export function randomWeights(random: Random): Weights {
  const w = DEFAULT_WEIGHTS.w.map((value) => value * Math.exp(0.5 * randomNormal(random)));
  const moved = w.reduce((sum, value, k) => sum + value - (DEFAULT_WEIGHTS.w[k] ?? 0), 0);
  return { ...DEFAULT_WEIGHTS, w, mu: DEFAULT_WEIGHTS.mu + moved };
}

/** Whether one synthetic person says yes to another. */
export function saysYes(chooser: SyntheticUser, chosen: SyntheticUser, weights: Weights, random: Random): boolean {
  return random() < sigmoid(interestScore(truthModel(chooser), truthModel(chosen), weights).s);
}

/** The model of someone of whom everything is known. */
export function truthModel({ traits, a, b, preference }: SyntheticUser) {
  return { means: traits, variances: traits.map(() => 0), a, b, va: 0, vb: 0, p: preference };
}

/**
 * The model's state after a person answered a share of the questionnaire and skipped the rest. Answers are the true level plus
 * each item's stated noise.
 */
export function answeredState(
  truth: SyntheticUser,
  share: number,
  random: Random,
  prior: TraitState = priorState(),
): TraitState {
  const answers = ITEMS.filter(() => random() < share).map((item) => {
    const noisy = (truth.traits[traitIndex(item.trait)] ?? 0) + Math.sqrt(item.r) * randomNormal(random);
    const towards = Math.round(3.4 + (1.05 * noisy) / Math.sqrt(1 + item.r));
    const answer = Math.min(5, Math.max(1, item.keyed === 1 ? towards : 6 - towards));
    return { id: item.id, answer };
  });
  return applyEvidence(prior, answerEvidence(answers));
}
