import { at, type Block, fitBlocks, marginalVariance, type Rows } from './crossed.ts';
import { interestScore, type UserModel, type Weights } from './interest.ts';
import { clamp } from './normal.ts';
import { OBSERVATION_KINDS, type Observation } from './observations.ts';
import type { EffectPriors } from './priors.ts';
import { estimateRatings, type RatingEstimate, type RatingRow } from './ratings.ts';
import { TRAIT_COUNT } from './traits.ts';

export type EffectsData = {
  /** Everyone who is observed; only their traits are read. */
  people: ReadonlyMap<string, UserModel>;
  observations: readonly Observation[];
  ratings: readonly RatingRow[];
};

/** The observations in columns: users are numbered, and everything of s that is not estimated is the rows' offset. */
export type EffectTable = {
  ids: readonly string[];
  rows: Rows;
  /** The numbers of each row's chooser and chosen, and of its intercept. */
  chooser: Int32Array;
  chosen: Int32Array;
  intercept: Int32Array;
  people: readonly UserModel[];
  ratings: RatingEstimate;
};
/** The mode of the posterior. `tastes` has one block for each of `tasteDimensions`: traits, then the numbers of `seen`. */
export type EffectFit = {
  a: Block;
  b: Block;
  tastes: Block[];
  tasteDimensions: number[];
  intercepts: Block;
  /** The predictor of each row. */
  s: Float64Array;
};

const SWEEPS = 60;
/** Inverse propensity weights beyond this are clipped: a little bias for much less variance (Ionides 2008). */
const PROPENSITY_WEIGHT_LIMIT = 5;
/** Prior variance of an intercept, in log-odds: hardly any. */
const INTERCEPT_VARIANCE = 9;

export function buildTable(data: EffectsData, weights: Weights, priors: EffectPriors): EffectTable {
  const { people } = data;
  const used = data.observations.filter(
    ({ chooser, chosen, kind }) => priors.kinds[kind] > 0 && people.has(chooser) && people.has(chosen),
  );
  const ratings = data.ratings.filter(({ rater, rated }) => people.has(rater) && people.has(rated));
  const observed = used.flatMap(({ chooser, chosen }) => [chooser, chosen]);
  const ids = [...new Set([...observed, ...ratings.flatMap(({ rater, rated }) => [rater, rated])])];
  const numbers = new Map(ids.map((id, n) => [id, n]));
  const models = ids.map((id) => ({ ...(people.get(id) as UserModel), a: 0, b: 0, p: null, seen: null }));
  const chooser = Int32Array.from(used, (observation) => numbers.get(observation.chooser) as number);
  const chosen = Int32Array.from(used, (observation) => numbers.get(observation.chosen) as number);
  const pairScore = (r: number) =>
    interestScore(models[at(chooser, r)] as UserModel, models[at(chosen, r)] as UserModel, weights).s - weights.mu;
  return {
    ids,
    rows: {
      link: 'logistic',
      y: Float64Array.from(used, ({ positive }) => Number(positive)),
      weight: Float64Array.from(used, ({ kind, propensity }) => priors.kinds[kind] * propensityWeight(propensity)),
      offset: Float64Array.from(used, (_, r) => pairScore(r)),
    },
    chooser,
    chosen,
    intercept: Int32Array.from(used, ({ kind }) => interceptNumber(kind)),
    people: models,
    ratings: estimateRatings(ratings, ids, priors.ratings),
  };
}

export function propensityWeight(propensity = 1): number {
  return clamp(1 / propensity, 1, PROPENSITY_WEIGHT_LIMIT);
}

/** Likes, passes and silence share one intercept; every other kind has its own, because it has its own share of yes. */
function interceptNumber(kind: Observation['kind']): number {
  return OBSERVATION_KINDS.indexOf(kind === 'expired' ? 'decision' : kind);
}

/** `from` is an earlier fit to start from; `freeMu` also fits the log-odds between average people. */
export type FitOptions = {
  from?: EffectFit | undefined;
  freeMu?: boolean;
  sweeps?: number;
  /** Prior means of a and b besides what ratings predict. */
  means?: { a: Float64Array; b: Float64Array };
};

