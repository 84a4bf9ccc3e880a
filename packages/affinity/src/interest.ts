import type { Trait } from '@soulsight/contract/traits';
import { TRAITS } from '@soulsight/contract/traits';
import { clamp, sigmoid } from './normal.ts';
import type { EffectPriors } from './priors.ts';
import { TRAIT_COUNT, type TraitState, traitIndex } from './traits.ts';

/** What the interest score needs of one user. */
export type UserModel = TraitState & {
  /** How readily this person says yes, and how uncertain that is. */
  a: number;
  va: number;
  /** How often others say yes to this person, and how uncertain that is. Never shown to anyone. */
  b: number;
  vb: number;
  /**
   * Personal preference: one number for each trait of the other, then one for each number of their `seen`. It comes on top of what
   * everyone prefers (`chosen` of the weights). Absent until it is learned.
   */
  p?: number[] | null;
  /** How others see this person, in standard deviations: `RATING_DIMENSIONS` numbers. Absent until someone rated them. */
  seen?: number[] | null;
};

/** One complementary pair: the chooser's trait `from` with the other's trait `to`. */
type Complement = { from: number; to: number; value: number };

/** The part of the model that all users share: plain data, stored under its version. */
export type Weights = {
  version: number;
  /** Log-odds of a yes between average people. */
  mu: number;
  /** Weight of similarity in each trait, at least 0. */
  w: number[];
  /** Complementary pairs: the entries of M that are not 0. */
  complements: Complement[];
  /** The second head: the expected emotional connection of a pair (0 to 1, as log-odds) from the similarity in each trait. */
  connection: { bias: number; w: number[] };
  /**
   * Main effects of each trait: on how readily someone says yes (the prior mean of `a`), and on how often others say yes to them
   * (the prior mean of `b`). The `a` and `b` of a user come on top. Absent while none predicts held-out decisions.
   */
  choosing?: number[];
  chosen?: number[];
  /** The priors of the nightly estimate of a, b and p; `DEFAULT_PRIORS` of `effects.ts` before the first fit. */
  priors?: EffectPriors;
  /** Refitted loadings of events by their key (`loadingKey` in `events.ts`); other events have the prior loadings. */
  loadings?: Record<string, number>;
};

/** The interest of i in j: log-odds `s`, their variance `V`, and the probability `P` of a yes. */
export type InterestScore = { s: number; V: number; P: number };

export const PRIOR_SD_CHOOSING = 1.6;
export const PRIOR_SD_CHOSEN = 1.2;
const DRIFT_PER_DECISION = 0.02;

const SIMILARITY: Partial<Record<Trait, number>> = {
  relationship_goals: 0.12,
  commitment_readiness: 0.08,
  intimacy_pace: 0.07,
  humor_style: 0.07,
  conversation_depth: 0.06,
  emotional_depth: 0.05,
  openness: 0.05,
  growth_mindset: 0.04,
  social_energy: 0.04,
  communication_style: 0.04,
  vulnerability_comfort: 0.03,
  planning_approach: 0.03,
  risk_tolerance: 0.03,
  conflict_resolution: 0.03,
};
const SIMILARITY_ELSEWHERE = 0.01;
const COMPLEMENTS: [from: Trait, to: Trait, value: number][] = [
  ['vulnerability_comfort', 'empathy_expression', 0.05],
  ['neuroticism', 'emotional_stability', 0.04],
  ['leadership_style', 'adaptability', 0.04],
  ['decision_speed', 'response_thoughtfulness', 0.03],
];

const DEFAULT_SIMILARITY = TRAITS.map((trait) => SIMILARITY[trait] ?? SIMILARITY_ELSEWHERE);
/** s between two newcomers such that P is .42, the share of yes in the Columbia speed-dating study (Fisman et al. 2006). */
const NEWCOMERS_LOG_ODDS = -0.53;
/** Log-odds of the expected connection between newcomers: a probability of .5, because nothing is known. */
const NEWCOMERS_CONNECTION = 0;

