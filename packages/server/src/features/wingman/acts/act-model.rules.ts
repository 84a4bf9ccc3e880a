import { type Features, readFeatures } from './act-features.rules.ts';
import { ACTS } from './act-labels.data.ts';
import { type ActModel, loadActModel } from './act-weights.data.ts';
import { SITUATION_NAMES, SITUATIONS, type Situation } from './situations.data.ts';

/** How likely each act is, by its place in `ACTS`. */
export type ActScores = Float64Array;

/** The probability of each act (softmax). */
export function predictActs({ weights, scales }: ActModel, { buckets, values }: Features): ActScores {
  const scores = new Float64Array(ACTS.length);
  buckets.forEach((bucket, n) => {
    const row = bucket * ACTS.length;
    const value = values[n] as number;
    for (let act = 0; act < scores.length; act += 1)
      scores[act] = (scores[act] as number) + value * (weights[row + act] as number);
  });
  const exact = scores.map((score, act) => score * (scales[act] as number));
  const largest = exact.reduce((most, score) => Math.max(most, score));
  const raised = exact.map((score) => Math.exp(score - largest));
  const sum = raised.reduce((total, one) => total + one);
  return raised.map((one) => one / sum);
}

function scoreMessage(content: string): ActScores {
  return predictActs(loadActModel(), readFeatures(content));
}

/** How likely a message is each situation: the sum of its acts, which exclude each other. */
export function scoreSituation(scores: ActScores, situation: Situation): number {
  return SITUATIONS[situation].reduce((sum, act) => sum + (scores[ACTS.indexOf(act)] as number), 0);
}

/** What a message is for certain, the likeliest first. */
export function readSituations(content: string): ReadonlySet<Situation> {
  const { thresholds } = loadActModel().header;
  const scores = scoreMessage(content);
  const found = SITUATION_NAMES.flatMap((situation) => {
    const threshold = thresholds[situation];
    const likelihood = scoreSituation(scores, situation);
    return threshold !== null && likelihood >= threshold ? [{ situation, likelihood }] : [];
  });
  return new Set(found.sort((one, other) => other.likelihood - one.likelihood).map(({ situation }) => situation));
}

/** How likely at least one of these messages is one of the situations, 0 to 1. For caution where none of them is certain. */
export function estimateLikelihood(contents: readonly string[], situations: readonly Situation[]): number {
  return contents.reduce((most, content) => {
    const scores = scoreMessage(content);
    const likelihood = situations.reduce((sum, situation) => sum + scoreSituation(scores, situation), 0);
    return Math.max(most, likelihood);
  }, 0);
}
