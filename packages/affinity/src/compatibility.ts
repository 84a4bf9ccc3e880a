import type { CompatibilityRange, Reason } from '@soulsight/contract/bgp';
import { TRAITS, type Trait } from '@soulsight/contract/traits';
import {
  affinityTerms,
  decidingTerm,
  type InterestScore,
  interestScore,
  NO_OWN_EFFECT,
  type OwnEffect,
  seenTerm,
  type UserModel,
  type Weights,
  withoutOwnEffect,
} from './interest.ts';
import { clamp, sigmoid } from './normal.ts';
import { REASON_COPY, TRAIT_COPY } from './trait-copy.ts';

/** Compatibility of two users. `pij` and `pji` are each side's probability of a yes; they are never shown. */
export type CompatibilityResult = {
  /** 0 to 100, a whole number. */
  overall_score: number;
  range: CompatibilityRange;
  reasons: Reason[];
  pij: number;
  pji: number;
};
/** The own decisions of i about j (`there`) and of j about i (`back`). */
export type OwnEffects = { there: OwnEffect; back: OwnEffect };
/** One part of both log-odds together, compared with two average people. */
export type Contribution = { key: Trait | 'deciding' | 'impressions' | 'everything_else'; weight: number };

const NO_OWN_EFFECTS: OwnEffects = { there: NO_OWN_EFFECT, back: NO_OWN_EFFECT };
/** The maximum number of reasons besides the remainder. */
const REASONS_LIMIT = 5;
/** A smaller part of the log-odds is not worth a sentence. */
const REASON_MIN_WEIGHT = 0.05;
/** A remainder below this is not mentioned. */
const REMAINDER_MIN_WEIGHT = 0.1;
/**
 * From these parts of the log-odds on, a reason is some or strong: about 4 and 15 points of the score. Chosen so that the levels that are
 * shown add up to the score's direction, on other seeds (11 to 13) than those that are reported.
 */
const LEVELS = { some: 0.3, strong: 1.2 };
/** A trait is named if this much is known about both users; 1 is the variance of a trait without evidence. */
const KNOWN_MAX_VARIANCE = 0.9;
/** From this distance to the mean (in standard deviations) a trait counts as high or low. */
const MARKED_LEVEL = 0.3;
const ALIKE_MAX_DISTANCE = 0.4;
const DIFFER_MIN_DISTANCE = 1;
/** Four in five values of a normal distribution are within this many standard deviations. */
const RANGE_SDS = 1.2816;
/** Variance of what is particular to two people and no trait tells, in log-odds: assumed, a standard deviation of .7. */
const PAIR_VARIANCE = 0.5;
/** Ranges are shown in steps of this many points. */
const RANGE_STEP = 5;
/** A wider range says too little to show a score. */
const RANGE_MAX_WIDTH = 50;

/**
 * Compatibility of two people: 100 sqrt(P_ij P_ji), the same for both; (score / 100)^2 is the probability that both say yes, given
 * that both decide. `own` is what the two decided about each other, which the score leaves out.
 */
export function calculateCompatibility(
  i: UserModel,
  j: UserModel,
  weights: Weights,
  own: OwnEffects = NO_OWN_EFFECTS,
): CompatibilityResult {
  const there = withoutOwnEffect(interestScore(i, j, weights), own.there);
  const back = withoutOwnEffect(interestScore(j, i, weights), own.back);
  const reasons = nameContributions(calculateContributions(i, j, weights, own), i, j);
  return {
    overall_score: Math.round(100 * Math.sqrt(there.P * back.P)),
    range: calculateRange(there, back),
    reasons: reasons.map(({ key, weight }) => ({
      key,
      text: sentence(key, weight, i, j),
      direction: directionFrom(key, weight),
      level: levelFrom(weight),
    })),
    pij: there.P,
    pji: back.P,
  };
}

/** The range in which four of five scores are, from the variances of both log-odds by the delta method on the scale of log-odds. */
function calculateRange(there: InterestScore, back: InterestScore): CompatibilityRange {
  const score = clamp(Math.sqrt(there.P * back.P), 1e-6, 1 - 1e-6);
  const [one, other] = [there.V + PAIR_VARIANCE, back.V + PAIR_VARIANCE];
  const variance = (one * (1 - there.P) ** 2 + other * (1 - back.P) ** 2) / 4;
  const reach = (RANGE_SDS * Math.sqrt(variance)) / (1 - score);
  const centre = Math.log(score / (1 - score));
  const [low, high] = [100 * sigmoid(centre - reach), 100 * sigmoid(centre + reach)];
  return {
    low: RANGE_STEP * Math.floor(low / RANGE_STEP),
    high: RANGE_STEP * Math.ceil(high / RANGE_STEP),
    too_early: high - low > RANGE_MAX_WIDTH,
  };
}

