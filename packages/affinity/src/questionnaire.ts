import type { Trait } from '@soulsight/contract/traits';
import { type Evidence, loadingFromNoise } from './evidence.ts';
import { type MiniIpipTrait, OWN_ITEMS } from './questionnaire-items.ts';

/** One statement, answered from 1 (strongly disagree) to 5 (strongly agree). */
export type Item = {
  id: string;
  text: string;
  trait: Trait;
  /** 1 if agreement indicates more of the trait, -1 if it indicates less. */
  keyed: 1 | -1;
  /** Noise variance of one answer, in units of the trait. */
  r: number;
  /** Mean and standard deviation of answers (1 to 5), keyed towards the trait. */
  norm: Norm;
};
export type Answer = { id: string; answer: number | null };

type Norm = { mean: number; sd: number };

/** Noise variance of one Mini-IPIP item: four items form a scale with alpha .65 to .77, so one has r of about 1.2 to 2.2. */
const MINI_IPIP_NOISE: Record<MiniIpipTrait, number> = {
  extraversion: 1.2,
  agreeableness: 1.7,
  conscientiousness: 1.8,
  neuroticism: 1.9,
  openness: 2.2,
};
const OWN_ITEM_NOISE = 2;

/** Mini-IPIP (Donnellan, Oswald, Baird & Lucas 2006): items of the International Personality Item Pool, in the public domain. */
const MINI_IPIP: [text: string, trait: MiniIpipTrait, keyed: 1 | -1][] = [
  ['I am the life of the party.', 'extraversion', 1],
  ["I sympathize with others' feelings.", 'agreeableness', 1],
  ['I get chores done right away.', 'conscientiousness', 1],
  ['I have frequent mood swings.', 'neuroticism', 1],
  ['I have a vivid imagination.', 'openness', 1],
  ["I don't talk a lot.", 'extraversion', -1],
  ["I am not interested in other people's problems.", 'agreeableness', -1],
  ['I often forget to put things back in their proper place.', 'conscientiousness', -1],
  ['I am relaxed most of the time.', 'neuroticism', -1],
  ['I am not interested in abstract ideas.', 'openness', -1],
  ['I talk to a lot of different people at parties.', 'extraversion', 1],
  ["I feel others' emotions.", 'agreeableness', 1],
  ['I like order.', 'conscientiousness', 1],
  ['I get upset easily.', 'neuroticism', 1],
  ['I have difficulty understanding abstract ideas.', 'openness', -1],
  ['I keep in the background.', 'extraversion', -1],
  ['I am not really interested in others.', 'agreeableness', -1],
  ['I make a mess of things.', 'conscientiousness', -1],
  ['I seldom feel blue.', 'neuroticism', -1],
  ['I do not have a good imagination.', 'openness', -1],
];

/** Scale means and standard deviations, keyed towards the trait (Donnellan et al. 2006, study 1). */
const MINI_IPIP_NORMS: Record<MiniIpipTrait, Norm> = {
  extraversion: { mean: 3.28, sd: 1.15 },
  agreeableness: { mean: 4.01, sd: 0.95 },
  conscientiousness: { mean: 3.43, sd: 1.1 },
  neuroticism: { mean: 2.54, sd: 1.1 },
  openness: { mean: 3.7, sd: 1.05 },
};
/** Assumed for our own items until there are enough answers: people tend to agree with positive statements about themselves. */
const OWN_NORM: Norm = { mean: 3.4, sd: 1.05 };

/** No event gives evidence about these traits, so their questions come first. */
const ONLY_FROM_QUESTIONS: readonly Trait[] = [
  'relationship_goals',
  'humor_style',
  'boundary_setting',
  'growth_mindset',
  'leadership_style',
];

