import { HARD_MOMENTS, type HardMoment } from '@soulsight/contract/wingman';
import { predict } from '../../../core/text/linear-model.rules.ts';
import { splitSentences } from '../reading/sentences.rules.ts';
import { readFeatures } from './act-features.rules.ts';
import { ACTS, type Act } from './act-labels.data.ts';
import { loadActModel } from './act-weights.data.ts';
import { SITUATION_NAMES, SITUATIONS, type Situation } from './situations.data.ts';

/** How likely each act is, by its place in `ACTS`. */
export type ActScores = Float64Array;

/** What a text does, as the classifier reads it. */
export type ActReading = {
  /** How likely the whole text is each act. */
  whole: ActScores;
  /** The whole, and each two neighbouring sentences of a longer text: what is hard is often said in passing. */
  parts: readonly ActScores[];
};

/** Shorter sentences say too little to be read apart. */
const SENTENCE_MIN_CHARS = 9;

export function readActs(content: string): ActReading {
  const sentences = splitSentences(content).filter(({ length }) => length >= SENTENCE_MIN_CHARS);
  const pairs = sentences.length > 2 ? sentences.slice(1).map((sentence, n) => `${sentences[n]} ${sentence}`) : [];
  const [whole = scoreText(content), ...rest] = [content, ...pairs].map(scoreText);
  return { whole, parts: [whole, ...rest] };
}

function scoreText(content: string): ActScores {
  return predict(loadActModel(), readFeatures(content));
}

/** Reads each text of a conversation once. */
export type ActReader = (content: string) => ActReading;

export function createActReader(): ActReader {
  const known = new Map<string, ActReading>();
  return (content) => {
    const reading = known.get(content) ?? readActs(content);
    known.set(content, reading);
    return reading;
  };
}

/** How likely a text is one of some acts, which exclude each other. */
export function sumActs(scores: ActScores, acts: readonly Act[]): number {
  return acts.reduce((sum, act) => sum + (scores[ACTS.indexOf(act)] as number), 0);
}

/** How likely a text is a situation. */
export function scoreSituation(scores: ActScores, situation: Situation): number {
  return sumActs(scores, SITUATIONS[situation]);
}

/** How likely the text, or a part of it, is one of some acts. */
export function sumInParts({ parts }: ActReading, acts: readonly Act[]): number {
  return Math.max(...parts.map((part) => sumActs(part, acts)));
}

/** What a text is for certain, the likeliest first. */
export function findSituations({ whole }: Pick<ActReading, 'whole'>): ReadonlySet<Situation> {
  const { thresholds } = loadActModel().header;
  const found = SITUATION_NAMES.flatMap((situation) => {
    const threshold = thresholds[situation];
    const likelihood = scoreSituation(whole, situation);
    return threshold !== null && likelihood >= threshold ? [{ situation, likelihood }] : [];
  });
  return new Set(found.sort((one, other) => other.likelihood - one.likelihood).map(({ situation }) => situation));
}

/** The hardest part of a text: how likely it is anything hard, and its likeliest hard moment. */
type HardestPart = { hard: number; moment: HardMoment; likelihood: number };

/** How much likelier something hard must be in what the reader writes: they look for help, and are not warned of, less often. */
const OWN_MARGIN = 0.2;
/** A text that is a little of each hard moment is mostly none. */
const MOMENT_FROM = 0.35;

/** The likeliest hard moment of a text in which something hard is said for certain, in the whole or in a part; null for most. */
export function findHardMoment(reading: ActReading, mine = false): HardMoment | null {
  const threshold = (loadActModel().header.thresholds.hard ?? 1) + (mine ? OWN_MARGIN : 0);
  const { hard, moment, likelihood } = readHardest(reading);
  return hard >= threshold && likelihood >= MOMENT_FROM ? moment : null;
}

/** The hard moment that a text is with at least this likelihood. */
export function findMomentFrom(reading: ActReading, from: number): HardMoment | null {
  const { moment, likelihood } = readHardest(reading);
  return likelihood >= from ? moment : null;
}

function readHardest({ whole, parts }: ActReading): HardestPart {
  const hard = (part: ActScores) => scoreSituation(part, 'hard');
  const hardest = parts.reduce((one, other) => (hard(other) > hard(one) ? other : one), whole);
  const [best = HARD_MOMENTS] = HARD_SITUATIONS.toSorted(
    (one, other) => sumActs(hardest, other) - sumActs(hardest, one),
  );
  const [moment = HARD_MOMENTS[0]] = best.toSorted((one, other) => sumActs(hardest, [other]) - sumActs(hardest, [one]));
  return { hard: hard(hardest), moment, likelihood: sumActs(hardest, best) };
}

/** Abuse and violence get the same help. */
const HARD_SITUATIONS: readonly (readonly HardMoment[])[] = [
  ['abuse', 'violence'],
  ...HARD_MOMENTS.filter((moment) => moment !== 'abuse' && moment !== 'violence').map((moment) => [moment]),
];
