import { TRAITS } from '@soulsight/contract/traits';
import { applyEvidence } from '../evidence.ts';
import { DEFAULT_WEIGHTS, PRIOR_SD_CHOOSING, PRIOR_SD_CHOSEN, type Weights, wish } from '../interest.ts';
import { sigmoid } from '../normal.ts';
import { answerEvidence, ITEMS } from '../questionnaire.ts';
import { priorState, type TraitState, traitIndex } from '../traits.ts';
import { normalFrom, type Random } from './random.ts';

/** A made-up person as they really are, which the model never sees. */
export type Truth = { traits: number[]; a: number; b: number; preference: number[] };

/** Spread of each true personal preference: together they are worth about as much as half of how wanted people are. */
const PREFERENCE_SD = 0.15;

export function truePerson(random: Random): Truth {
  return {
    traits: TRAITS.map(() => normalFrom(random)),
    a: PRIOR_SD_CHOOSING * normalFrom(random),
    b: PRIOR_SD_CHOSEN * normalFrom(random),
    preference: TRAITS.map(() => PREFERENCE_SD * normalFrom(random)),
  };
}

/** The weights by which made-up people choose: not those that the model assumes, each similarity up to some three times off. */
export function trueWeights(random: Random): Weights {
  const w = DEFAULT_WEIGHTS.w.map((value) => value * Math.exp(0.5 * normalFrom(random)));
  const moved = w.reduce((sum, value, k) => sum + value - (DEFAULT_WEIGHTS.w[k] ?? 0), 0);
  return { ...DEFAULT_WEIGHTS, w, mu: DEFAULT_WEIGHTS.mu + moved };
}

/** Whether one made-up person says yes to another. */
export function saysYes(chooser: Truth, chosen: Truth, weights: Weights, random: Random): boolean {
  return random() < sigmoid(wish(asKnown(chooser), asKnown(chosen), weights).s);
}

function asKnown({ traits, a, b, preference }: Truth) {
  return { means: traits, variances: traits.map(() => 0), a, b, va: 0, vb: 0, p: preference };
}

/**
 * What the model knows after a person has answered a share of the questionnaire, skipping the rest: their true level and the
 * noise that each item says it has.
 */
export function answeredState(truth: Truth, share: number, random: Random): TraitState {
  const answers = ITEMS.filter(() => random() < share).map((item) => {
    const noisy = (truth.traits[traitIndex(item.trait)] ?? 0) + Math.sqrt(item.r) * normalFrom(random);
    const towards = Math.round(3.4 + (1.05 * noisy) / Math.sqrt(1 + item.r));
    const answer = Math.min(5, Math.max(1, item.keyed === 1 ? towards : 6 - towards));
    return { id: item.id, answer };
  });
  return applyEvidence(priorState(), answerEvidence(answers));
}
