import { FALLBACK_TRAITS } from '@soulsight/contract/traits';
import { fallbackState, traitReadings } from '../traits.ts';
import { atLeast, atMost, type Check } from './checks.ts';
import { type MarketOptions, type MarketResult, simulateMarket } from './market.ts';
import { mean } from './metrics.ts';
import { rankNewcomers } from './newcomer-world.ts';
import { reasonShare } from './reason-share.ts';
import { indexRecall } from './recall.ts';

const MARKET = { perSide: 400, days: 14, introductionsPerDay: 3, seeds: 4 };
/** Seeds that were not used to choose the threshold of adoption (1 to 14 and 100 to 120). */
export const NEWCOMERS = { seeds: [201, 202, 203], effectSd: 0.12, world: { people: 400, decisionsEach: 14 } };
const REASONS = { seed: 1, people: 200, decisionsEach: 15 };
const RECALL = { seed: 1, people: 5_000, seekers: 100, fetched: 200, wanted: 10 };

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
    atLeast(mutual, 30, ours.mutualPer100),
    atMost(`${name}Gini of exposure`, 0.4, ours.gini, `popularity uncapped ${uncapped.gini.toFixed(2)}`),
    {
      ...atMost(`${name}never shown`, 0.05, ours.neverShown),
      mustBe: '<= 5 %',
      figure: `${(100 * ours.neverShown).toFixed(1)} % (popularity uncapped ${(100 * uncapped.neverShown).toFixed(0)} %)`,
    },
  ];
}

/** Newcomers in simulated worlds with and without main effects of traits. */
export function newcomerChecks(options = NEWCOMERS): Check[] {
  const worlds = (effectSd: number) => options.seeds.map((seed) => rankNewcomers({ ...options.world, seed, effectSd }));
  const [withEffects, without] = [worlds(options.effectSd), worlds(0)];
  const adoptions = without.flatMap(({ scores }) => Object.values(scores)).filter(({ adopted }) => adopted).length;
  const ours = mean(withEffects.map((world) => world.ours));
  const regression = mean(withEffects.map((world) => world.regression));
  return [
    {
      ...atLeast('newcomers in a world with main effects: AUC against a logistic regression', regression - 0.01, ours),
      mustBe: '>= logistic regression - .01',
      figure: `${ours.toFixed(3)} (regression ${regression.toFixed(3)})`,
    },
    atMost(
      'newcomers in a world without main effects: sides adopted',
      0,
      adoptions,
      `${2 * options.seeds.length} sides`,
    ),
  ];
}

/** Whether the shown reasons are the reasons, and the shown range holds. */
export function reasonChecks(options = REASONS): Check[] {
  const { explained, sameDirection, sameDirectionByLevels, covered } = reasonShare(options);
  return [
    atLeast("share of the scores' variance that the shown reasons explain", 0.7, explained),
    atLeast('share of pairs where the shown reasons agree with the score in direction', 0.9, sameDirection),
    atLeast('the same by their directions and levels alone', 0.9, sameDirectionByLevels),
    atLeast('share of true scores within the shown range of four in five', 0.75, covered),
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
