import {
  at,
  type Block,
  conditionalPrecision,
  curvature,
  fitBlocks,
  marginalVariance,
  type Rows,
  residual,
} from './crossed.ts';
import type { RatingVariances } from './priors.ts';

/** A rating as numbers (`ratingValues`), by user id; null if a part was skipped. */
export type RatingRow = { rater: string; rated: string; values: readonly (number | null)[] };
/** How generously each user rates and how others see them: one column for each number of a rating, in standard deviations. */
export type RatingEstimate = {
  generosity: Float64Array[];
  seen: Float64Array[];
  rated: Uint8Array;
  /** What `listOwnRatings` needs, number by number. */
  parts: { table: RatingTable; fit: RatingFit }[];
};
/** How far what one user said of another moved the rater's generosity and the other's reputation: one entry for each number. */
export type OwnRating = { rater: number; rated: number; generosity: number[]; seen: number[] };

const SWEEPS = 60;
const ROUNDS = 12;
const SWEEPS_PER_ROUND = 8;
/** A variance never falls below this share of all variance, so that no division fails. */
const MIN_SHARE = 0.01;

/** The most probable generosity and reputation of each of `ids`, number by number: a linear model with crossed random effects. */
export function estimateRatings(
  ratings: readonly RatingRow[],
  ids: readonly string[],
  variances: RatingVariances | null,
): RatingEstimate {
  const rated = new Uint8Array(ids.length);
  const dimensions = variances?.seen.length ?? 0;
  const tables = Array.from({ length: dimensions }, (_, d) => buildRatingTable(ratings, ids, d));
  const numbers = new Map(ids.map((id, n) => [id, n]));
  for (const rating of ratings) rated[numbers.get(rating.rated) as number] = 1;
  const fits = tables.map((table, d) => fitRatings(table, pick(variances as RatingVariances, d), { sweeps: SWEEPS }));
  const inSd = (block: Block, variance: number) => block.effect.map((value) => value / Math.sqrt(variance));
  return {
    generosity: fits.map(({ rater }, d) => inSd(rater, variances?.generosity[d] ?? 1)),
    seen: fits.map(({ rated: seen }, d) => inSd(seen, variances?.seen[d] ?? 1)),
    rated,
    parts: fits.map((fit, d) => ({ fit, table: tables[d] as RatingTable })),
  };
}

/** Everyone's own ratings; users by number. Exact given the other estimates, because only a pair's own ratings depend on both. */
export function listOwnRatings({ parts }: RatingEstimate, { generosity, seen }: RatingVariances): OwnRating[] {
  const own = new Map<string, OwnRating>();
  for (const [d, { table, fit }] of parts.entries()) {
    const [rater, rated] = [fit.rater, fit.rated].map((block) => conditionalPrecision(fit.rows, block, fit.s)) as [
      Float64Array,
      Float64Array,
    ];
    const pairs = Map.groupBy(table.y.keys(), (r) => `${at(table.rater, r)} ${at(table.rated, r)}`);
    for (const [key, rows] of pairs) {
      const [i, j] = [at(table.rater, rows[0] as number), at(table.rated, rows[0] as number)];
      const gradient = rows.reduce((sum, r) => sum + residual(fit.rows, fit.s, r), 0);
      const h = rows.reduce((sum, r) => sum + curvature(fit.rows, fit.s, r), 0);
      const empty = parts.map(() => 0);
      const entry = own.get(key) ?? { rater: i, rated: j, generosity: empty, seen: [...empty] };
      entry.generosity[d] = gradient / (at(rater, i) - h) / Math.sqrt(generosity[d] ?? 1);
      entry.seen[d] = gradient / (at(rated, j) - h) / Math.sqrt(seen[d] ?? 1);
      own.set(key, entry);
    }
  }
  return [...own.values()];
}

/** The variances of `dimensions` numbers, by expectation maximisation (Dempster, Laird & Rubin 1977). */
export function fitRatingVariances(ratings: readonly RatingRow[], dimensions: number): RatingVariances {
  const ids = [...new Set(ratings.flatMap(({ rater, rated }) => [rater, rated]))];
  const fitted = Array.from({ length: dimensions }, (_, d) => fitOne(buildRatingTable(ratings, ids, d)));
  return {
    generosity: fitted.map(({ generosity }) => generosity),
    seen: fitted.map(({ seen }) => seen),
    noise: fitted.map(({ noise }) => noise),
  };
}

