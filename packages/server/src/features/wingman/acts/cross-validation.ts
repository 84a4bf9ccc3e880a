import { TURNING_POINTS } from '@soulsight/contract/wingman';
import { readFeatures } from './act-features.rules.ts';
import type { Act } from './act-labels.data.ts';
import { type ActScores, predictActs, scoreSituation } from './act-model.rules.ts';
import { type Example, trainActs } from './act-training.ts';
import type { ActHeader } from './act-weights.data.ts';
import { SITUATION_NAMES, SITUATIONS, type Situation } from './situations.data.ts';

export type Scored = Example & { scores: ActScores };

/** Neighbouring lines were written in one breath, so a fold holds out a fifth of the lines of an act in a language, all of them neighbours. */
const FOLDS = 5;
/** The precision from which an answer to a situation is safe enough, among examples that were written to be mistaken for each other. */
const PRECISION_MIN = 0.88;
/** Other messages about plans that pass for these are mostly answered by the same lines. */
const NEAR_MISSES_FIT: readonly Situation[] = ['offer', 'plan_yes', 'plan_no'];
const PRECISION_MIN_NEAR = 0.8;
/** A goodbye or a no that was not said must not be accepted. */
const FINAL: readonly Situation[] = TURNING_POINTS;
const PRECISION_MIN_FINAL = 0.93;
/** An answer to one of these does little harm where it is not one, and it is not given where something grave is likely. */
const LIGHT: readonly Situation[] = [
  ...(['choice', 'bad_day', 'good_news', 'praise', 'thanks', 'reassure', 'apology'] as const),
  ...(['night', 'greeting', 'contact_ask', 'photo_ask', 'joke'] as const),
];
const PRECISION_MIN_LIGHT = 0.72;
const LIKELIHOOD_MIN_LIGHT = 0.45;
/** Fewer examples above a threshold say too little about its precision. */
const FOUND_MIN = 20;
/** Share of the messages that are not hard, many of which only look hard, in which something hard may be seen: .02 of the conversations, which have several. */
const FALSE_ALARMS_MAX = 0.0125;
/** What people mostly write is so many times as frequent in conversations as among the examples, which are about as many for each act. */
const FREQUENT: readonly Act[] = ['tells', 'opinion', 'funny', 'asks_you', 'agree'];
const FREQUENT_WEIGHT = 2;

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
  const ordinary = scored.filter(({ act }) => !isPart(act, 'hard')).length;
  const isLight = LIGHT.includes(situation);
  const precisionMin = findPrecisionMin(situation);
  const ranked = scored
    .map(({ act, scores }) => ({ act, likelihood: scoreSituation(scores, situation) }))
    .sort((one, other) => other.likelihood - one.likelihood);
  let [right, wrong, threshold] = [0, 0, null as number | null];
  for (const { act, likelihood } of ranked) {
    if (isLight && likelihood < LIKELIHOOD_MIN_LIGHT) break;
    if (isPart(act, situation)) right += FREQUENT.includes(act) ? FREQUENT_WEIGHT : 1;
    else wrong += FREQUENT.includes(act) && situation !== 'hard' ? FREQUENT_WEIGHT : 1;
    const isSafe =
      situation === 'hard'
        ? wrong / ordinary <= FALSE_ALARMS_MAX
        : right >= FOUND_MIN && right / (right + wrong) >= precisionMin;
    if (isSafe) threshold = likelihood;
  }
  return threshold;
}

function findPrecisionMin(situation: Situation): number {
  if (LIGHT.includes(situation)) return PRECISION_MIN_LIGHT;
  if (FINAL.includes(situation)) return PRECISION_MIN_FINAL;
  return NEAR_MISSES_FIT.includes(situation) ? PRECISION_MIN_NEAR : PRECISION_MIN;
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
