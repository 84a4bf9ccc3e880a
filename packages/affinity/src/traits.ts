import {
  type AttachmentStyle,
  FALLBACK_ATTACHMENT_STYLE,
  FALLBACK_TRAITS,
  TRAITS,
  type Trait,
  type Traits,
} from '@soulsight/contract/traits';
import { clamp, normalCdf, normalQuantile } from './normal.ts';

/** The belief about a user: trait k is N(means[k], variances[k]), in the order of `TRAITS`, on the scale of the prior N(0, 1). */
export type TraitState = { means: number[]; variances: number[] };
export type TraitReading = { trait: Trait; value: number; confidence: number };

export const TRAIT_COUNT = TRAITS.length;
export const TRAIT_HALF_LIFE_DAYS = 90;
const TRAIT_INDEX = new Map<Trait, number>(TRAITS.map((trait, k) => [trait, k]));

/** The index of a trait in every vector of the model. */
export function traitIndex(trait: Trait): number {
  return TRAIT_INDEX.get(trait) as number;
}

/** A user about whom nothing is known: every trait N(0, 1), shown as 50 with confidence 0. */
export function priorState(): TraitState {
  return { means: TRAITS.map(() => 0), variances: TRAITS.map(() => 1) };
}

/** The fallback profile as a state: a value x is m = sqrt(2) Phi^-1(x / 100) with v = 1, which shows as exactly x. */
export function fallbackState(): TraitState {
  const shown: Partial<Record<Trait, number>> = FALLBACK_TRAITS;
  return { means: TRAITS.map((t) => meanForShownValue(shown[t] ?? 50)), variances: TRAITS.map(() => 1) };
}

/**
 * `after` as it would be from another start: measurements that turned `before` into `after` turn `start` into the result. A conjugate
 * update adds precision, 1/v, and precision times measurement, m/v, whatever it starts from.
 */
export function fromOtherStart(before: TraitState, after: TraitState, start: TraitState): TraitState {
  const variances = after.variances.map((v, k) => 1 / (1 / variance(start, k) + 1 / v - 1 / variance(before, k)));
  const means = after.means.map((m, k) => {
    const [v, v0, from] = [variance(after, k), variance(before, k), variance(start, k)];
    return (variances[k] ?? 1) * (mean(start, k) / from + m / v - mean(before, k) / v0);
  });
  return { means, variances };
}

function meanForShownValue(value: number): number {
  return Math.SQRT2 * normalQuantile(value / 100);
}

/**
 * Trait k as a number from 0 to 100, not rounded: 100 Phi(m / sqrt(1 + v)), the share of people below this user, averaged
 * over the uncertainty. Source: the probit-normal integral (Rasmussen & Williams 2006, eq. 3.82).
 */
export function shownValue(state: TraitState, k: number): number {
  return 100 * normalCdf(mean(state, k) / Math.sqrt(1 + variance(state, k)));
}

/** All traits: whole numbers from 0 to 100, with confidence 1 - v from 0 (nothing known) to 1. */
export function traitReadings(state: TraitState): TraitReading[] {
  return TRAITS.map((trait, k) => ({
    trait,
    value: Math.round(shownValue(state, k)),
    confidence: clamp(1 - variance(state, k), 0, 1),
  }));
}

/** The traits in the form of the contract: all numbers and the attachment word derived from them. */
export function shownTraits(state: TraitState): Traits {
  const numbers = Object.fromEntries(traitReadings(state).map(({ trait, value }) => [trait, value]));
  return { ...(numbers as Omit<Traits, 'attachment_style'>), attachment_style: attachmentStyle(state) };
}

/** The fallback profile's traits: the seven core numbers and `secure`, nothing else. */
export function fallbackTraits(): Traits {
  return { ...FALLBACK_TRAITS, attachment_style: FALLBACK_ATTACHMENT_STYLE };
}

/** The rounded mean of the numbers in a set of traits, 0 to 100. */
export function overallScore(traits: Traits): number {
  const numbers = Object.values(traits).filter((value): value is number => typeof value === 'number');
  return Math.round(numbers.reduce((sum, value) => sum + value, 0) / numbers.length);
}

/**
 * The state after `days` without evidence: m <- m0 + d (m - m0), v <- 1 + d^2 (v - 1), d = 2^(-days/90).
 * The stationary first-order autoregression towards the prior (Uhlenbeck & Ornstein 1930), in closed form.
 */
export function decayState(state: TraitState, days: number, prior: TraitState = priorState()): TraitState {
  const d = 2 ** (-Math.max(0, days) / TRAIT_HALF_LIFE_DAYS);
  return {
    means: state.means.map((m, k) => mean(prior, k) + d * (m - mean(prior, k))),
    variances: state.variances.map((v) => 1 + d * d * (v - 1)),
  };
}

const ATTACHMENT_CUT = 0.35;

/**
 * The attachment word, from the two dimensions anxiety and avoidance (Bartholomew & Horowitz 1991), each read from the traits
 * that correlate with it (Noftle & Shaver 2006). It is shown only; nothing is matched on it.
 */
export function attachmentStyle(state: TraitState): AttachmentStyle {
  const level = (trait: Trait) => {
    const k = traitIndex(trait);
    return mean(state, k) / Math.sqrt(1 + variance(state, k));
  };
  const anxiety = (level('neuroticism') - level('emotional_stability') - level('trust_building')) / 3;
  const avoidance = -(level('vulnerability_comfort') + level('trust_building') + level('intimacy_pace')) / 3;
  if (anxiety > ATTACHMENT_CUT) return avoidance > ATTACHMENT_CUT ? 'fearful' : 'anxious';
  return avoidance > ATTACHMENT_CUT ? 'avoidant' : 'secure';
}

function mean(state: TraitState, k: number): number {
  return state.means[k] ?? 0;
}

function variance(state: TraitState, k: number): number {
  return state.variances[k] ?? 1;
}
