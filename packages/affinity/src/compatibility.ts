import type { Reason } from '@soulsight/contract/bgp';
import { TRAITS, type Trait } from '@soulsight/contract/traits';
import { EVERYTHING_ELSE, TRAIT_COPY } from './compatibility-copy.ts';
import { affinityTerms, newcomer, type Person, type Weights, wish } from './interest.ts';
import { priorState } from './traits.ts';

/** The answer about two people. `pij` and `pji` are each side's probability of a yes: for the server's own use, never shown. */
export type CompatibilityResult = { overall_score: number; reasons: Reason[]; pij: number; pji: number };

/** How many traits are named; the rest is one reason. */
const REASONS_NAMED = 5;
/** A reason below this weight is not worth a sentence. */
const SMALLEST_REASON = 0.005;
/** From this level on (standard deviations) a trait is much or little rather than middling. */
const MARKED_LEVEL = 0.3;
const NEAR_AT_MOST = 0.4;
const FAR_AT_LEAST = 1;

/**
 * Compatibility of two people: 100 sqrt(P_ij P_ji) with one decimal, the same for both; (score / 100)^2 is the probability that
 * both say yes. The reasons are each trait's term in s_ij and s_ji less its mean over the pool of the one who looks, and add up
 * to `fitOf` exactly, what speaks for the two first. Neither a nor b is among them.
 *
 * @param pool whom i may meet; without it (and always for j) the population of the prior stands in
 */
export function compatibility(
  i: Person,
  j: Person,
  weights: Weights,
  pool: readonly Person[] = [],
): CompatibilityResult {
  const pij = wish(i, j, weights).P;
  const pji = wish(j, i, weights).P;
  return {
    overall_score: Math.round(1000 * Math.sqrt(pij * pji)) / 10,
    reasons: reasonsOf(i, j, fitTerms(i, j, weights, pool)),
    pij,
    pji,
  };
}

/** What the traits add to both log-odds together, compared with the pool: the sum of the reasons. */
export function fitOf(i: Person, j: Person, weights: Weights, pool: readonly Person[] = []): number {
  return sum(fitTerms(i, j, weights, pool));
}

/** Two first things to talk about: of what both care for alike, the two that weigh most. The same for both people. */
export function talkingPoints(i: Person, j: Person, weights?: Weights): [string, string] {
  const interest = (k: number) => closeness(i, j, k) * (1 + 10 * (weights?.w[k] ?? 0));
  const order = TRAITS.map((_, k) => k).sort((k, l) => interest(l) - interest(k) || k - l);
  const [first, second] = order.map((k) => TRAITS[k]) as [Trait, Trait];
  return [TRAIT_COPY[first].topic, TRAIT_COPY[second].topic];
}

function fitTerms(i: Person, j: Person, weights: Weights, pool: readonly Person[]): number[] {
  const anyone = [newcomer(priorState())];
  const there = meanTerms(i, pool.length > 0 ? pool : anyone, weights);
  const back = meanTerms(j, anyone, weights);
  const from = affinityTerms(i, j, weights);
  const to = affinityTerms(j, i, weights);
  return TRAITS.map((_, k) => (from[k] ?? 0) - (there[k] ?? 0) + (to[k] ?? 0) - (back[k] ?? 0));
}

function meanTerms(person: Person, pool: readonly Person[], weights: Weights): number[] {
  const total = TRAITS.map(() => 0);
  for (const other of pool) {
    affinityTerms(person, other, weights).forEach((term, k) => {
      total[k] = (total[k] ?? 0) + term / pool.length;
    });
  }
  return total;
}

function reasonsOf(i: Person, j: Person, terms: readonly number[]): Reason[] {
  const order = terms
    .map((weight, k) => ({ weight, k }))
    .sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight) || one.k - other.k);
  const named = order.slice(0, REASONS_NAMED).filter(({ weight }) => Math.abs(weight) >= SMALLEST_REASON);
  const rest = sum(order.slice(named.length).map(({ weight }) => weight));
  const reasons = named
    .sort((one, other) => other.weight - one.weight)
    .map(({ weight, k }) => {
      const trait = TRAITS[k] as Trait;
      return { key: trait, text: sentence(trait, k, weight, i, j), weight };
    });
  return [...reasons, { key: EVERYTHING_ELSE.key, text: restSentence(rest), weight: rest }];
}

/** The sentence must be true of the two, whatever sign the weight has: a complementary pair can help where they differ. */
function sentence(trait: Trait, k: number, weight: number, i: Person, j: Person): string {
  const copy = TRAIT_COPY[trait];
  const mi = i.means[k] ?? 0;
  const mj = j.means[k] ?? 0;
  if (Math.abs(mi - mj) > (weight < 0 ? NEAR_AT_MOST : FAR_AT_LEAST)) return copy.differ;
  if (mi > MARKED_LEVEL && mj > MARKED_LEVEL) return copy.both;
  if (mi < -MARKED_LEVEL && mj < -MARKED_LEVEL) return copy.neither;
  return copy.alike;
}

function restSentence(rest: number): string {
  if (Math.abs(rest) < SMALLEST_REASON) return EVERYTHING_ELSE.neutral;
  return rest > 0 ? EVERYTHING_ELSE.helps : EVERYTHING_ELSE.hinders;
}

/** High where both are known, alike, and away from the middle on the same side. */
function closeness(i: Person, j: Person, k: number): number {
  const mi = i.means[k] ?? 0;
  const mj = j.means[k] ?? 0;
  return mi * mj - 0.5 * (mi - mj) ** 2;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, x) => total + x, 0);
}
