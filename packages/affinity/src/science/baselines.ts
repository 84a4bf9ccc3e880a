import { sigmoid } from '../normal.ts';
import type { Choice } from './fixture.ts';
import { type Random, randomNormal, shuffled } from './random.ts';

/** A probability of a yes for any choice, learned from other choices. */
export type Predictor = (choice: Pick<Choice, 'chooser' | 'chosen'>) => number;

/** The share of yes that the chosen person received, with one yes and one no assumed. */
export function popularity(evidence: readonly Choice[]): Predictor {
  const share = receivedShares(evidence);
  return ({ chosen }) => share(chosen);
}

function receivedShares(evidence: readonly Choice[]): (id: string) => number {
  const counts = new Map<string, { yes: number; all: number }>();
  for (const { chosen, liked } of evidence) {
    const { yes, all } = counts.get(chosen) ?? { yes: 0, all: 0 };
    counts.set(chosen, { yes: yes + Number(liked), all: all + 1 });
  }
  return (id) => {
    const { yes, all } = counts.get(id) ?? { yes: 0, all: 0 };
    return (yes + 1) / (all + 2);
  };
}

/** RCF: the mean similarity of the chooser to those who liked the chosen, by whom else they liked (Xia et al. 2015, Jaccard index). */
export function neighbours(evidence: readonly Choice[]): Predictor {
  const likes = new Map<string, Set<string>>();
  const likers = new Map<string, Set<string>>();
  for (const { chooser, chosen, liked } of evidence) {
    if (!liked) continue;
    likes.set(chooser, (likes.get(chooser) ?? new Set()).add(chosen));
    likers.set(chosen, (likers.get(chosen) ?? new Set()).add(chooser));
  }
  const none: ReadonlySet<string> = new Set();
  return ({ chooser, chosen }) => {
    const mine = likes.get(chooser) ?? none;
    const others = [...(likers.get(chosen) ?? none)].filter((id) => id !== chooser);
    const similarity = others.map((id) => {
      const theirs = likes.get(id) ?? none;
      return jaccard(mine, theirs);
    });
    return (similarity.reduce((sum, value) => sum + value, 0) + 0.01) / (others.length + 1);
  };
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((id) => other.has(id)).length;
  return shared / Math.max(1, one.size + other.size - shared);
}

const FACTORS = 4;
const EPOCHS = 40;
const LEARNING_RATE = 0.05;
const PENALTY = 0.08;

/** LFRR: logistic matrix factorisation with biases, one factor vector for each chooser and each chosen (Neve & Palomares 2019). */
export function latentFactors(evidence: readonly Choice[], random: Random): Predictor {
  const vectors = new Map<string, number[]>();
  /** A bias, then the factors. */
  const vector = (key: string) => {
    const found = vectors.get(key) ?? [0, ...Array.from({ length: FACTORS }, () => 0.1 * randomNormal(random))];
    vectors.set(key, found);
    return found;
  };
  const yes = evidence.filter(({ liked }) => liked).length / evidence.length;
  const base = Math.log(yes / (1 - yes));
  const score = (u: readonly number[], v: readonly number[]) =>
    u.slice(1).reduce((sum, value, k) => sum + value * (v[k + 1] ?? 0), base + (u[0] ?? 0) + (v[0] ?? 0));
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { chooser, chosen, liked } of shuffled(evidence, random)) {
      const [u, v] = [vector(`by ${chooser}`), vector(`about ${chosen}`)];
      const error = Number(liked) - sigmoid(score(u, v));
      for (let k = 0; k <= FACTORS; k++) {
        const [uk, vk] = [u[k] ?? 0, v[k] ?? 0];
        u[k] = uk + LEARNING_RATE * (error * (k === 0 ? 1 : vk) - PENALTY * uk);
        v[k] = vk + LEARNING_RATE * (error * (k === 0 ? 1 : uk) - PENALTY * vk);
      }
    }
  }
  return ({ chooser, chosen }) => sigmoid(score(vector(`by ${chooser}`), vector(`about ${chosen}`)));
}