/** All items in the order in which they are asked: first the traits of `ONLY_FROM_QUESTIONS`, then the others in turn. */
export const ITEMS: readonly Item[] = interleaveByTrait([
  ...MINI_IPIP.map(([text, trait, keyed], n) => ({
    id: `mini-ipip-${n + 1}`,
    text,
    trait,
    keyed,
    r: MINI_IPIP_NOISE[trait],
    norm: MINI_IPIP_NORMS[trait],
  })),
  ...(Object.keys(OWN_ITEMS) as (keyof typeof OWN_ITEMS)[]).flatMap((trait) =>
    OWN_ITEMS[trait].map(({ text, keyed }, n) => ({
      id: `${trait.replaceAll('_', '-')}-${n + 1}`,
      text,
      trait,
      keyed,
      r: OWN_ITEM_NOISE,
      norm: OWN_NORM,
    })),
  ),
]);

/**
 * The evidence of the answers. A skipped question, an unknown id and an answer outside 1 to 5 give none; of several answers to one
 * question the last counts. Answers that look careless are noisier: they move the traits less and leave them uncertain.
 */
export function answerEvidence(answers: readonly Answer[]): Evidence[] {
  const given = keyedAnswers(answers);
  const { noiseFactor, runIds } = assessAnswers(given);
  return given.map(({ item, z }) => {
    const factor = runIds.has(item.id) ? RUN_NOISE_FACTOR : noiseFactor;
    return { trait: item.trait, loading: loadingFromNoise(item.r * factor), z };
  });
}

/** One answered item; `z` is the answer standardised and keyed towards the trait. */
type KeyedAnswer = { item: Item; answer: number; z: number };

/** The answered items in the order in which they are asked. */
function keyedAnswers(answers: readonly Answer[]): KeyedAnswer[] {
  const last = new Map(answers.map(({ id, answer }) => [id, answer]));
  return ITEMS.flatMap((item) => {
    const answer = last.get(item.id) ?? null;
    if (answer === null || !(answer >= 1 && answer <= 5)) return [];
    const towards = item.keyed === 1 ? answer : 6 - answer;
    return [{ item, answer, z: (towards - item.norm.mean) / item.norm.sd }];
  });
}

/** From this many equal answers in a row, the answers of the run hardly count. Honest people reach it about once in a thousand. */
const RUN_MIN = 10;
/** The longest pattern that is looked for, in answers, such as 1 2 3 4 5 4 3 2. */
const PATTERN_MAX = 10;
/** From this many answers that repeat a pattern, beyond its first time. More than for equal answers, as nine lengths are tried. */
const PATTERN_MIN_REPEATED = 11;
/** Applies to the answers of a run or of a pattern. */
const RUN_NOISE_FACTOR = 40;
/**
 * Answers that spread less than this (standard deviation, in boxes) hardly leave two boxes next to each other, though half of the
 * statements are keyed the other way. Of 1,000 honest people, 999 spread by .85 or more.
 */
const VARIETY_MIN = 0.6;
const VARIETY_MIN_ANSWERS = 30;
/** Multiplies the noise of all answers without variety: some people do prefer the middle. */
const NO_VARIETY_NOISE_FACTOR = 12;
/** Differences within a trait up to this multiple of what honest answers show are taken as honest. */
const HONEST_MISFIT = 1.6;
/** How much each further multiple raises the noise of all answers. */
const NOISE_PER_MISFIT = 8;
/** Weight of the assumption that somebody answers honestly, in pairs of answers. */
const HONEST_PRIOR_PAIRS = 4;

/** `noiseFactor`, at least 1, multiplies the noise of every answer; `runIds` are the items of runs of equal answers and of patterns. */
type Assessment = { noiseFactor: number; misfit: number; runIds: ReadonlySet<string>; firstMisfit: string | null };

/**
 * How far answers can be believed, by three signs of careless answering: long strings of equal answers or of a repeated pattern, though
 * half of the statements are keyed the other way, answers about one trait that contradict each other (even-odd consistency, both Meade
 * & Craig 2012), and hardly any variety (Dunn et al. 2018).
 */
