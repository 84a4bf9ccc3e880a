import type { EffectsData } from './effect-table.ts';
import { defaultPriors, estimateEffects, NO_TASTE, withEffects } from './effects.ts';
import { interestScore, newcomer, type UserModel, type Weights } from './interest.ts';
import { isBetter } from './learning.ts';
import { fitMainEffects, type Sides } from './main-effects.ts';
import { clamp } from './normal.ts';

/** The mean losses of newcomers, without and with main effects, and whether the difference is more than chance. */
export type SideScore = { users: number; before: number; after: number; adopted: boolean };
export type NewcomersResult = { weights: Weights; scores: Record<keyof Sides, SideScore> };

const FOLDS = 5;
/**
 * Less than the 2 of `isBetter` for the other parts: main effects shrink to nothing if there are none, so that newcomers are then
 * predicted worse. In 28 simulated fits without effects the largest difference was 1.2 standard errors.
 */
const MAIN_EFFECT_STANDARD_ERRORS = 1.5;
const NONE: Sides = { choosing: false, chosen: false };
const BOTH: Sides = { choosing: true, chosen: true };

type Case = { side: keyof Sides; newcomer: string; before: number; after: number };

/**
 * Learns main effects of traits for newcomers. Every user is a newcomer once: a fifth of all users, with all of their observations, is
 * unknown to the fit and then predicted from traits alone. A side is adopted if its newcomers are predicted better by more than chance;
 * a side that is in use stays while they are not predicted worse.
 */
export function learnNewcomers(data: EffectsData, current: Weights): NewcomersResult {
  const cases = Array.from({ length: FOLDS }, (_, fold) => predictNewcomers(data, current, fold)).flat();
  const scores = {
    choosing: scoreSide(cases, 'choosing', isUsed(current.choosing)),
    chosen: scoreSide(cases, 'chosen', isUsed(current.chosen)),
  };
  const sides = { choosing: scores.choosing.adopted, chosen: scores.chosen.adopted };
  const isChanged = sides.choosing || sides.chosen || isUsed(current.choosing) || isUsed(current.chosen);
  return { weights: isChanged ? fitMainEffects(data, current, sides) : current, scores };
}

function isUsed(slopes: readonly number[] = []): boolean {
  return slopes.some((slope) => slope !== 0);
}

function predictNewcomers({ people, observations, ratings }: EffectsData, current: Weights, fold: number): Case[] {
  const weights = { ...current, priors: { ...(current.priors ?? defaultPriors()), taste: NO_TASTE } };
  const isNew = (id: string) => foldNumber(id) === fold;
  const known: EffectsData = {
    people,
    observations: observations.filter(({ chooser, chosen }) => !isNew(chooser) && !isNew(chosen)),
    ratings: ratings.filter(({ rater, rated }) => !isNew(rater) && !isNew(rated)),
  };
  const fitSides = (sides: Sides): FittedModels => {
    const fitted = fitMainEffects(known, weights, sides);
    return { fitted, models: withEffects(people, estimateEffects(known, fitted).users) };
  };
  const [without, withEffectsOfTraits] = [fitSides(NONE), fitSides(BOTH)];
  return observations.flatMap(({ chooser, chosen, kind, positive }) => {
    if (kind !== 'decision' || isNew(chooser) === isNew(chosen)) return [];
    const before = loss(without, chooser, chosen, positive, isNew);
    const after = loss(withEffectsOfTraits, chooser, chosen, positive, isNew);
    const side = isNew(chooser) ? ('choosing' as const) : ('chosen' as const);
    return [{ side, newcomer: isNew(chooser) ? chooser : chosen, before, after }];
  });
}

type FittedModels = { fitted: Weights; models: ReadonlyMap<string, UserModel> };

function loss(
  { fitted, models }: FittedModels,
  chooser: string,
  chosen: string,
  liked: boolean,
  isNew: (id: string) => boolean,
): number {
  const model = (id: string) => {
    const found = models.get(id) as UserModel;
    return isNew(id) ? newcomer(found, fitted) : found;
  };
  const { P } = interestScore(model(chooser), model(chosen), fitted);
  return -Math.log(clamp(liked ? P : 1 - P, 1e-12, 1));
}

/** Compares per newcomer, because the decisions about one person are not independent. */
function scoreSide(cases: readonly Case[], side: keyof Sides, inUse: boolean): SideScore {
  const users = [
    ...Map.groupBy(
      cases.filter((each) => each.side === side),
      (each) => each.newcomer,
    ).values(),
  ];
  const mean = (own: readonly Case[], key: 'before' | 'after') => own.reduce((sum, each) => sum + each[key], 0);
  const [before, after] = (['before', 'after'] as const).map((key) => users.map((own) => mean(own, key))) as [
    number[],
    number[],
  ];
  const total = (losses: readonly number[]) => losses.reduce((sum, value) => sum + value, 0);
  const count = Math.max(
    1,
    users.reduce((sum, own) => sum + own.length, 0),
  );
  const adopted = inUse ? total(after) < total(before) : isBetter(before, after, MAIN_EFFECT_STANDARD_ERRORS);
  return { users: users.length, before: total(before) / count, after: total(after) / count, adopted };
}

/** The same group for a user every night (FNV-1a). */
function foldNumber(id: string): number {
  let hash = 2_166_136_261;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0) % FOLDS;
}
