import { at, conditionalPrecision, curvature, residual } from './crossed.ts';
import {
  buildTable,
  type EffectFit,
  type EffectsData,
  type EffectTable,
  effectVariances,
  fitTable,
} from './effect-table.ts';
import { PRIOR_SD_CHOOSING, PRIOR_SD_CHOSEN, type UserModel, type Weights } from './interest.ts';
import { dot } from './linear.ts';
import { DEFAULT_KIND_WEIGHTS } from './observations.ts';
import type { EffectPriors } from './priors.ts';
import { listOwnRatings, type OwnRating } from './ratings.ts';
import { TRAIT_COUNT } from './traits.ts';

export const NO_TASTE: EffectPriors['taste'] = { traits: 0, seen: [] };

export function defaultPriors(): EffectPriors {
  return {
    choosing: PRIOR_SD_CHOOSING ** 2,
    chosen: PRIOR_SD_CHOSEN ** 2,
    taste: NO_TASTE,
    ratings: null,
    kinds: DEFAULT_KIND_WEIGHTS,
  };
}

export type UserEffects = Required<Pick<UserModel, 'a' | 'va' | 'b' | 'vb' | 'p' | 'seen'>>;
/** What two people's observations and ratings of each other added to s, in one direction, and took away from its variance. */
export type OwnShift = { chooser: string; chosen: string; shift: number; variance: number };
export type Effects = { users: Map<string, UserEffects>; ownShifts: OwnShift[] };

/**
 * The most probable a, b and p of everyone, from all observations at once: crossed random effects in a logistic model (Baayen, Davidson
 * & Bates 2008) with normal priors, whose means come from ratings. Until the next estimate, `updateOnDecision` follows new decisions.
 */
export function estimateEffects(data: EffectsData, weights: Weights): Effects {
  const priors = weights.priors ?? defaultPriors();
  const table = buildTable(data, weights, priors);
  const fit = fitTable(table, weights.mu, priors);
  return { users: toUserEffects(table, fit), ownShifts: calculateOwnShifts(table, fit, priors) };
}

/** The users' models with their estimate. */
export function withEffects(
  people: ReadonlyMap<string, UserModel>,
  users: ReadonlyMap<string, UserEffects>,
): Map<string, UserModel> {
  return new Map([...people].map(([id, model]): [string, UserModel] => [id, { ...model, ...users.get(id) }]));
}

function toUserEffects(table: EffectTable, fit: EffectFit): Map<string, UserEffects> {
  const { va, vb } = effectVariances(table, fit);
  const { seen, rated } = table.ratings;
  return new Map(
    table.ids.map((id, n) => [
      id,
      {
        a: at(fit.a.effect, n),
        va: at(va, n),
        b: at(fit.b.effect, n),
        vb: at(vb, n),
        p: preference(fit, n, seen.length),
        seen: rated[n] ? seen.map((column) => at(column, n)) : null,
      },
    ]),
  );
}

function preference({ tastes, tasteDimensions }: EffectFit, n: number, seenCount: number): number[] | null {
  if (tastes.length === 0) return null;
  const p = new Array<number>(TRAIT_COUNT + seenCount).fill(0);
  tasteDimensions.forEach((k, d) => {
    const taste = tastes[d];
    if (taste) p[k] = at(taste.effect, n);
  });
  return p;
}

/**
 * How far each pair's own observations and ratings moved s, by one Newton step from the mode without them (the infinitesimal jackknife, Giordano
 * et al. 2019). It is exact for users who have no other observations.
 */
function calculateOwnShifts(table: EffectTable, fit: EffectFit, priors: EffectPriors): OwnShift[] {
  const { rows, chooser, chosen, ids } = table;
  const [a, b] = [conditionalPrecision(rows, fit.a, fit.s), conditionalPrecision(rows, fit.b, fit.s)];
  const tastes = fit.tastes.map((taste) => conditionalPrecision(rows, taste, fit.s));
  const { va, vb } = effectVariances(table, fit);
  const observed = Map.groupBy(rows.y.keys(), (r) => pairKey(at(chooser, r), at(chosen, r)));
  const rated = new Map<string, OwnRating>();
  if (priors.ratings)
    for (const own of listOwnRatings(table.ratings, priors.ratings)) rated.set(pairKey(own.rater, own.rated), own);
  const ratedBothWays = [...rated.values()].flatMap((own) => [
    pairKey(own.rater, own.rated),
    pairKey(own.rated, own.rater),
  ]);
  return [...new Set([...observed.keys(), ...ratedBothWays])].map((key) => {
    const [i, j] = key.split(' ').map(Number) as [number, number];
    const own = observed.get(key) ?? [];
    const gradient = own.reduce((sum, r) => sum + residual(rows, fit.s, r), 0);
    const h = own.reduce((sum, r) => sum + curvature(rows, fit.s, r), 0);
    const step = fit.tastes.reduce(
      (sum, { feature }, d) => {
        const x2 = feature && own[0] !== undefined ? at(feature, own[0]) ** 2 : 0;
        return sum + x2 / ((tastes[d] ? at(tastes[d], i) : 1) - h * x2);
      },
      1 / (at(a, i) - h) + 1 / (at(b, j) - h),
    );
    const without = (variance: number, prior: number) => Math.min(prior, 1 / Math.max(1 / prior, 1 / variance - h));
    const variance = without(at(va, i), priors.choosing) - at(va, i) + without(at(vb, j), priors.chosen) - at(vb, j);
    const [said, heard] = [rated.get(key), rated.get(pairKey(j, i))];
    const prior = { a: 1 / priors.choosing / (at(a, i) - h), b: 1 / priors.chosen / (at(b, j) - h) };
    const shift = gradient * step + ratingShift(fit, priors, { i, said, heard, prior });
    return { chooser: ids[i] ?? '', chosen: ids[j] ?? '', shift, variance };
  });
}

function pairKey(chooser: number, chosen: number): string {
  return `${chooser} ${chosen}`;
}

/**
 * How far what i said of j (`said`) and j of i (`heard`) moved s: by the prior means of a_i and b_j, of which the estimate keeps the
 * shares `prior`, and by what i's preference makes of how j is seen.
 */
function ratingShift(
  { tastes, tasteDimensions }: EffectFit,
  { ratings }: EffectPriors,
  pair: { i: number; said: OwnRating | undefined; heard: OwnRating | undefined; prior: { a: number; b: number } },
): number {
  const { i, said, heard, prior } = pair;
  if (!ratings) return 0;
  const a = dot(said?.generosity ?? [], ratings.generosityOnChoosing) + dot(heard?.seen ?? [], ratings.seenOnChoosing);
  const b = dot(said?.seen ?? [], ratings.seenOnChosen);
  const taste = tastes.reduce((sum, { effect }, d) => {
    return sum + at(effect, i) * (said?.seen[(tasteDimensions[d] ?? 0) - TRAIT_COUNT] ?? 0);
  }, 0);
  return prior.a * a + prior.b * b + taste;
}
