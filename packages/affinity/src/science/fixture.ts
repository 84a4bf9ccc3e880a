import { DEFAULT_WEIGHTS, interestScore, newcomer, type UserModel, updateOnDecision } from '../interest.ts';
import { priorState } from '../traits.ts';
import { auc, calibrationError, mean, meanLogLoss, type Prediction } from './metrics.ts';
import { seededRandom, shuffled } from './random.ts';

/** One side's decision in a date. */
type Choice = { chooser: string; chosen: string; liked: boolean };
/** A date: both decided about each other. */
export type SpeedDate = readonly [Choice, Choice];

/**
 * Reads the Columbia speed-dating data (Fisman, Iyengar, Kamenica & Simonson 2006): a CSV with the columns `iid`, `pid`, `gender`
 * and `dec`. Only who met whom and what they decided is taken; race, income and ratings are not.
 *
 * @throws RangeError when a column is missing or a line cannot be read
 */
export function parseSpeedDates(csv: string): SpeedDate[] {
  const [header = '', ...lines] = csv.trim().split(/\r?\n/);
  const names = header.split(',');
  const column = (name: string) => {
    const n = names.indexOf(name);
    if (n < 0) throw new RangeError(`the file has no column "${name}"`);
    return n;
  };
  const [iid, pid, gender, dec] = [column('iid'), column('pid'), column('gender'), column('dec')];
  const dates = new Map<string, Choice[]>();
  for (const line of lines) {
    const cells = line.split(',');
    const chooser = cells[iid] ?? '';
    const chosen = cells[pid] ?? '';
    if (chooser === '' || chosen === '' || !/^[01]$/.test(cells[dec] ?? ''))
      throw new RangeError(`cannot read "${line}"`);
    const key = cells[gender] === '0' ? `${chooser} ${chosen}` : `${chosen} ${chooser}`;
    dates.set(key, [...(dates.get(key) ?? []), { chooser, chosen, liked: cells[dec] === '1' }]);
  }
  return [...dates.values()].filter((choices) => choices.length === 2).map(([one, other]) => [one, other] as SpeedDate);
}

export type SpeedDateScores = {
  decisionAuc: number;
  matchAuc: number;
  matchLogLoss: number;
  matchCalibration: number;
  /** The AUCs of a baseline that predicts by the share of yes that the chosen person received. */
  popularityDecisionAuc: number;
  popularityMatchAuc: number;
};

/** The mean scores over the seeds: a random half of the dates is evidence, in random order; the other half is predicted. */
export function evaluateSpeedDates(dates: readonly SpeedDate[], seeds: number): SpeedDateScores {
  const runs = Array.from({ length: seeds }, (_, seed) => evaluateOnce(dates, seed + 1));
  const names = Object.keys(runs[0] ?? {}) as (keyof SpeedDateScores)[];
  return Object.fromEntries(names.map((name) => [name, mean(runs.map((run) => run[name]))])) as SpeedDateScores;
}

function evaluateOnce(dates: readonly SpeedDate[], seed: number): SpeedDateScores {
  const random = seededRandom(seed);
  const order = shuffled(dates, random);
  const half = Math.floor(order.length / 2);
  const evidence = order.slice(0, half).flatMap((date) => shuffled(date, random));
  const people = trainOnDecisions(evidence);
  const popularityFor = calculateReceivedShares(evidence);
  const ours = predictions(order.slice(half), ({ chooser, chosen }) => {
    return interestScore(people(chooser), people(chosen), DEFAULT_WEIGHTS).P;
  });
  const popularity = predictions(order.slice(half), ({ chosen }) => popularityFor(chosen));
  return {
    decisionAuc: auc(ours.decisions),
    matchAuc: auc(ours.matches),
    matchLogLoss: meanLogLoss(ours.matches),
    matchCalibration: calibrationError(ours.matches),
    popularityDecisionAuc: auc(popularity.decisions),
    popularityMatchAuc: auc(popularity.matches),
  };
}

/** The user models after the evidence, by the production update; traits stay at the prior. */
function trainOnDecisions(evidence: readonly Choice[]): (id: string) => UserModel {
  const people = new Map<string, UserModel>();
  const modelFor = (id: string) => people.get(id) ?? newcomer(priorState());
  for (const { chooser, chosen, liked } of evidence) {
    const one = modelFor(chooser);
    const other = modelFor(chosen);
    const { a, va, b, vb } = updateOnDecision(one, other, liked ? 1 : 0, DEFAULT_WEIGHTS);
    people.set(chooser, { ...one, a, va });
    people.set(chosen, { ...other, b, vb });
  }
  return modelFor;
}

/** Share of yes received, with one yes and one no assumed. */
function calculateReceivedShares(evidence: readonly Choice[]): (id: string) => number {
  const counts = new Map<string, { yes: number; all: number }>();
  for (const { chosen, liked } of evidence) {
    const { yes, all } = counts.get(chosen) ?? { yes: 0, all: 0 };
    counts.set(chosen, { yes: yes + Number(liked), all: all + 1 });
  }
  return (id) => {
    const { yes, all } = counts.get(id) ?? { yes: 0, all: 0 };
    return (yes + 1) / (all + 2);
  };
}

function predictions(
  dates: readonly SpeedDate[],
  predict: (choice: Choice) => number,
): { decisions: Prediction[]; matches: Prediction[] } {
  const both = dates.map(([one, other]) => ({ one, other, p: predict(one), q: predict(other) }));
  return {
    decisions: both.flatMap(({ one, other, p, q }) => [
      { p, y: one.liked },
      { p: q, y: other.liked },
    ]),
    matches: both.map(({ one, other, p, q }) => ({ p: p * q, y: one.liked && other.liked })),
  };
}