export function fitTable(
  table: EffectTable,
  mu: number,
  priors: EffectPriors,
  { from, freeMu = false, sweeps = SWEEPS, means }: FitOptions = {},
): EffectFit {
  const { chooser, chosen } = table;
  const tasteDimensions = listTasteDimensions(priors);
  const a = createBlock(chooser, added(choosingMeans(table, priors), means?.a), priors.choosing, from?.a);
  const b = createBlock(chosen, added(chosenMeans(table, priors), means?.b), priors.chosen, from?.b);
  const tastes = tasteDimensions.map((k, n) => ({
    ...createBlock(chooser, new Float64Array(table.ids.length), tasteVariance(priors, k), from?.tastes[n]),
    feature: Float64Array.from(chosen, (j) => attribute(table, j, k)),
  }));
  const intercepts = createIntercepts(table, from ? at(from.intercepts.effect, 0) : mu, freeMu);
  const s = fitBlocks(table.rows, [intercepts, a, b, ...tastes], { sweeps });
  return { a, b, tastes, tasteDimensions, intercepts, s };
}

/** Posterior variances of a and b. */
export function effectVariances({ rows }: EffectTable, { a, b, s }: EffectFit): { va: Float64Array; vb: Float64Array } {
  return { va: marginalVariance(rows, a, b, s), vb: marginalVariance(rows, b, a, s) };
}

function createBlock(index: Int32Array, priorMean: Float64Array, variance: number, from?: Block): Block {
  const precision = new Float64Array(priorMean.length).fill(1 / variance);
  return { index, effect: Float64Array.from(from?.effect ?? priorMean), priorMean, precision };
}

function createIntercepts({ intercept }: EffectTable, mu: number, freeMu: boolean): Block {
  const start = Float64Array.from(OBSERVATION_KINDS, (_, n) => (n === 0 ? mu : 0));
  const precision = Float64Array.from(OBSERVATION_KINDS, (_, n) =>
    n === 0 && !freeMu ? Number.POSITIVE_INFINITY : 1 / INTERCEPT_VARIANCE,
  );
  return { index: intercept, effect: Float64Array.from(start), priorMean: start, precision };
}

function choosingMeans({ ids, ratings }: EffectTable, { ratings: priors }: EffectPriors): Float64Array {
  if (!priors) return new Float64Array(ids.length);
  return Float64Array.from(
    ids,
    (_, n) =>
      weightedSum(ratings.generosity, priors.generosityOnChoosing, n) +
      weightedSum(ratings.seen, priors.seenOnChoosing, n),
  );
}

function chosenMeans({ ids, ratings }: EffectTable, { ratings: priors }: EffectPriors): Float64Array {
  return Float64Array.from(ids, (_, n) => (priors ? weightedSum(ratings.seen, priors.seenOnChosen, n) : 0));
}

function added(one: Float64Array, other: Float64Array | undefined): Float64Array {
  return other ? one.map((value, n) => value + at(other, n)) : one;
}

function weightedSum(columns: readonly Float64Array[], weights: readonly number[], n: number): number {
  return columns.reduce((sum, column, d) => sum + (weights[d] ?? 0) * at(column, n), 0);
}

function listTasteDimensions({ taste }: EffectPriors): number[] {
  const traits = taste.traits > 0 ? Array.from({ length: TRAIT_COUNT }, (_, k) => k) : [];
  return [...traits, ...taste.seen.flatMap((variance, d) => (variance > 0 ? [TRAIT_COUNT + d] : []))];
}

function tasteVariance({ taste }: EffectPriors, k: number): number {
  return k < TRAIT_COUNT ? taste.traits : (taste.seen[k - TRAIT_COUNT] ?? 0);
}

/** A user's trait k, or from `TRAIT_COUNT` on what others see. */
function attribute({ people, ratings }: EffectTable, n: number, k: number): number {
  if (k < TRAIT_COUNT) return people[n]?.means[k] ?? 0;
  const column = ratings.seen[k - TRAIT_COUNT];
  return column ? at(column, n) : 0;
}
