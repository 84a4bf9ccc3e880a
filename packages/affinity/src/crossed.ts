import { clamp, sigmoid } from './normal.ts';

/**
 * Crossed random effects: every row adds one effect of each block, as of the chooser and of the chosen. A block has normal priors.
 * Rows are columns of typed arrays because the nightly fit passes over hundreds of thousands of them many times.
 */
export type Rows = {
  /** The outcome: 0 or 1 for the logistic link, any number for the linear one. */
  y: Float64Array;
  weight: Float64Array;
  /** What is known of each row's predictor without the blocks. */
  offset: Float64Array;
  link: 'logistic' | 'linear';
};
export type Block = {
  /** The number of each row's effect. */
  index: Int32Array;
  effect: Float64Array;
  priorMean: Float64Array;
  /** 1 / variance of the prior; infinite where the effect is fixed at its current value. */
  precision: Float64Array;
  /** What each row multiplies the effect by; 1 if absent. */
  feature?: Float64Array;
};

const STEP_LIMIT = 2;

/**
 * The mode of the posterior, by Newton steps for one block after the other (block coordinate ascent); changes the blocks' effects.
 * Returns each row's predictor.
 */
export function fitBlocks(
  rows: Rows,
  blocks: readonly Block[],
  { sweeps, tolerance = 1e-4 }: { sweeps: number; tolerance?: number },
): Float64Array {
  const s = predictors(rows, blocks);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    let largest = 0;
    for (const block of blocks) largest = Math.max(largest, sweepBlock(rows, block, s));
    if (largest < tolerance) break;
  }
  return s;
}

function predictors({ offset }: Rows, blocks: readonly Block[]): Float64Array {
  const s = Float64Array.from(offset);
  for (const { index, effect, feature } of blocks)
    for (let r = 0; r < s.length; r++) s[r] = at(s, r) + at(effect, at(index, r)) * (feature ? at(feature, r) : 1);
  return s;
}

/** One Newton step for every effect of a block: given the other blocks, they do not depend on each other. Returns the largest step. */
function sweepBlock(rows: Rows, block: Block, s: Float64Array): number {
  const { effect, index, priorMean, precision, feature } = block;
  const { gradient, information } = accumulate(rows, block, s);
  const steps = gradient;
  let largest = 0;
  for (let n = 0; n < effect.length; n++) {
    const tau = at(precision, n);
    const slope = at(gradient, n) - tau * (at(effect, n) - at(priorMean, n));
    const step = Number.isFinite(tau) ? clamp(slope / (at(information, n) + tau), -STEP_LIMIT, STEP_LIMIT) : 0;
    steps[n] = step;
    effect[n] = at(effect, n) + step;
    largest = Math.max(largest, Math.abs(step));
  }
  for (let r = 0; r < s.length; r++) s[r] = at(s, r) + at(steps, at(index, r)) * (feature ? at(feature, r) : 1);
  return largest;
}

/** The gradient and the information (minus the second derivative) of the likelihood, for each effect of a block. */
function accumulate(rows: Rows, { effect, index, feature }: Block, s: Float64Array) {
  const gradient = new Float64Array(effect.length);
  const information = new Float64Array(effect.length);
  const isLinear = rows.link === 'linear';
  for (let r = 0; r < s.length; r++) {
    const n = at(index, r);
    const x = feature ? at(feature, r) : 1;
    const weight = at(rows.weight, r);
    const fitted = isLinear ? at(s, r) : sigmoid(at(s, r));
    gradient[n] = at(gradient, n) + x * weight * (at(rows.y, r) - fitted);
    information[n] = at(information, n) + x * x * weight * (isLinear ? 1 : fitted * (1 - fitted));
  }
  return { gradient, information };
}

/** The posterior precision of each effect of a block, given all others. */
export function conditionalPrecision(rows: Rows, block: Block, s: Float64Array): Float64Array {
  const { information } = accumulate(rows, block, s);
  return information.map((value, n) => value + at(block.precision, n));
}

/**
 * The posterior variance of each effect of `block` when the effects of `other` are uncertain too: the diagonal of the Schur complement,
 * with the other block's precision taken as diagonal. Never above the prior variance.
 */
export function marginalVariance(rows: Rows, block: Block, other: Block, s: Float64Array): Float64Array {
  const own = conditionalPrecision(rows, block, s);
  const others = conditionalPrecision(rows, other, s);
  for (let r = 0; r < s.length; r++) {
    const h = curvature(rows, s, r);
    const n = at(block.index, r);
    own[n] = at(own, n) - h ** 2 / at(others, at(other.index, r));
  }
  return own.map((value, n) => 1 / Math.max(value, at(block.precision, n)));
}

/** The derivative of a row's log-likelihood with respect to its predictor. */
export function residual(rows: Rows, s: Float64Array, r: number): number {
  const fitted = rows.link === 'linear' ? at(s, r) : sigmoid(at(s, r));
  return at(rows.weight, r) * (at(rows.y, r) - fitted);
}

/** Minus the second derivative of a row's log-likelihood with respect to its predictor. */
export function curvature(rows: Rows, s: Float64Array, r: number): number {
  if (rows.link === 'linear') return at(rows.weight, r);
  const p = sigmoid(at(s, r));
  return at(rows.weight, r) * p * (1 - p);
}

export function at(numbers: Float64Array | Int32Array, n: number): number {
  return numbers[n] as number;
}
