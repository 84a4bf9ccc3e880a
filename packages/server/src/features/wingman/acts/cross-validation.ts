import { HARD_MOMENTS } from '@soulsight/contract/wingman';
import { readFeatures } from './act-features.rules.ts';
import type { Act } from './act-labels.data.ts';
import { type ActScores, predictActs, scoreSituation } from './act-model.rules.ts';
import { type Example, trainActs } from './act-training.ts';
import type { ActHeader } from './act-weights.data.ts';
import { SITUATION_NAMES, SITUATIONS, type Situation } from './situations.data.ts';

export type Scored = Example & { scores: ActScores };

/** Neighbouring lines were written in one breath, so a fold holds out a fifth of the lines of an act in a language, all of them neighbours. */
const FOLDS = 5;
/** The precision from which an answer to a situation is safe enough. */
const PRECISION_MIN = 0.88;
/** Other messages about plans and choices that pass for these are mostly answered by the same lines. */
const NEAR_MISSES_FIT: readonly Situation[] = ['offer', 'plan_yes', 'plan_no', 'choice'];
const PRECISION_MIN_NEAR = 0.8;
/** Fewer examples above a threshold say too little about its precision. */
const FOUND_MIN = 20;
/** Share of the messages that are not hard, many of which only look hard, in which one hard situation may be seen. */
const FALSE_ALARMS_MAX = 0.001;

/** The scores of each example by a model that was trained without its neighbours. */
export function crossValidate(examples: readonly Example[]): Scored[] {
  const groups = Map.groupBy(examples, ({ language, act }) => `${language} ${act}`);
  const folded = [...groups.values()].flatMap((group) =>
    group.map((example, n) => ({ example, fold: Math.floor((n * FOLDS) / group.length) })),
  );
  return Array.from({ length: FOLDS }, (_, fold) => {
    const model = trainActs(folded.filter((one) => one.fold !== fold).map(({ example }) => example));
    return folded
      .filter((one) => one.fold === fold)
      .map(({ example }) => ({ ...example, scores: predictActs(model, readFeatures(example.content)) }));
  }).flat();
}

/** The lowest likelihood of each situation that is certain enough in the cross-validation. */
export function chooseThresholds(scored: readonly Scored[]): ActHeader['thresholds'] {
  const entries = SITUATION_NAMES.map((situation) => [situation, chooseThreshold(scored, situation)] as const);
  return Object.fromEntries(entries) as ActHeader['thresholds'];
}

function chooseThreshold(scored: readonly Scored[], situation: Situation): number | null {
  const isHard = isHardSituation(situation);
  const precisionMin = NEAR_MISSES_FIT.includes(situation) ? PRECISION_MIN_NEAR : PRECISION_MIN;
  const ordinary = scored.filter(({ act }) => !isHardAct(act)).length;
  const ranked = scored
    .map(({ act, scores }) => ({ act, likelihood: scoreSituation(scores, situation) }))
    .sort((one, other) => other.likelihood - one.likelihood);
  let [right, alarms, threshold] = [0, 0, null as number | null];
  for (const [n, { act, likelihood }] of ranked.entries()) {
    if (isPart(act, situation)) right += 1;
    if (!isHardAct(act)) alarms += 1;
    const isSafe = isHard
      ? alarms / ordinary <= FALSE_ALARMS_MAX
      : n + 1 >= FOUND_MIN && right / (n + 1) >= precisionMin;
    if (isSafe) threshold = likelihood;
  }
  return threshold;
}

/** Of danger or sorrow alone: false alarms are counted for it, and not only precision. */
function isHardSituation(situation: Situation): boolean {
  return SITUATIONS[situation].every(isHardAct);
}

function isHardAct(act: Act): boolean {
  return HARD_MOMENTS.some((hard) => hard === act);
}

function isPart(act: Act, situation: Situation): boolean {
  return SITUATIONS[situation].some((part) => part === act);
}

export type SituationMeasure = {
  situation: Situation;
  threshold: number | null;
  examples: number;
  precision: number;
  recall: number;
};

/** How well each situation is told from the others at its threshold. */
export function measureSituations(scored: readonly Scored[], thresholds: ActHeader['thresholds']): SituationMeasure[] {
  return SITUATION_NAMES.map((situation) => {
    const threshold = thresholds[situation];
    const truth = scored.filter(({ act }) => isPart(act, situation));
    const found = scored.filter(({ scores }) => threshold !== null && scoreSituation(scores, situation) >= threshold);
    const right = found.filter(({ act }) => isPart(act, situation)).length;
    return {
      situation,
      threshold,
      examples: truth.length,
      precision: right / Math.max(1, found.length),
      recall: right / Math.max(1, truth.length),
    };
  });
}