function assessAnswers(given: readonly KeyedAnswer[]): Assessment {
  const pairs = consistencyPairs(given);
  const total = pairs.reduce((sum, pair) => sum + pair.misfit, 0);
  const misfit = (total + HONEST_PRIOR_PAIRS) / (pairs.length + HONEST_PRIOR_PAIRS);
  const worst = [...pairs].sort((one, other) => other.misfit - one.misfit)[0];
  return {
    misfit,
    noiseFactor: Math.max(
      1 + NOISE_PER_MISFIT * Math.max(0, misfit - HONEST_MISFIT),
      hasVariety(given) ? 1 : NO_VARIETY_NOISE_FACTOR,
    ),
    runIds: new Set(longRuns(given).map(({ item }) => item.id)),
    firstMisfit: worst?.id ?? null,
  };
}

/** The answers that belong to a run of at least `RUN_MIN` equal ones, or to a pattern that is repeated. */
function longRuns(given: readonly KeyedAnswer[]): KeyedAnswer[] {
  const isInRun = given.map(() => false);
  for (let period = 1; period <= PATTERN_MAX; period++) {
    const minRepeated = period === 1 ? RUN_MIN - 1 : PATTERN_MIN_REPEATED;
    let repeated = 0;
    for (let n = period; n < given.length; n++) {
      repeated = given[n]?.answer === given[n - period]?.answer ? repeated + 1 : 0;
      if (repeated >= minRepeated) isInRun.fill(true, n - period - repeated + 1, n + 1);
    }
  }
  return given.filter((_, n) => isInRun[n]);
}

function hasVariety(given: readonly KeyedAnswer[]): boolean {
  if (given.length < VARIETY_MIN_ANSWERS) return true;
  const mean = given.reduce((sum, { answer }) => sum + answer, 0) / given.length;
  return given.reduce((sum, { answer }) => sum + (answer - mean) ** 2, 0) >= given.length * VARIETY_MIN ** 2;
}

/**
 * Consecutive answers about one trait: the square of their difference, compared with its expectation for somebody whose answers have
 * only the stated noise, 1 on average: (z1 - z2)^2 / (2 - rho1^2 - rho2^2), rho^2 = 1 / (1 + r).
 */
function consistencyPairs(given: readonly KeyedAnswer[]): { id: string; misfit: number }[] {
  const error = ({ item }: KeyedAnswer) => 1 - 1 / (1 + item.r);
  return [...Map.groupBy(given, ({ item }) => item.trait).values()].flatMap((own) =>
    own.slice(1).map((answer, n) => {
      const before = own[n] as KeyedAnswer;
      return { id: before.item.id, misfit: (answer.z - before.z) ** 2 / (error(answer) + error(before)) };
    }),
  );
}

/** What a user is told about their answers: many that are alike or repeat a pattern, or several that contradict each other. */
export type AnswerNotice = { kind: 'alike' | 'contradictory'; questionId: string };

/** Contradictions are mentioned from this mean misfit on, and from this many pairs of answers. */
const CONTRADICTORY = { misfit: 2.2, pairs: 6 };

/** Whether the answers need another look, and the statement to begin with; null when they are fine. */
export function answerNotice(answers: readonly Answer[]): AnswerNotice | null {
  const given = keyedAnswers(answers);
  const [run] = hasVariety(given) ? longRuns(given) : given;
  if (run) return { kind: 'alike', questionId: run.item.id };
  const { misfit, firstMisfit } = assessAnswers(given);
  const isContradictory = misfit >= CONTRADICTORY.misfit && consistencyPairs(given).length >= CONTRADICTORY.pairs;
  return isContradictory && firstMisfit ? { kind: 'contradictory', questionId: firstMisfit } : null;
}

/** The first item of each trait, then the second of each, so that two consecutive items never ask about the same trait. */
function interleaveByTrait(items: Item[]): Item[] {
  const traits = [
    ...ONLY_FROM_QUESTIONS,
    ...new Set(items.map(({ trait }) => trait).filter((trait) => !ONLY_FROM_QUESTIONS.includes(trait))),
  ];
  const queues = traits.map((trait) => items.filter((item) => item.trait === trait));
  const rounds = Math.max(...queues.map((queue) => queue.length));
  return Array.from({ length: rounds }, (_, round) => queues.flatMap((queue) => queue[round] ?? [])).flat();
}
