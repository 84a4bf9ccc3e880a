import type { Features } from './hashed-features.rules.ts';
import type { LinearModel } from './linear-model.rules.ts';

/** Share of the features of an example that are left out, others in each epoch: what is new lacks most of those that were learned. */
const LEFT_OUT = 0.4;
const STEP = 0.5;
/** Keeps the first steps of a weight small. */
const FIRST_SQUARE = 0.1;
const L2 = 1e-4;
const BYTE_MAX = 127;

/** Some of the features (dropout, Wager et al. 2013). */
export function leaveOut({ buckets, values }: Features, random: () => number): Features {
  const kept = { buckets: new Int32Array(buckets.length), values: new Float32Array(buckets.length) };
  let count = 0;
  for (let n = 0; n < buckets.length; n += 1) {
    if (random() < LEFT_OUT) continue;
    kept.buckets[count] = buckets[n] as number;
    kept.values[count] = values[n] as number;
    count += 1;
  }
  return { buckets: kept.buckets.subarray(0, count), values: kept.values.subarray(0, count) };
}

/**
 * Trains a model with weights for `size` buckets and `classes` classes. `learn` passes the examples of one epoch to `descend`; the
 * weights are the mean of those after the last `averaged` epochs (Polyak & Juditsky 1992).
 */
export function trainEpochs(
  { size, classes, epochs, averaged }: { size: number; classes: number; epochs: number; averaged: number },
  learn: (model: LinearModel, descend: Descend) => void,
): LinearModel {
  const weights = new Float32Array(size * classes);
  const model = { weights, scales: new Float32Array(classes).fill(1) };
  const descend = createDescend(weights, classes);
  const mean = new Float32Array(weights.length);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    learn(model, descend);
    if (epoch < epochs - averaged) continue;
    for (let at = 0; at < mean.length; at += 1) mean[at] = (mean[at] as number) + (weights[at] as number) / averaged;
  }
  return { ...model, weights: mean };
}

/** One step with the features of an example, the error of each class and the weight of the example. */
export type Descend = (features: Features, errors: Float64Array, weightOfExample?: number) => void;

/** Stochastic gradient descent: the step of a weight shrinks with its gradients (Adagrad, Duchi et al. 2011), with an L2 penalty. */
function createDescend(weights: Float32Array, classes: number): Descend {
  const squares = new Float32Array(weights.length).fill(FIRST_SQUARE);
  return ({ buckets, values }, errors, weightOfExample = 1) => {
    for (let n = 0; n < buckets.length; n += 1) {
      const row = (buckets[n] as number) * classes;
      const value = (values[n] as number) * weightOfExample;
      for (let at = row; at < row + classes; at += 1) {
        const weight = weights[at] as number;
        const slope = value * (errors[at - row] as number) + L2 * weight;
        const square = (squares[at] as number) + slope * slope;
        squares[at] = square;
        weights[at] = weight - (STEP * slope) / Math.sqrt(square);
      }
    }
  };
}

/** The weights in one byte each, on a scale for each class. */
export function quantise({ weights, scales: { length: classes } }: LinearModel): LinearModel {
  const scales = Float32Array.from({ length: classes }, (_, one) => {
    let largest = 0;
    for (let at = one; at < weights.length; at += classes) largest = Math.max(largest, Math.abs(weights[at] as number));
    return largest / BYTE_MAX;
  });
  return {
    scales,
    weights: Int8Array.from(weights, (weight, at) => Math.round(weight / (scales[at % classes] as number))),
  };
}
