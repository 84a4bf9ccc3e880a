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
const BY_ID = new Map(ITEMS.map((item) => [item.id, item]));

/**
 * The evidence of the answers. A skipped question, an unknown id and an answer outside 1 to 5 give none; of several answers to one
 * question the last counts.
 */
export function answerEvidence(answers: readonly Answer[]): Evidence[] {
  const last = new Map(answers.map(({ id, answer }) => [id, answer]));
  return [...last].flatMap(([id, answer]) => {
    const item = BY_ID.get(id);
    if (!item || answer === null || !(answer >= 1 && answer <= 5)) return [];
    const towards = item.keyed === 1 ? answer : 6 - answer;
    const { mean, sd } = item.norm;
    return [{ trait: item.trait, loading: loadingFromNoise(item.r), z: (towards - mean) / sd }];
  });
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
