import { at, type Block, conditionalPrecision } from './crossed.ts';
import {
  buildTable,
  type EffectFit,
  type EffectsData,
  type EffectTable,
  effectVariances,
  fitTable,
} from './effect-table.ts';
import { defaultPriors, NO_TASTE } from './effects.ts';
import type { Weights } from './interest.ts';
import { solveSymmetric } from './linear.ts';
import type { EffectPriors } from './priors.ts';
import { fitRatingVariances } from './ratings.ts';
import { TRAIT_COUNT } from './traits.ts';

const ROUNDS = 12;
/** Enough for each round, because it starts from the last one. */
const SWEEPS = 8;
/** Prior variance of a preference when its fit begins. */
const TASTE_START = { traits: 0.04, seen: 0.1 };
/** Below this number of ratings nothing is concluded from them. */
const RATINGS_MIN = 50;
const RIDGE = 1;

export type PriorOptions = { taste: boolean };

/**
 * The priors under which the observations are most probable, by expectation maximisation (Dempster, Laird & Rubin 1977) around the
 * mode, and the log-odds `mu` between average people. The weights of the kinds of observation stay as they are.
 */
export function fitPriors(data: EffectsData, weights: Weights, { taste }: PriorOptions): Weights {
  let mu = weights.mu;
  let priors = startPriors(data, weights, taste);
  const table = buildTable(data, weights, priors);
  let fit: EffectFit | undefined;
  for (let round = 0; round < ROUNDS && table.rows.y.length > 0; round++) {
    fit = fitTable(table, mu, priors, { from: fit, freeMu: true, sweeps: SWEEPS });
    mu = at(fit.intercepts.effect, 0);
    priors = nextPriors(table, fit, priors);
  }
  return { ...weights, mu, priors };
}

function startPriors({ people, ratings }: EffectsData, weights: Weights, taste: boolean): EffectPriors {
  const hasTraits = [...people.values()].some(({ means }) => means.some((mean) => mean !== 0));
  const current = weights.priors ?? defaultPriors();
  const dimensions = ratings[0]?.values.length ?? 0;
  const zeros = new Array<number>(dimensions).fill(0);
  const enough = ratings.length >= RATINGS_MIN;
  return {
    ...current,
    taste: taste
      ? { traits: hasTraits ? TASTE_START.traits : 0, seen: enough ? zeros.map(() => TASTE_START.seen) : [] }
      : NO_TASTE,
    ratings: enough
      ? {
          ...fitRatingVariances(ratings, dimensions),
          generosityOnChoosing: zeros,
          seenOnChoosing: zeros,
          seenOnChosen: zeros,
        }
      : null,
  };
}

function nextPriors(table: EffectTable, fit: EffectFit, priors: EffectPriors): EffectPriors {
  const { va, vb } = effectVariances(table, fit);
  const { generosity, seen } = table.ratings;
  const onChoosing = regress(fit.a, [...generosity, ...seen]);
  const onChosen = regress(fit.b, seen);
  return {
    ...priors,
    choosing: onChoosing.meanSquare + meanOver(fit.a, va),
    chosen: onChosen.meanSquare + meanOver(fit.b, vb),
    taste: tasteVariances(table, fit, priors),
    ratings: priors.ratings && {
      ...priors.ratings,
      generosityOnChoosing: onChoosing.slopes.slice(0, generosity.length),
      seenOnChoosing: onChoosing.slopes.slice(generosity.length),
      seenOnChosen: onChosen.slopes,
    },
  };
}

/** Ridge regression of a block's effects on columns, and the mean square of what it leaves. */
function regress(block: Block, columns: readonly Float64Array[]): { slopes: number[]; meanSquare: number } {
  const present = listPresent(block);
  const products = columns.map((one, k) =>
    columns.map((other, l) => present.reduce((sum, n) => sum + at(one, n) * at(other, n), k === l ? RIDGE : 0)),
  );
  const targets = columns.map((column) => present.reduce((sum, n) => sum + at(column, n) * at(block.effect, n), 0));
  const slopes = columns.length > 0 ? solveSymmetric(products, targets) : [];
  const left = present.map(
    (n) => at(block.effect, n) - columns.reduce((sum, column, k) => sum + (slopes[k] ?? 0) * at(column, n), 0),
  );
  return { slopes, meanSquare: left.reduce((sum, value) => sum + value ** 2, 0) / Math.max(1, present.length) };
}

function tasteVariances({ rows }: EffectTable, { tastes, tasteDimensions, s }: EffectFit, priors: EffectPriors) {
  const expected = tastes.map((taste) => {
    const precision = conditionalPrecision(rows, taste, s);
    const squares = taste.effect.map((value, n) => value ** 2 + 1 / at(precision, n));
    return meanOver(taste, squares);
  });
  const traits = expected.filter((_, d) => (tasteDimensions[d] ?? 0) < TRAIT_COUNT);
  return {
    traits: traits.length > 0 ? traits.reduce((sum, value) => sum + value, 0) / traits.length : 0,
    seen: priors.taste.seen.map((old, d) => expected[tasteDimensions.indexOf(TRAIT_COUNT + d)] ?? old),
  };
}

/** The mean over the effects that some row has. */
function meanOver(block: Block, values: Float64Array): number {
  const present = listPresent(block);
  return present.reduce((sum, n) => sum + at(values, n), 0) / Math.max(1, present.length);
}

function listPresent({ index }: Block): number[] {
  return [...new Set(index)];
}
