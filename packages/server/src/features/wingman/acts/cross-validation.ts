import { predict } from '../../../core/text/linear-model.rules.ts';
import { TELLING_MOVES } from '../suggesting/act-lines/act-lines.data.ts';
import { readFeatures } from './act-features.rules.ts';
import { type Act, ANY_TELLING, type ExampleLabel, listPossibleActs } from './act-labels.data.ts';
import { type ActScores, scoreSituation } from './act-model.rules.ts';
import { type Example, trainActs } from './act-training.ts';
import type { ActHeader } from './act-weights.data.ts';
import { SITUATION_NAMES, SITUATIONS, type Situation } from './situations.data.ts';

export type Scored = Example & { scores: ActScores };

/** Neighbouring lines were written in one breath, so a fold holds out a fifth of the lines of an act in a language, all of them neighbours. */
const FOLDS = 5;
/** The precision from which an answer to a situation is safe enough, among examples that were written to be mistaken for each other. */
const PRECISION_MIN = 0.88;
/** A question about what somebody tells, which mostly fits what else they may tell of themselves. */
const TELLING: readonly Situation[] = TELLING_MOVES;
const PRECISION_MIN_TELLING = 0.88;
/** Other messages about plans, or with two things to choose from, that pass for these are mostly answered by the same lines. */
const NEAR_MISSES_FIT: readonly Situation[] = ['offer', 'plan_yes', 'plan_no', 'choice'];
const PRECISION_MIN_NEAR = 0.8;
/** A goodbye or a no that was not said must not be accepted. */
const FINAL: readonly Situation[] = ['goodbye', 'boundary'];
const PRECISION_MIN_FINAL = 0.9;
/** Hurt counts only after something that the reader wrote, which the examples do not show. */
const PRECISION_MIN_HURT = 0.75;
/** An answer to one of these does little harm where it is not one, and it is not given where something grave is likely. */
const LIGHT: readonly Situation[] = [
  ...(['bad_day', 'good_news', 'praise', 'thanks', 'reassure', 'apology'] as const),
  ...(['night', 'greeting', 'joke'] as const),
];
const PRECISION_MIN_LIGHT = 0.72;
const LIKELIHOOD_MIN_LIGHT = 0.45;
/** Fewer examples above a threshold say too little about its precision. */
const FOUND_MIN = 20;
/** Share of the messages that are not hard, most of which were written to look hard, in which something hard may be seen. */
const FALSE_ALARMS_MAX = 0.0175;
/** The acts that people write most. The examples have about as many of each act; conversations have `FREQUENT_WEIGHT` times as many of these. */
const FREQUENT: readonly ExampleLabel[] = [ANY_TELLING, 'opinion', 'funny', 'asks_you', 'agree'];
const FREQUENT_WEIGHT = 2;

/** The scores of each example by a model that was trained without its neighbours. */
export function crossValidate(examples: readonly Example[]): Scored[] {
  const groups = Map.groupBy(examples, ({ language, label }) => `${language} ${label}`);
  const folded = [...groups.values()].flatMap((group) =>
    group.map((example, n) => ({ example, fold: Math.floor((n * FOLDS) / group.length) })),
  );
  return Array.from({ length: FOLDS }, (_, fold) => {
    const model = trainActs(folded.filter((one) => one.fold !== fold).map(({ example }) => example));
    return folded
      .filter((one) => one.fold === fold)
      .map(({ example }) => ({ ...example, scores: predict(model, readFeatures(example.content)) }));
  }).flat();
}

/** The lowest likelihood of each situation that is certain enough in the cross-validation. */
export function chooseThresholds(scored: readonly Scored[]): ActHeader['thresholds'] {
  const entries = SITUATION_NAMES.map((situation) => [situation, chooseThreshold(scored, situation)] as const);
  return Object.fromEntries(entries) as ActHeader['thresholds'];
}

function chooseThreshold(scored: readonly Scored[], situation: Situation): number | null {
  const ordinary = scored.filter(({ label }) => !isPart(label, 'hard')).length;
  const isLight = LIGHT.includes(situation);
  // A question about a telling does no harm under a joke about the same thing.
  const isWeighted = situation !== 'hard' && !TELLING.includes(situation);
  const precisionMin = findPrecisionMin(situation);
  const ranked = scored
    .filter(({ label }) => isKnown(label, situation))
    .map(({ label, scores }) => ({ label, likelihood: scoreSituation(scores, situation) }))
    .sort((one, other) => other.likelihood - one.likelihood);
  let [right, wrong, threshold] = [0, 0, null as number | null];
  for (const { label, likelihood } of ranked) {
    if (isLight && likelihood < LIKELIHOOD_MIN_LIGHT) break;
    const weight = FREQUENT.includes(label) && isWeighted ? FREQUENT_WEIGHT : 1;
    if (isPart(label, situation)) right += weight;
    else wrong += weight;
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
  if (TELLING.includes(situation)) return PRECISION_MIN_TELLING;
  if (FINAL.includes(situation)) return PRECISION_MIN_FINAL;
  if (situation === 'hurt') return PRECISION_MIN_HURT;
  return NEAR_MISSES_FIT.includes(situation) ? PRECISION_MIN_NEAR : PRECISION_MIN;
}

function isPart(label: ExampleLabel, situation: Situation): boolean {
  return listPossibleActs(label).every((act) => isAmong(act, situation));
}

/** Whether an example with this label is the situation, or is not, for certain. */
function isKnown(label: ExampleLabel, situation: Situation): boolean {
  return isPart(label, situation) || !listPossibleActs(label).some((act) => isAmong(act, situation));
}

function isAmong(act: Act, situation: Situation): boolean {
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
    const known = scored.filter(({ label }) => isKnown(label, situation));
    const truth = known.filter(({ label }) => isPart(label, situation));
    const found = known.filter(({ scores }) => threshold !== null && scoreSituation(scores, situation) >= threshold);
    const right = found.filter(({ label }) => isPart(label, situation)).length;
    return {
      situation,
      threshold,
      examples: truth.length,
      precision: right / Math.max(1, found.length),
      recall: right / Math.max(1, truth.length),
    };
  });
}