/**
 * The weights before the first nightly fit. Similarity counts a little, most in goals and pace (questionnaires predict little before
 * people meet, Joel, Eastwick & Finkel 2017). `mu` is chosen so that newcomers say yes as often as people on speed dates do.
 */
export const DEFAULT_WEIGHTS: Weights = {
  version: 0,
  mu: NEWCOMERS_LOG_ODDS + DEFAULT_SIMILARITY.reduce((sum, w) => sum + w, 0),
  w: DEFAULT_SIMILARITY,
  complements: COMPLEMENTS.map(([from, to, value]) => ({ from: traitIndex(from), to: traitIndex(to), value })),
  connection: { bias: NEWCOMERS_CONNECTION + DEFAULT_SIMILARITY.reduce((sum, w) => sum + w, 0), w: DEFAULT_SIMILARITY },
};

/** A newcomer: a = 0 with sd 1.6, b = 0 with sd 1.2, or with the variances of the last nightly fit. */
export function newcomer(state: TraitState, { priors }: Pick<Weights, 'priors'> = DEFAULT_WEIGHTS): UserModel {
  const [va, vb] = priors ? [priors.choosing, priors.chosen] : [PRIOR_SD_CHOOSING ** 2, PRIOR_SD_CHOSEN ** 2];
  return { ...state, a: 0, va, b: 0, vb };
}

/**
 * The interest of i in j, as log-odds of a yes:
 * s = mu + (a_i + alpha' x_i) + (b_j + gamma' x_j) - 1/2 sum_k w_k E(x_ik - x_jk)^2 + x_i' M x_j + p_i' [x_j; z_j],
 * with alpha = `weights.choosing`, gamma = `weights.chosen` and z_j = `j.seen`.
 *
 * The expected square is (m_i - m_j)^2 + v_i + v_j, so two users without evidence count as average and not as similar.
 * V is the variance of s by the delta method, P the sigmoid averaged over it (MacKay 1992).
 */
export function interestScore(i: UserModel, j: UserModel, weights: Weights): InterestScore {
  // Ranking calls this for every eligible user, so it is one loop with as few allocations as possible.
  const slopes = complementSlopes(i, j, weights);
  let s = weights.mu + i.a + j.b;
  let V = i.va + j.vb;
  for (let k = 0; k < TRAIT_COUNT; k++) {
    const w = at(weights.w, k);
    const mj = at(j.means, k);
    const vi = at(i.variances, k);
    const vj = at(j.variances, k);
    const p = i.p ? at(i.p, k) : 0;
    const alpha = weights.choosing ? at(weights.choosing, k) : 0;
    const gamma = weights.chosen ? at(weights.chosen, k) : 0;
    const d = at(i.means, k) - mj;
    s += alpha * at(i.means, k) + (gamma + p) * mj - 0.5 * w * (d * d + vi + vj);
    const di = at(slopes.of, k) - w * d + alpha;
    const dj = at(slopes.on, k) + w * d + p + gamma;
    V += di * di * vi + dj * dj * vj;
  }
  for (const { from, to, value } of weights.complements) s += value * at(i.means, from) * at(j.means, to);
  s += seenTerm(i, j);
  return { s, V, P: averagedSigmoid(s, V) };
}

/** What i's own decision about j did to an interest score: added to s, and took away from V. */
export type OwnEffect = { shift: number; variance: number };
export const NO_OWN_EFFECT: OwnEffect = { shift: 0, variance: 0 };

/** The interest score as it would be without i's own decision about j. */
export function withoutOwnEffect({ s, V }: InterestScore, own: OwnEffect): InterestScore {
  const [before, variance] = [s - own.shift, Math.max(0, V + own.variance)];
  return { s: before, V: variance, P: averagedSigmoid(before, variance) };
}