type RatingTable = { y: Float64Array; rater: Int32Array; rated: Int32Array; users: number };
type Variances = { generosity: number; seen: number; noise: number };
type RatingFit = { mean: Block; rater: Block; rated: Block; rows: Rows; s: Float64Array };

function pick({ generosity, seen, noise }: RatingVariances, d: number): Variances {
  return { generosity: generosity[d] ?? 1, seen: seen[d] ?? 1, noise: noise[d] ?? 1 };
}

function buildRatingTable(ratings: readonly RatingRow[], ids: readonly string[], d: number): RatingTable {
  const numbers = new Map(ids.map((id, n) => [id, n]));
  const given = ratings.filter(({ values }) => typeof values[d] === 'number');
  return {
    y: Float64Array.from(given, ({ values }) => values[d] as number),
    rater: Int32Array.from(given, ({ rater }) => numbers.get(rater) as number),
    rated: Int32Array.from(given, ({ rated }) => numbers.get(rated) as number),
    users: ids.length,
  };
}

function fitRatings(
  { y, rater, rated, users }: RatingTable,
  { generosity, seen, noise }: Variances,
  { from, sweeps }: { from?: RatingFit | undefined; sweeps: number },
): RatingFit {
  const block = (index: Int32Array, count: number, precision: number, start?: Block): Block => ({
    index,
    effect: Float64Array.from(start?.effect ?? new Float64Array(count)),
    priorMean: new Float64Array(count),
    precision: new Float64Array(count).fill(precision),
  });
  const mean = block(new Int32Array(y.length), 1, 1e-9, from?.mean);
  const blocks = {
    rater: block(rater, users, 1 / generosity, from?.rater),
    rated: block(rated, users, 1 / seen, from?.rated),
  };
  const rows: Rows = {
    link: 'linear',
    y,
    weight: new Float64Array(y.length).fill(1 / noise),
    offset: new Float64Array(y.length).fill(meanValue(y)),
  };
  const s = fitBlocks(rows, [mean, blocks.rater, blocks.rated], { sweeps });
  return { mean, ...blocks, rows, s };
}

function fitOne(table: RatingTable): Variances {
  const mean = meanValue(table.y);
  const total = Math.max(
    1e-6,
    table.y.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, table.y.length),
  );
  const floor = MIN_SHARE * total;
  let variances: Variances = { generosity: total / 3, seen: total / 3, noise: total / 3 };
  let fit: RatingFit | undefined;
  for (let round = 0; round < ROUNDS && table.y.length > 0; round++) {
    fit = fitRatings(table, variances, { from: fit, sweeps: SWEEPS_PER_ROUND });
    const { rater, rated, rows, s } = fit;
    const generosity = meanSquare(rater, marginalVariance(rows, rater, rated, s));
    const seen = meanSquare(rated, marginalVariance(rows, rated, rater, s));
    const left = table.y.reduce((sum, value, r) => sum + (value - at(s, r)) ** 2, 0);
    const noise = left / Math.max(1, table.y.length - effectiveCount(rater, rows) - effectiveCount(rated, rows));
    variances = {
      generosity: Math.max(floor, generosity),
      seen: Math.max(floor, seen),
      noise: Math.max(floor, noise),
    };
  }
  return variances;
}

/** The expected square of the effects that some row has. */
function meanSquare({ index, effect }: Block, variance: Float64Array): number {
  const present = [...new Set(index)];
  return present.reduce((sum, n) => sum + at(effect, n) ** 2 + at(variance, n), 0) / Math.max(1, present.length);
}

/** How many parameters the effects of a block are worth after shrinkage. */
function effectiveCount({ index, precision }: Block, rows: Rows): number {
  const information = new Map<number, number>();
  for (const [r, n] of index.entries()) information.set(n, (information.get(n) ?? 0) + at(rows.weight, r));
  return [...information].reduce((sum, [n, value]) => sum + value / (value + at(precision, n)), 0);
}

function meanValue(numbers: Float64Array): number {
  return numbers.reduce((sum, value) => sum + value, 0) / Math.max(1, numbers.length);
}
