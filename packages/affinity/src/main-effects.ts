import { at, type Block } from './crossed.ts';
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
import { dot, solveSymmetric } from './linear.ts';
import { TRAIT_COUNT } from './traits.ts';

const ROUNDS = 10;
const SWEEPS = 8;
/** Prior variance of a main effect when the fit begins: a standard deviation of a trait changes the log-odds by .2 or so. */
const START_VARIANCE = 0.04;
const MIN_VARIANCE = 1e-6;

export type Sides = { choosing: boolean; chosen: boolean };
/** Main effects of the traits on a or b, with their prior variance and the variance that they leave. */
type SideFit = { slopes: number[]; prior: number; left: number };

/**
 * Main effects of traits, learned together with a and b: a ~ N(alpha' x, sigma_a^2), b ~ N(gamma' x, sigma_b^2), alpha and gamma normal
 * with a variance of their own (empirical Bayes, Morris 1983), so that they shrink to nothing where traits say nothing. Fits mu, the main
 * effects of the given sides and the variances; everything else stays.
 */
export function fitMainEffects(data: EffectsData, weights: Weights, sides: Sides): Weights {
  const given = weights.priors ?? defaultPriors();
  // Preferences are left out: they take most of the time and change main effects little.
  let priors = { ...given, taste: NO_TASTE };
  const table = buildTable(data, { ...weights, choosing: [], chosen: [] }, priors);
  const centre = traitMeans(table);
  const traits = table.people.map(({ means }) => means.map((mean, k) => mean - (centre[k] ?? 0)));
  const start = (left: number): SideFit => ({ slopes: centre.map(() => 0), prior: START_VARIANCE, left });
  let [a, b] = [start(priors.choosing), start(priors.chosen)];
  let mu = weights.mu;
  let fit: EffectFit | undefined;
  for (let round = 0; round < ROUNDS && table.rows.y.length > 0; round++) {
    const means = { a: predicted(traits, a), b: predicted(traits, b) };
    fit = fitTable(table, mu, priors, { from: fit, freeMu: true, sweeps: SWEEPS, means });
    mu = at(fit.intercepts.effect, 0);
    const { va, vb } = effectVariances(table, fit);
    a = nextSide(traits, fit.a, va, a, sides.choosing);
    b = nextSide(traits, fit.b, vb, b, sides.chosen);
    priors = { ...priors, choosing: a.left, chosen: b.left };
  }
  return {
    ...weights,
    // The slopes apply to traits that are not centred.
    mu: mu - dot(a.slopes, centre) - dot(b.slopes, centre),
    ...(sides.choosing ? { choosing: a.slopes } : { choosing: [] }),
    ...(sides.chosen ? { chosen: b.slopes } : { chosen: [] }),
    priors: { ...priors, taste: given.taste },
  };
}

function traitMeans({ people }: EffectTable): number[] {
  return Array.from({ length: TRAIT_COUNT }, (_, k) =>
    people.reduce((sum, { means }) => sum + (means[k] ?? 0) / people.length, 0),
  );
}

function predicted(traits: readonly number[][], { slopes }: SideFit): Float64Array {
  return Float64Array.from(traits, (x) => dot(slopes, x));
}

/**
 * One step of the fit. Each effect's own data are worth a measurement of precision 1/v - 1/sigma^2; the regression weighs it by
 * 1 / (sigma^2 + its variance), so that people with few observations count little.
 */
function nextSide(
  traits: readonly number[][],
  block: Block,
  variance: Float64Array,
  { slopes, prior, left }: SideFit,
  isFitted: boolean,
): SideFit {
  const present = [...new Set(block.index)];
  const squares = present.map((n) => (at(block.effect, n) - at(block.priorMean, n)) ** 2 + at(variance, n));
  const nextLeft = squares.reduce((sum, value) => sum + value, 0) / Math.max(1, present.length);
  if (!isFitted) return { slopes, prior, left: nextLeft };
  const hessian = slopes.map((_, k) => slopes.map((__, l) => (k === l ? 1 / prior : 0)));
  const target = slopes.map(() => 0);
  for (const n of present) {
    const x = traits[n] as number[];
    const information = Math.max(0, 1 / at(variance, n) - 1 / left);
    const weight = information / (1 + left * information);
    const around = at(block.effect, n) - at(block.priorMean, n);
    const measured = (information * at(block.effect, n) + around / left) / (1 + left * information);
    x.forEach((xk, k) => {
      target[k] = (target[k] ?? 0) + xk * measured;
      const line = hessian[k] as number[];
      x.forEach((xl, l) => {
        line[l] = (line[l] ?? 0) + weight * xk * xl;
      });
    });
  }
  const next = solveSymmetric(hessian, target);
  const uncertainty = invertDiagonal(hessian);
  const nextPrior = next.reduce((sum, slope, k) => sum + slope ** 2 + (uncertainty[k] ?? 0), 0) / next.length;
  return { slopes: next, prior: Math.max(MIN_VARIANCE, nextPrior), left: nextLeft };
}

function invertDiagonal(matrix: readonly number[][]): number[] {
  return matrix.map(
    (_, k) =>
      solveSymmetric(
        matrix,
        matrix.map((__, l) => Number(k === l)),
      )[k] ?? 0,
  );
}
