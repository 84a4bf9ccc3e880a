import type { Reason } from '@soulsight/contract/bgp';
import { TRAITS, type Trait } from '@soulsight/contract/traits';
import { affinityTerms, interestScore, newcomer, type UserModel, type Weights } from './interest.ts';
import { TRAIT_COPY } from './trait-copy.ts';
import { priorState } from './traits.ts';

/** Compatibility of two users. `pij` and `pji` are each side's probability of a yes; they are never shown. */
export type CompatibilityResult = { overall_score: number; reasons: Reason[]; pij: number; pji: number };

/** The sentences of the last reason, which sums up the traits that are not named. */
const REMAINDER_COPY = {
  key: 'everything_else',
  helps: 'Many small things between you add a little.',
  hinders: 'Some smaller things between you take a little away.',
  neutral: 'Everything else neither helps nor hurts.',
};
/** The maximum number of named traits; the others are one reason. */
const REASONS_LIMIT = 5;
/** A reason below this weight is not worth a sentence. */
const REASON_MIN_WEIGHT = 0.005;
/** From this distance to the mean (in standard deviations) a trait counts as high or low. */
const MARKED_LEVEL = 0.3;
const ALIKE_MAX_DISTANCE = 0.4;
const DIFFER_MIN_DISTANCE = 1;

/**
 * Compatibility of two people: 100 sqrt(P_ij P_ji) with one decimal, the same for both; (score / 100)^2 is the probability that
 * both say yes. The reasons are each trait's terms in s_ij and s_ji minus their means over the pool, and add up
 * to `calculateFit` exactly, positive ones first. They do not include a (readiness) and b (popularity).
 *
 * @param pool the users whom i may meet; if it is empty, and always for j, a newcomer is used instead
 */
export function calculateCompatibility(
  i: UserModel,
  j: UserModel,
  weights: Weights,
  pool: readonly UserModel[] = [],
): CompatibilityResult {
  const pij = interestScore(i, j, weights).P;
  const pji = interestScore(j, i, weights).P;
  return {
    overall_score: Math.round(1000 * Math.sqrt(pij * pji)) / 10,
    reasons: buildReasons(i, j, fitTerms(i, j, weights, pool)),
    pij,
    pji,
  };
}

/** What the traits add to both log-odds together, compared with the pool: the sum of the reasons. */
export function calculateFit(i: UserModel, j: UserModel, weights: Weights, pool: readonly UserModel[] = []): number {
  return sum(fitTerms(i, j, weights, pool));
}

/** Two topics for a first conversation, about the traits in which the two users are most similar. The same for both users. */
export function talkingPoints(i: UserModel, j: UserModel, weights?: Weights): [string, string] {
  const interest = (k: number) => closeness(i, j, k) * (1 + 10 * (weights?.w[k] ?? 0));
  const order = TRAITS.map((_, k) => k).sort((k, l) => interest(l) - interest(k) || k - l);
  const [first, second] = order.map((k) => TRAITS[k]) as [Trait, Trait];
  return [TRAIT_COPY[first].pair.topic, TRAIT_COPY[second].pair.topic];
}

function fitTerms(i: UserModel, j: UserModel, weights: Weights, pool: readonly UserModel[]): number[] {
  const anyone = [newcomer(priorState())];
  const there = meanTerms(i, pool.length > 0 ? pool : anyone, weights);
  const back = meanTerms(j, anyone, weights);
  const from = affinityTerms(i, j, weights);
  const to = affinityTerms(j, i, weights);
  return TRAITS.map((_, k) => (from[k] ?? 0) - (there[k] ?? 0) + (to[k] ?? 0) - (back[k] ?? 0));
}

function meanTerms(person: UserModel, pool: readonly UserModel[], weights: Weights): number[] {
  const total = TRAITS.map(() => 0);
  for (const other of pool) {
    affinityTerms(person, other, weights).forEach((term, k) => {
      total[k] = (total[k] ?? 0) + term / pool.length;
    });
  }
  return total;
}

function buildReasons(i: UserModel, j: UserModel, terms: readonly number[]): Reason[] {
  const order = terms
    .map((weight, k) => ({ weight, k }))
    .sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight) || one.k - other.k);
  const named = order.slice(0, REASONS_LIMIT).filter(({ weight }) => Math.abs(weight) >= REASON_MIN_WEIGHT);
  const rest = sum(order.slice(named.length).map(({ weight }) => weight));
  const reasons = named
    .sort((one, other) => other.weight - one.weight)
    .map(({ weight, k }) => {
      const trait = TRAITS[k] as Trait;
      return { key: trait, text: sentence(trait, k, weight, i, j), weight };
    });
  return [...reasons, { key: REMAINDER_COPY.key, text: remainderSentence(rest), weight: rest }];
}

/** The sentence depends on the traits and not only on the weight's sign: a difference in a complementary pair can help. */
function sentence(trait: Trait, k: number, weight: number, i: UserModel, j: UserModel): string {
  const copy = TRAIT_COPY[trait].pair;
  const mi = i.means[k] ?? 0;
  const mj = j.means[k] ?? 0;
  if (Math.abs(mi - mj) > (weight < 0 ? ALIKE_MAX_DISTANCE : DIFFER_MIN_DISTANCE)) return copy.differ;
  if (mi > MARKED_LEVEL && mj > MARKED_LEVEL) return copy.both;
  if (mi < -MARKED_LEVEL && mj < -MARKED_LEVEL) return copy.neither;
  return copy.alike;
}

function remainderSentence(rest: number): string {
  if (Math.abs(rest) < REASON_MIN_WEIGHT) return REMAINDER_COPY.neutral;
  return rest > 0 ? REMAINDER_COPY.helps : REMAINDER_COPY.hinders;
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
