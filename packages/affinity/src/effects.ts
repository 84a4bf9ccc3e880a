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
import { DEFAULT_KIND_WEIGHTS } from './observations.ts';
import type { EffectPriors } from './priors.ts';
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
/** What the observations of one pair, in one direction, added to s and took away from its variance. */
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
        ...{ a: at(fit.a.effect, n), va: at(va, n), b: at(fit.b.effect, n), vb: at(vb, n) },
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
 * How far each pair's own observations moved s, by one Newton step from the mode without them (the infinitesimal jackknife, Giordano
 * et al. 2019). It is exact for users who have no other observations.
 */
function calculateOwnShifts(table: EffectTable, fit: EffectFit, priors: EffectPriors): OwnShift[] {
  const { rows, chooser, chosen, ids } = table;
  const [a, b] = [conditionalPrecision(rows, fit.a, fit.s), conditionalPrecision(rows, fit.b, fit.s)];
  const tastes = fit.tastes.map((taste) => conditionalPrecision(rows, taste, fit.s));
  const { va, vb } = effectVariances(table, fit);
  const pairs = Map.groupBy(rows.y.keys(), (r) => `${at(chooser, r)} ${at(chosen, r)}`);
  return [...pairs.values()].map((own) => {
    const [first] = own as [number];
    const [i, j] = [at(chooser, first), at(chosen, first)];
    const gradient = own.reduce((sum, r) => sum + residual(rows, fit.s, r), 0);
    const h = own.reduce((sum, r) => sum + curvature(rows, fit.s, r), 0);
    const step = fit.tastes.reduce(
      (sum, { feature }, d) => {
        const x2 = feature ? at(feature, first) ** 2 : 0;
        return sum + x2 / ((tastes[d] ? at(tastes[d], i) : 1) - h * x2);
      },
      1 / (at(a, i) - h) + 1 / (at(b, j) - h),
    );
    const without = (variance: number, prior: number) => Math.min(prior, 1 / Math.max(1 / prior, 1 / variance - h));
    const variance = without(at(va, i), priors.choosing) - at(va, i) + without(at(vb, j), priors.chosen) - at(vb, j);
    return { chooser: ids[i] ?? '', chosen: ids[j] ?? '', shift: gradient * step, variance };
  });
}
