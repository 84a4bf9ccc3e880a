import { fitPriors } from '../effect-priors.ts';
import type { EffectsData } from '../effect-table.ts';
import { estimateEffects, withEffects } from '../effects.ts';
import {
  DEFAULT_WEIGHTS,
  interestScore,
  newcomer,
  type UserModel,
  updateOnDecision,
  type Weights,
} from '../interest.ts';
import { priorState } from '../traits.ts';
import { latentFactors, neighbours, type Predictor, popularity } from './baselines.ts';
import type { Choice, SpeedDate } from './fixture.ts';
import { auc, calibrationError, mean, meanLogLoss, type Prediction } from './metrics.ts';
import { type Random, seededRandom, shuffled } from './random.ts';

/** Ours with everything, without ratings, and the filter that follows decisions during the day; and the competitors. */
export const MODELS = ['ours', 'decisions', 'filter', 'popularity', 'RCF', 'LFRR'] as const;
export type ModelName = (typeof MODELS)[number];

/** A held-out date with both sides' predictions. */
export type DatePrediction = { date: SpeedDate; p: readonly [number, number] };
/** One split of the dates: the predictions of each model. */
export type SplitPredictions = Record<ModelName, DatePrediction[]>;

const WAVE_GROUPS = 5;

/**
 * Predicts a random half of the dates from the other half. Everything that is fitted to many people (priors, variances, what ratings mean)
 * is fitted on the evidence of other evenings: five groups of evenings, each predicted with what the four others say.
 */
export function predictHalf(dates: readonly SpeedDate[], seed: number): SplitPredictions {
  const random = seededRandom(seed);
  const order = shuffled(dates, random);
  const half = Math.floor(order.length / 2);
  const [evidence, heldOut] = [order.slice(0, half), order.slice(half)];
  const choices = evidence.flatMap(({ choices }) => shuffled(choices, random));
  const groups = groupWaves(dates, random);
  const nightly = (withRatings: boolean) => perGroup(evidence, groups, withRatings);
  const predictors: Record<ModelName, (wave: string) => Predictor> = {
    ours: nightly(true),
    decisions: nightly(false),
    filter: always(filterOnly(choices)),
    popularity: always(popularity(choices)),
    RCF: always(neighbours(choices)),
    LFRR: always(latentFactors(choices, random)),
  };
  return Object.fromEntries(
    MODELS.map((name) => [name, heldOut.map((date) => predictDate(date, predictors[name](date.wave)))]),
  ) as SplitPredictions;
}

function always(predictor: Predictor): () => Predictor {
  return () => predictor;
}

function predictDate(date: SpeedDate, predict: Predictor): DatePrediction {
  const [one, other] = date.choices;
  return { date, p: [predict(one), predict(other)] };
}

function groupWaves(dates: readonly SpeedDate[], random: Random): Map<string, number> {
  const waves = shuffled([...new Set(dates.map(({ wave }) => wave))].sort(), random);
  return new Map(waves.map((wave, n) => [wave, n % WAVE_GROUPS]));
}

function perGroup(
  evidence: readonly SpeedDate[],
  groups: ReadonlyMap<string, number>,
  withRatings: boolean,
): (wave: string) => Predictor {
  const predictors = Array.from({ length: WAVE_GROUPS }, (_, group) => {
    const isOwn = ({ wave }: SpeedDate) => groups.get(wave) === group;
    const others = toEffectsData(
      evidence.filter((date) => !isOwn(date)),
      withRatings,
    );
    const weights = fitPriors(others, DEFAULT_WEIGHTS, { taste: withRatings });
    return nightlyEstimate(toEffectsData(evidence.filter(isOwn), withRatings), weights);
  });
  return (wave) => predictors[groups.get(wave) ?? 0] as Predictor;
}

/** The estimate of the production path: the same function as every night. Traits stay at the prior. */
function nightlyEstimate(data: EffectsData, weights: Weights): Predictor {
  const people = withEffects(data.people, estimateEffects(data, weights).users);
  const modelFor = (id: string) => people.get(id) ?? newcomer(priorState(), weights);
  return ({ chooser, chosen }) => interestScore(modelFor(chooser), modelFor(chosen), weights).P;
}

function toEffectsData(dates: readonly SpeedDate[], withRatings: boolean): EffectsData {
  const choices = dates.flatMap(({ choices }) => choices);
  const ids = new Set(choices.map(({ chooser }) => chooser));
  return {
    people: new Map([...ids].map((id) => [id, newcomer(priorState())])),
    observations: choices.map(({ chooser, chosen, liked }) => ({ chooser, chosen, kind: 'decision', positive: liked })),
    ratings: withRatings
      ? choices.map(({ chooser, chosen, ratings }) => ({ rater: chooser, rated: chosen, values: ratings }))
      : [],
  };
}

/** The updates of one day, decision by decision, from nothing. */
function filterOnly(evidence: readonly Choice[]): Predictor {
  const people = new Map<string, UserModel>();
  const modelFor = (id: string) => people.get(id) ?? newcomer(priorState());
  for (const { chooser, chosen, liked } of evidence) {
    const one = modelFor(chooser);
    const other = modelFor(chosen);
    const { a, va, b, vb } = updateOnDecision(one, other, liked ? 1 : 0, DEFAULT_WEIGHTS);
    people.set(chooser, { ...one, a, va });
    people.set(chosen, { ...other, b, vb });
  }
  return ({ chooser, chosen }) => interestScore(modelFor(chooser), modelFor(chosen), DEFAULT_WEIGHTS).P;
}

export type SpeedDateScores = {
  decisionAuc: number;
  matchAuc: number;
  matchLogLoss: number;
  matchCalibration: number;
  /** The share of people, with both a match and another outcome among their held-out dates, whose best-ranked date is a match. */
  precisionAt1: number;
};

export function scorePredictions(predictions: readonly DatePrediction[]): SpeedDateScores {
  const matches = predictions.map(toMatch);
  return {
    decisionAuc: auc(predictions.flatMap(toDecisions)),
    matchAuc: auc(matches),
    matchLogLoss: meanLogLoss(matches),
    matchCalibration: calibrationError(matches),
    precisionAt1: precisionAt1(predictions),
  };
}

export function toMatch({ date: { choices }, p: [p, q] }: DatePrediction): Prediction {
  return { p: p * q, y: choices.every(({ liked }) => liked) };
}

function toDecisions({ date: { choices }, p }: DatePrediction): Prediction[] {
  return choices.map(({ liked }, n) => ({ p: p[n as 0 | 1], y: liked }));
}

function precisionAt1(predictions: readonly DatePrediction[]): number {
  const perPerson = Map.groupBy(
    predictions.flatMap((prediction) =>
      prediction.date.choices.map(({ chooser }) => ({ person: chooser, ...toMatch(prediction) })),
    ),
    ({ person }) => person,
  );
  const mixed = [...perPerson.values()].filter((own) => own.some(({ y }) => y) && own.some(({ y }) => !y));
  return mean(mixed.map((own) => Number(own.reduce((best, each) => (each.p > best.p ? each : best)).y)));
}