/** The sigmoid of a normal s with variance V, averaged: sigmoid(s / sqrt(1 + pi V / 8)). Source: MacKay 1992. */
function averagedSigmoid(s: number, V: number): number {
  return sigmoid(s / Math.sqrt(1 + (Math.PI * V) / 8));
}

/** How x_i' M x_j changes with each of i's traits (`of`) and of j's (`on`). */
function complementSlopes(
  i: UserModel,
  j: UserModel,
  weights: Weights,
): { of: readonly number[]; on: readonly number[] } {
  const of: number[] = new Array(TRAIT_COUNT).fill(0);
  const on: number[] = new Array(TRAIT_COUNT).fill(0);
  for (const { from, to, value } of weights.complements) {
    of[from] = at(of, from) + value * at(j.means, to);
    on[to] = at(on, to) + value * at(i.means, from);
  }
  return { of, on };
}

/** What i's preference makes of how others see j. */
export function seenTerm(i: UserModel, j: UserModel): number {
  if (!i.p || !j.seen) return 0;
  let sum = 0;
  for (let d = 0; d < j.seen.length; d++) sum += at(i.p, TRAIT_COUNT + d) * at(j.seen, d);
  return sum;
}

/** The part of s_ij that comes from how readily i says yes and how often others say yes to j, their traits' main effects included. */
export function decidingTerm(i: UserModel, j: UserModel, { choosing = [], chosen = [] }: Weights): number {
  const alpha = i.means.reduce((sum, m, k) => sum + at(choosing, k) * m, 0);
  return i.a + j.b + j.means.reduce((sum, m, k) => sum + at(chosen, k) * m, alpha);
}

/** Each trait's part of s_ij, main effects aside, in the order of `TRAITS`; the two traits of a complementary pair get half of its term each. */
export function affinityTerms(i: UserModel, j: UserModel, weights: Weights): number[] {
  const terms = TRAITS.map((_, k) => {
    const mi = at(i.means, k);
    const mj = at(j.means, k);
    const similarity = -0.5 * at(weights.w, k) * ((mi - mj) ** 2 + at(i.variances, k) + at(j.variances, k));
    return similarity + (i.p ? at(i.p, k) * mj : 0);
  });
  for (const { from, to, value } of weights.complements) {
    const half = (value * at(i.means, from) * at(j.means, to)) / 2;
    terms[from] = at(terms, from) + half;
    terms[to] = at(terms, to) + half;
  }
  return terms;
}

/** What a decision changes: the chooser's `a` and the other's `b`. */
export type DecisionUpdate = { a: number; va: number; b: number; vb: number };

/**
 * The update after i said yes (y = 1) or no (y = 0) to j: h = P (1 - P), k = (y - P) / (1 + h V), a_i += va k, b_j += vb k,
 * va -= va^2 h / (1 + h V), likewise vb, then both += .02, because people change. One step of an extended Kalman filter
 * (Fahrmeir 1992), as in Glicko (Glickman 1999).
 */
export function updateOnDecision(i: UserModel, j: UserModel, y: 0 | 1, weights: Weights): DecisionUpdate {
  const { V, P } = interestScore(i, j, weights);
  const h = P * (1 - P);
  const k = (y - P) / (1 + h * V);
  const shrink = h / (1 + h * V);
  return {
    a: i.a + i.va * k,
    va: addDrift(i.va - i.va ** 2 * shrink, PRIOR_SD_CHOOSING),
    b: j.b + j.vb * k,
    vb: addDrift(j.vb - j.vb ** 2 * shrink, PRIOR_SD_CHOSEN),
  };
}

/** Drift never raises a variance above a newcomer's. */
function addDrift(variance: number, priorSd: number): number {
  return clamp(variance + DRIFT_PER_DECISION, 0, priorSd ** 2);
}

function at(numbers: readonly number[], k: number): number {
  return numbers[k] ?? 0;
}
