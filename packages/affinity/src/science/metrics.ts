/** A predicted probability and the outcome. */
export type Prediction = { p: number; y: boolean };

/** Area under the ROC curve, by ranks with ties halved (Mann & Whitney 1947); NaN if all outcomes are the same. */
export function auc(predictions: readonly Prediction[]): number {
  const sorted = [...predictions].sort((one, other) => one.p - other.p);
  let rankSum = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end]?.p === sorted[start]?.p) end++;
    const rank = (start + 1 + end) / 2;
    for (let n = start; n < end; n++) if (sorted[n]?.y) rankSum += rank;
    start = end;
  }
  const yes = predictions.filter(({ y }) => y).length;
  return (rankSum - (yes * (yes + 1)) / 2) / (yes * (predictions.length - yes));
}

/** Mean negative log-likelihood, in nats. */
export function meanLogLoss(predictions: readonly Prediction[]): number {
  return mean(predictions.map(({ p, y }) => -Math.log(Math.max(1e-12, y ? p : 1 - p))));
}

const BINS = 10;

/** Expected calibration error: the mean distance between prediction and outcome, in ten equal bins of probability. */
export function calibrationError(predictions: readonly Prediction[]): number {
  const bins = Array.from({ length: BINS }, () => ({ predicted: 0, observed: 0 }));
  for (const { p, y } of predictions) {
    const bin = bins[Math.min(BINS - 1, Math.floor(p * BINS))];
    if (!bin) continue;
    bin.predicted += p;
    bin.observed += Number(y);
  }
  return bins.reduce((sum, { predicted, observed }) => sum + Math.abs(predicted - observed), 0) / predictions.length;
}

/** Gini coefficient: 0 when all have the same, towards 1 when one has all (Gini 1912). */
export function gini(amounts: readonly number[]): number {
  const sorted = [...amounts].sort((one, other) => one - other);
  const total = sorted.reduce((sum, x) => sum + x, 0);
  const weighted = sorted.reduce((sum, x, n) => sum + (2 * (n + 1) - sorted.length - 1) * x, 0);
  return total === 0 ? 0 : weighted / (sorted.length * total);
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}
