import { dot, solveSymmetric } from './linear.ts';
import { clamp, sigmoid } from './normal.ts';

/** One row of a fit. `y` is from 0 to 1 for the logistic fit, and any number for the linear one. */
export type Row = { x: readonly number[]; y: number; offset?: number; weight?: number };
export type RidgeOptions = {
  /** The prior mean of each coefficient. */
  prior: readonly number[];
  /** The prior precision (1 / variance) of each coefficient. */
  ridge: readonly number[];
  /** Which coefficients must not be negative. */
  nonNegative?: readonly boolean[];
};

const ITERATIONS = 25;
const CONVERGED = 1e-8;
const STEP_LIMIT = 2;

/**
 * Ridge logistic regression with offset and row weights: the mode of the posterior with normal priors, by iteratively reweighted
 * least squares (le Cessie & van Houwelingen 1992).
 */
export function ridgeLogistic(rows: readonly Row[], options: RidgeOptions): number[] {
  let beta = [...options.prior];
  for (let round = 0; round < ITERATIONS; round++) {
    const next = newtonStep(rows, beta, options);
    const largestChange = Math.max(0, ...next.map((value, k) => Math.abs(value - (beta[k] ?? 0))));
    beta = next;
    if (largestChange < CONVERGED) break;
  }
  return beta;
}

/** Ridge linear regression with row weights (Hoerl & Kennard 1970), towards a prior. */
export function ridgeLinear(rows: readonly Row[], options: RidgeOptions): number[] {
  return solveStep(rows, options.prior, options, (row, beta) => ({
    curvature: row.weight ?? 1,
    slope: (row.weight ?? 1) * (row.y - (row.offset ?? 0) - dot(row.x, beta)),
  }));
}

function newtonStep(rows: readonly Row[], beta: readonly number[], options: RidgeOptions): number[] {
  return solveStep(rows, beta, options, (row, at) => {
    const p = sigmoid((row.offset ?? 0) + dot(row.x, at));
    const weight = row.weight ?? 1;
    return { curvature: weight * Math.max(1e-6, p * (1 - p)), slope: weight * (row.y - p) };
  });
}

type LocalQuadratic = (row: Row, beta: readonly number[]) => { curvature: number; slope: number };

function solveStep(
  rows: readonly Row[],
  beta: readonly number[],
  options: RidgeOptions,
  local: LocalQuadratic,
): number[] {
  const n = beta.length;
  const hessian = beta.map((_, k) => beta.map((_, l) => (k === l ? (options.ridge[k] ?? 1) : 0)));
  const gradient = beta.map((value, k) => (options.ridge[k] ?? 1) * ((options.prior[k] ?? 0) - value));
  for (const row of rows) {
    const { curvature, slope } = local(row, beta);
    for (let k = 0; k < n; k++) {
      const xk = row.x[k] ?? 0;
      if (xk === 0) continue;
      gradient[k] = (gradient[k] ?? 0) + slope * xk;
      const line = hessian[k] as number[];
      for (let l = 0; l < n; l++) line[l] = (line[l] ?? 0) + curvature * xk * (row.x[l] ?? 0);
    }
  }
  return boundedNewtonStep(beta, hessian, gradient, options.nonNegative);
}

/** The Newton step; coefficients that would become negative but must not are fixed at 0, and the others are solved without them. */
function boundedNewtonStep(
  beta: readonly number[],
  hessian: readonly number[][],
  gradient: readonly number[],
  nonNegative: readonly boolean[] = [],
): number[] {
  const fixed = new Set<number>();
  for (;;) {
    const free = beta.map((_, k) => k).filter((k) => !fixed.has(k));
    const target = free.map((k) => {
      const pulled = [...fixed].reduce((sum, h) => sum + (hessian[k]?.[h] ?? 0) * (beta[h] ?? 0), 0);
      return (gradient[k] ?? 0) + pulled;
    });
    const step = solveSymmetric(
      free.map((k) => free.map((l) => hessian[k]?.[l] ?? 0)),
      target,
    );
    const next = beta.map(() => 0);
    free.forEach((k, n) => {
      next[k] = (beta[k] ?? 0) + clamp(step[n] ?? 0, -STEP_LIMIT, STEP_LIMIT);
    });
    const negative = free.filter((k) => nonNegative[k] && (next[k] ?? 0) < 0);
    if (negative.length === 0) return next;
    for (const k of negative) fixed.add(k);
  }
}
