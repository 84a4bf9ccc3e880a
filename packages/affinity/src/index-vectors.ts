import type { UserModel, Weights } from './interest.ts';
import { dot } from './linear.ts';
import { logSigmoid, sigmoid } from './normal.ts';
import { RATING_DIMENSIONS } from './observations.ts';
import { TRAIT_COUNT } from './traits.ts';

/** Weight of the price of exposure in the index, in log-odds: near the best candidates about that of the exact order. */
export const EXPOSURE_ETA = 0.5;
/** Length of a seek or an offer vector: two blocks of traits, three further numbers, and two blocks of what others see. */
export const INDEX_DIMENSIONS = 2 * TRAIT_COUNT + 3 + 2 * RATING_DIMENSIONS;

/**
 * One user's terms of s_ij = k_i + h_j + u_i . x_j + q_i . z_j, and the tangent (slope t, intercept g) of log sigmoid at their mean s.
 * q is the preference for what others see, and z what others see.
 */
type BilinearTerms = { u: number[]; x: number[]; q: number[]; z: number[]; k: number; h: number; t: number; g: number };

/**
 * The seeker's vector: rank others by the inner product with their `offerVector`. Except for a constant of the seeker, the
 * product is log P_ij + log P_ji - eta lambda_j, with log sigmoid linearised at each user's mean s. Because s is bilinear,
 * reciprocal ranking becomes maximum inner product search. `INDEX_DIMENSIONS` numbers.
 */
export function seekVector(person: UserModel, weights: Weights): number[] {
  const { u, x, q, z, h, t } = splitTerms(person, weights);
  return [...scaled(u, t), ...x, t, h, 1, ...scaled(q, t), ...z];
}

/** The vector of a user to be found. `price` is lambda_j of `exposure.ts`; users who are shown more than their share rank lower. */
export function offerVector(person: UserModel, weights: Weights, price = 0): number[] {
  const { u, x, q, z, k, h, t, g } = splitTerms(person, weights);
  return [...x, ...scaled(u, t), h, t, t * k + g - EXPOSURE_ETA * price, ...z, ...scaled(q, t)];
}

/** The vectors that a search multiplies with offer vectors: one for the order, the others to recover both interest scores. */
export type QueryVectors = {
  /** The seek vector: its product orders users nearly as the exact rank does. */
  seek: number[];
  /** With an offer vector this gives s_ij - k. */
  forward: number[];
  k: number;
  /** With an offer vector this gives t_j s_ji + g_j. */
  backward: number[];
  /** With an offer vector this gives t_j, from which g_j = log(1 - t) - t log((1 - t) / t) follows. */
  slope: number[];
  /** Variances of the seeker's readiness (a) and popularity (b). */
  va: number;
  vb: number;
};

/** Everything that a search needs of the seeker. The SQL in `eligible.store.ts` uses it. */
export function buildQueryVectors(person: UserModel, weights: Weights): QueryVectors {
  const { u, x, q, z, k, h } = splitTerms(person, weights);
  const none = new Array<number>(TRAIT_COUNT).fill(0);
  const unseen = new Array<number>(RATING_DIMENSIONS).fill(0);
  return {
    seek: seekVector(person, weights),
    forward: [...u, ...none, 1, 0, 0, ...q, ...unseen],
    k,
    backward: [...none, ...x, 0, h, 1, ...unseen, ...z],
    slope: [...none, ...none, 0, 1, 0, ...unseen, ...unseen],
    va: person.va,
    vb: person.vb,
  };
}

export function innerProduct(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, n) => sum + value * (b[n] ?? 0), 0);
}

function splitTerms(person: UserModel, weights: Weights): BilinearTerms {
  const x = person.means;
  const u = x.map((value, k) => (weights.w[k] ?? 0) * value + (person.p?.[k] ?? 0));
  for (const { from, to, value } of weights.complements) u[to] = (u[to] ?? 0) + value * (x[from] ?? 0);
  const selfTerm = 0.5 * x.reduce((sum, m, k) => sum + (weights.w[k] ?? 0) * (m * m + (person.variances[k] ?? 1)), 0);
  const k = weights.mu + person.a + dot(weights.choosing ?? [], x) - selfTerm;
  const h = person.b + dot(weights.chosen ?? [], x) - selfTerm;
  const s = k - 0.5 * weights.w.reduce((sum, w) => sum + w, 0);
  const t = 1 - sigmoid(s);
  const each = Array.from({ length: RATING_DIMENSIONS }, (_, d) => d);
  const q = each.map((d) => person.p?.[TRAIT_COUNT + d] ?? 0);
  const z = each.map((d) => person.seen?.[d] ?? 0);
  return { u, x, q, z, k, h, t, g: logSigmoid(s) - t * s };
}

function scaled(numbers: readonly number[], by: number): number[] {
  return numbers.map((value) => by * value);
}
