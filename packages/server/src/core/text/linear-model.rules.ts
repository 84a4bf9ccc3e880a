import type { Features } from './hashed-features.rules.ts';

/**
 * A multinomial logistic regression. `weights` holds the weights of each bucket, one for each class, bucket by bucket; `scales`
 * multiplies those of each class. Training has `Float32Array` weights and scales of 1, the stored model bytes.
 */
export type LinearModel = { weights: Int8Array | Float32Array; scales: Float32Array };

/** The probability of each class (softmax). Plain loops: the training spends its time here. */
export function predict({ weights, scales }: LinearModel, { buckets, values }: Features): Float64Array {
  const classes = scales.length;
  const scores = new Float64Array(classes);
  for (let n = 0; n < buckets.length; n += 1) {
    const row = (buckets[n] as number) * classes;
    const value = values[n] as number;
    for (let at = 0; at < classes; at += 1) scores[at] = (scores[at] as number) + value * (weights[row + at] as number);
  }
  let largest = -Infinity;
  for (let at = 0; at < classes; at += 1) {
    scores[at] = (scores[at] as number) * (scales[at] as number);
    largest = Math.max(largest, scores[at] as number);
  }
  let sum = 0;
  for (let at = 0; at < classes; at += 1) {
    scores[at] = Math.exp((scores[at] as number) - largest);
    sum += scores[at] as number;
  }
  for (let at = 0; at < classes; at += 1) scores[at] = (scores[at] as number) / sum;
  return scores;
}