/**
 * Everything in s_ij + s_ji that two average people about whom nothing is known would not have. The contributions add up exactly to the
 * difference. What comes from how each of the two decides in general is one number, so that nobody learns it of the other.
 */
export function calculateContributions(
  i: UserModel,
  j: UserModel,
  weights: Weights,
  { there, back }: OwnEffects = NO_OWN_EFFECTS,
): Contribution[] {
  const [from, to] = [affinityTerms(i, j, weights), affinityTerms(j, i, weights)];
  const traits = TRAITS.map((key, k) => ({
    key,
    weight: (from[k] ?? 0) + (to[k] ?? 0) + 2 * (weights.w[k] ?? 0),
  }));
  const deciding = decidingTerm(i, j, weights) + decidingTerm(j, i, weights) - there.shift - back.shift;
  const impressions = seenTerm(i, j) + seenTerm(j, i);
  return [{ key: 'deciding', weight: deciding }, { key: 'impressions', weight: impressions }, ...traits];
}

/** The largest contributions, largest first, and the sum of the others last. Traits that rest on no evidence are not named. */
export function nameContributions(contributions: readonly Contribution[], i: UserModel, j: UserModel): Contribution[] {
  const order = contributions.toSorted((one, other) => Math.abs(other.weight) - Math.abs(one.weight));
  const named = order
    .filter(({ key, weight }) => Math.abs(weight) >= REASON_MIN_WEIGHT && isKnown(key, i, j))
    .slice(0, REASONS_LIMIT);
  const rest = sum(order.filter((each) => !named.includes(each)).map(({ weight }) => weight));
  if (named.length === 0) return contributions.filter(({ key }) => key === 'deciding');
  return Math.abs(rest) < REMAINDER_MIN_WEIGHT ? named : [...named, { key: 'everything_else', weight: rest }];
}

function isKnown(key: Contribution['key'], i: UserModel, j: UserModel): boolean {
  const k = TRAITS.indexOf(key as Trait);
  return k < 0 || [i, j].every(({ variances }) => (variances[k] ?? 1) <= KNOWN_MAX_VARIANCE);
}

function directionFrom(key: Contribution['key'], weight: number): Reason['direction'] {
  if (key === 'deciding' && Math.abs(weight) < REASON_MIN_WEIGHT) return 'even';
  return weight > 0 ? 'for' : 'against';
}

function levelFrom(weight: number): Reason['level'] {
  const size = Math.abs(weight);
  if (size >= LEVELS.strong) return 'strong';
  return size >= LEVELS.some ? 'some' : 'slight';
}

/** Two topics for a first conversation, about the traits in which the two users are most similar. The same for both users. */
export function talkingPoints(i: UserModel, j: UserModel, weights?: Weights): [string, string] {
  const interest = (k: number) => closeness(i, j, k) * (1 + 10 * (weights?.w[k] ?? 0));
  const order = TRAITS.map((_, k) => k).sort((k, l) => interest(l) - interest(k) || k - l);
  const [first, second] = order.map((k) => TRAITS[k]) as [Trait, Trait];
  return [TRAIT_COPY[first].pair.topic, TRAIT_COPY[second].pair.topic];
}

/** The sentence depends on the traits and not only on the weight's sign: a difference in a complementary pair can help. */
function sentence(key: Contribution['key'], weight: number, i: UserModel, j: UserModel): string {
  if (key === 'deciding' || key === 'impressions' || key === 'everything_else')
    return REASON_COPY[key][directionFrom(key, weight)];
  const k = TRAITS.indexOf(key);
  const copy = TRAIT_COPY[key].pair;
  const mi = i.means[k] ?? 0;
  const mj = j.means[k] ?? 0;
  if (Math.abs(mi - mj) > (weight < 0 ? ALIKE_MAX_DISTANCE : DIFFER_MIN_DISTANCE)) return copy.differ;
  if (mi > MARKED_LEVEL && mj > MARKED_LEVEL) return copy.both;
  if (mi < -MARKED_LEVEL && mj < -MARKED_LEVEL) return copy.neither;
  return copy.alike;
}

/** High where both means are similar and far from 0 on the same side. */
function closeness(i: UserModel, j: UserModel, k: number): number {
  const mi = i.means[k] ?? 0;
  const mj = j.means[k] ?? 0;
  return mi * mj - 0.5 * (mi - mj) ** 2;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, x) => total + x, 0);
}
