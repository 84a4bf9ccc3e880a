import { atLeast, atMost, type Check } from './checks.ts';
import type { SpeedDate } from './fixture.ts';
import { mean } from './metrics.ts';
import { type Random, seededRandom } from './random.ts';
import {
  type DatePrediction,
  MODELS,
  type ModelName,
  predictHalf,
  type SpeedDateScores,
  type SplitPredictions,
  scorePredictions,
  toMatch,
} from './speed-dates.ts';

/** What is fitted to evenings is fitted to others; see `predictHalf`. */
const SEEDS = 20;
const RESAMPLES = 200;
/** Splits that each resample averages: more change the interval little, because the evenings make the difference. */
const RESAMPLED_SPLITS = 3;
/** Ninety-five in a hundred resamples are between these. */
const TAILS = { low: 0.025, high: 0.975 };

/** The evaluation on real speed dates: the table of all models, calibration by tenth, and the checks. */
export type SpeedDateReport = { lines: string[]; checks: Check[] };

export function reportSpeedDates(dates: readonly SpeedDate[], seeds = SEEDS, resamples = RESAMPLES): SpeedDateReport {
  const splits = Array.from({ length: seeds }, (_, seed) => predictHalf(dates, seed + 1));
  const scores = Object.fromEntries(
    MODELS.map((name) => [name, meanScores(splits.map((split) => scorePredictions(split[name])))]),
  ) as Record<ModelName, SpeedDateScores>;
  const ours = splits.flatMap((split) => split.ours);
  return {
    lines: [
      `random halves, ${seeds} seeds; in brackets 95 % of ${resamples} resamples of evenings`,
      ...MODELS.map((name) => formatModel(name, scores[name], bootstrapIntervals(splits, name, resamples))),
      ...calibrationLines(ours),
    ],
    checks: [...modelChecks(scores, seeds), ...groupChecks(ours)],
  };
}

function modelChecks({ ours, filter, popularity }: Record<ModelName, SpeedDateScores>, seeds: number): Check[] {
  const name = `speed dating, half of the dates predicted from the other half, ${seeds} seeds: `;
  const beside = (score: number) => `popularity ${score.toFixed(3)}`;
  return [
    atLeast(`${name}decision AUC`, 0.775, ours.decisionAuc, beside(popularity.decisionAuc)),
    atLeast(`${name}match AUC`, 0.735, ours.matchAuc, beside(popularity.matchAuc)),
    atMost(`${name}match log loss`, 0.393, ours.matchLogLoss, beside(popularity.matchLogLoss)),
    atLeast(`${name}precision at 1`, 0.49, ours.precisionAt1, beside(popularity.precisionAt1)),
    atMost(`${name}match calibration error`, 0.035, ours.matchCalibration),
    atLeast('the filter of one day alone: decision AUC', 0.775, filter.decisionAuc),
    atLeast('the filter of one day alone: match AUC', 0.71, filter.matchAuc),
    atMost('the filter of one day alone: match log loss', 0.405, filter.matchLogLoss),
  ];
}

/** The band of scores in which most people decide whether to meet, and the mean error for each gender of the chooser. */
function groupChecks(predictions: readonly DatePrediction[]): Check[] {
  const band = predictions.map(toMatch).filter(({ p }) => p >= 0.4 ** 2 && p < 0.6 ** 2);
  const errors = predictions.flatMap(({ date: { choices }, p }) =>
    choices.map(({ byMan, liked }, n) => ({ byMan, error: (p[n as 0 | 1] ?? 0) - Number(liked) })),
  );
  const [men, women] = [true, false].map((byMan) =>
    mean(errors.filter((each) => each.byMan === byMan).map(({ error }) => error)),
  ) as [number, number];
  return [
    atMost(
      'scores of 40 to 60: distance between the predicted and the observed share of matches',
      0.02,
      Math.abs(mean(band.map(({ p }) => p)) - mean(band.map(({ y }) => Number(y)))),
      `${band.length} predictions`,
    ),
    atMost(
      'gender gap: mean error of predicted decisions, men against women',
      0.05,
      Math.abs(men - women),
      `men ${men.toFixed(3)}, women ${women.toFixed(3)}`,
    ),
  ];
}

function meanScores(runs: readonly SpeedDateScores[]): SpeedDateScores {
  const names = Object.keys(runs[0] ?? {}) as (keyof SpeedDateScores)[];
  return Object.fromEntries(names.map((name) => [name, mean(runs.map((run) => run[name]))])) as SpeedDateScores;
}

type Interval = { low: number; high: number };

/** Bootstrap intervals with evenings as the unit, because people of one evening decided about each other (Efron & Tibshirani 1993). */
function bootstrapIntervals(
  splits: readonly SplitPredictions[],
  name: ModelName,
  resamples: number,
): Record<keyof SpeedDateScores, Interval> {
  const random = seededRandom(1);
  const perWave = splits
    .slice(0, RESAMPLED_SPLITS)
    .map((split) => [...Map.groupBy(split[name], ({ date }) => date.wave).values()]);
  const drawn = Array.from({ length: resamples }, () =>
    meanScores(perWave.map((waves) => scorePredictions(resample(waves, random)))),
  );
  const names = Object.keys(drawn[0] ?? {}) as (keyof SpeedDateScores)[];
  return Object.fromEntries(
    names.map((key) => {
      const sorted = drawn.map((scores) => scores[key]).sort((one, other) => one - other);
      const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
      return [key, { low: at(TAILS.low), high: at(TAILS.high) }];
    }),
  ) as Record<keyof SpeedDateScores, Interval>;
}

function resample(waves: readonly DatePrediction[][], random: Random): DatePrediction[] {
  return waves.flatMap(() => waves[Math.floor(random() * waves.length)] ?? []);
}

function formatModel(
  name: string,
  scores: SpeedDateScores,
  intervals: Record<keyof SpeedDateScores, Interval>,
): string {
  const shown: [label: string, key: keyof SpeedDateScores][] = [
    ['match AUC', 'matchAuc'],
    ['log loss', 'matchLogLoss'],
    ['P@1', 'precisionAt1'],
  ];
  const figures = shown.map(([label, key]) => {
    const { low, high } = intervals[key];
    return `${label} ${scores[key].toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
  });
  return `${name.padEnd(10)} ${figures.join('  ')}`;
}

/** For each tenth of the score: the predicted chance that both say yes, and what happened. */
function calibrationLines(predictions: readonly DatePrediction[]): string[] {
  const bands = Map.groupBy(predictions.map(toMatch), ({ p }) => Math.min(9, Math.floor(10 * Math.sqrt(p))));
  return [...bands]
    .sort(([one], [other]) => one - other)
    .map(([band, own]) => {
      const [predicted, observed] = [mean(own.map(({ p }) => p)), mean(own.map(({ y }) => Number(y)))];
      const range = `${10 * band} to ${10 * band + 10}`;
      return `score ${range.padEnd(9)} predicted ${predicted.toFixed(3)}, happened ${observed.toFixed(3)} (${own.length})`;
    });
}
