import { FALLBACK_TRAITS } from '@soulsight/contract/traits';
import { fallbackState, traitReadings } from '../traits.ts';
import { evaluateSpeedDates, type SpeedDate } from './fixture.ts';
import { type MarketOptions, type MarketResult, simulateMarket } from './market.ts';
import { mean } from './metrics.ts';
import { indexRecall } from './recall.ts';

/** One line of the table: the check, its required value and its measured value. */
export type Check = { check: string; mustBe: string; figure: string; holds: boolean };

const SPEED_DATE_SEEDS = 20;
const MARKET = { perSide: 400, days: 14, introductionsPerDay: 3, seeds: 4 };
const RECALL = { seed: 1, people: 5_000, seekers: 100, fetched: 200, wanted: 10 };

/** Predictions of decisions on real speed dates. */
export function speedDateChecks(dates: readonly SpeedDate[], seeds = SPEED_DATE_SEEDS): Check[] {
  const scores = evaluateSpeedDates(dates, seeds);
  const name = `speed dating, half of the dates predicted from the other half, ${seeds} seeds: `;
  return [
    atLeast(`${name}decision AUC`, 0.775, scores.decisionAuc, `popularity ${scores.popularityDecisionAuc.toFixed(3)}`),
    atLeast(`${name}match AUC`, 0.71, scores.matchAuc, `popularity ${scores.popularityMatchAuc.toFixed(3)}`),
    atMost(`${name}match log loss`, 0.405, scores.matchLogLoss),
    atMost(`${name}match calibration error`, 0.035, scores.matchCalibration),
  ];
}

/** The ranking in a market of synthetic people, compared with chance and popularity. */
export function marketChecks(market = MARKET): Check[] {
  const run = (options: Pick<MarketOptions, 'policy' | 'capped'>) => meanMarket(market, options);
  const chance = run({ policy: 'chance', capped: false });
  const popularity = run({ policy: 'popularity', capped: true });
  const ours = run({ policy: 'ours', capped: true });
  const uncapped = run({ policy: 'popularity', capped: false });
  const name = `market of 2 x ${market.perSide}, ${market.days} days, ${market.seeds} seeds: `;
  const mutual = `${name}mutual matches per 100 pairs shown`;
  const figure = ours.mutualPer100.toFixed(1);
  return [
    {
      ...atLeast(`${mutual}, against chance`, 1.5, ours.mutualPer100 / chance.mutualPer100),
      mustBe: '>= 1.5 x chance',
      figure: `${figure}, ${(ours.mutualPer100 / chance.mutualPer100).toFixed(2)} x (chance ${chance.mutualPer100.toFixed(1)})`,
    },
    {
      ...atLeast(`${mutual}, against capped popularity`, 1.2, ours.mutualPer100 / popularity.mutualPer100),
      mustBe: '>= 1.2 x capped popularity',
      figure: `${figure}, ${(ours.mutualPer100 / popularity.mutualPer100).toFixed(2)} x (popularity ${popularity.mutualPer100.toFixed(1)})`,
    },
    atMost(`${name}Gini of exposure`, 0.45, ours.gini, `popularity uncapped ${uncapped.gini.toFixed(2)}`),
    {
      ...atMost(`${name}never shown`, 0.05, ours.neverShown),
      mustBe: '<= 5 %',
      figure: `${(100 * ours.neverShown).toFixed(1)} % (popularity uncapped ${(100 * uncapped.neverShown).toFixed(0)} %)`,
    },
  ];
}

/** Whether the index finds the best people. */
export function indexChecks(options = RECALL): Check[] {
  const recall = indexRecall(options);
  return [
    atLeast(
      `index over ${options.people} people: recall@${options.wanted} within the ${options.fetched} fetched`,
      0.99,
      recall,
    ),
  ];
}

/** Whether the model shows the values of the fallback profile exactly. */
export function fallbackChecks(): Check[] {
  const wanted = Object.values(FALLBACK_TRAITS);
  const shown = traitReadings(fallbackState())
    .slice(0, wanted.length)
    .map(({ value }) => value);
  return [
    {
      check: 'the displayed fallback',
      mustBe: `exactly ${wanted.join(', ')}`,
      figure: shown.join(', '),
      holds: wanted.every((value, k) => value === shown[k]),
    },
  ];
}

function meanMarket(market: typeof MARKET, options: Pick<MarketOptions, 'policy' | 'capped'>): MarketResult {
  const runs = Array.from({ length: market.seeds }, (_, seed) =>
    simulateMarket({ ...market, ...options, seed: seed + 1 }),
  );
  return {
    mutualPer100: mean(runs.map(({ mutualPer100 }) => mutualPer100)),
    gini: mean(runs.map((run) => run.gini)),
    neverShown: mean(runs.map(({ neverShown }) => neverShown)),
  };
}

function atLeast(check: string, bound: number, figure: number, beside?: string): Check {
  return { check, mustBe: `>= ${bound}`, figure: formatFigure(figure, beside), holds: figure >= bound };
}

function atMost(check: string, bound: number, figure: number, beside?: string): Check {
  return { check, mustBe: `<= ${bound}`, figure: formatFigure(figure, beside), holds: figure <= bound };
}

function formatFigure(figure: number, beside?: string): string {
  return figure.toFixed(3) + (beside === undefined ? '' : ` (${beside})`);
}
