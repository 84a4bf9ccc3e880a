import { DEFAULT_WEIGHTS, interestScore, newcomer, type UserModel } from '../interest.ts';
import { learnNewcomers, type NewcomersResult } from '../newcomers.ts';
import { sigmoid } from '../normal.ts';
import type { Observation } from '../observations.ts';
import { ridgeLogistic } from '../ridge.ts';
import { TRAIT_COUNT } from '../traits.ts';
import { auc, type Prediction } from './metrics.ts';
import { type Random, randomNormal, seededRandom } from './random.ts';

export type NewcomerWorld = {
  seed: number;
  /** People who have decided, and as many newcomers. */
  people: number;
  decisionsEach: number;
  /** Standard deviation of each trait's true main effect on being wanted and on choosiness; 0 for a world without. */
  effectSd: number;
};
export type NewcomerResult = Pick<NewcomersResult, 'scores'> & {
  /** AUC of decisions between newcomers: ours, and a logistic regression on the traits of both. */
  ours: number;
  regression: number;
};

type Person = { id: string; model: UserModel; a: number; b: number };

/** Standard deviations of what traits do not say about readiness and popularity. */
const REST = { a: 1.2, b: 1 };
const DECISIONS_PER_NEWCOMER = 20;

/** Simulates people whose traits have main effects, learns from their decisions, and ranks newcomers about whom nobody decided. */
export function rankNewcomers({ seed, people: count, decisionsEach, effectSd }: NewcomerWorld): NewcomerResult {
  const random = seededRandom(seed);
  const draw = () => Array.from({ length: TRAIT_COUNT }, () => effectSd * randomNormal(random));
  const effects = { a: draw(), b: draw() };
  const everyone = Array.from({ length: 2 * count }, (_, n) => drawPerson(`person ${n}`, effects, random));
  const [known, newcomers] = [everyone.slice(0, count), everyone.slice(count)];
  const decisions = drawDecisions(known, decisionsEach, random);
  const people = new Map(everyone.map(({ id, model }) => [id, model]));
  const observations = decisions.map(({ by, about, liked }): Observation => {
    return { chooser: by.id, chosen: about.id, kind: 'decision', positive: liked };
  });
  const { weights, scores } = learnNewcomers({ people, observations, ratings: [] }, DEFAULT_WEIGHTS);
  const beta = ridgeLogistic(
    decisions.map(({ by, about, liked }) => ({ x: features(by, about), y: Number(liked) })),
    { prior: noSlopes(), ridge: noSlopes().map(() => 1) },
  );
  const test = drawDecisions(newcomers, DECISIONS_PER_NEWCOMER, random);
  const score = (predict: (by: Person, about: Person) => number) =>
    auc(test.map(({ by, about, liked }): Prediction => ({ p: predict(by, about), y: liked })));
  return {
    scores,
    ours: score((by, about) => interestScore(newcomer(by.model, weights), newcomer(about.model, weights), weights).P),
    regression: score((by, about) => features(by, about).reduce((sum, x, k) => sum + x * (beta[k] ?? 0), 0)),
  };
}

function drawPerson(id: string, effects: { a: number[]; b: number[] }, random: Random): Person {
  const means = Array.from({ length: TRAIT_COUNT }, () => randomNormal(random));
  const effect = (slopes: readonly number[]) => slopes.reduce((sum, slope, k) => sum + slope * (means[k] ?? 0), 0);
  const model = newcomer({ means, variances: means.map(() => 0) });
  const a = effect(effects.a) + REST.a * randomNormal(random);
  return { id, model, a, b: effect(effects.b) + REST.b * randomNormal(random) };
}

function drawDecisions(people: readonly Person[], each: number, random: Random) {
  return people.flatMap((by) =>
    Array.from({ length: each }, () => people[Math.floor(random() * people.length)] as Person)
      .filter((about) => about !== by)
      .map((about) => {
        const s = interestScore(by.model, about.model, DEFAULT_WEIGHTS).s + by.a + about.b;
        return { by, about, liked: random() < sigmoid(s) };
      }),
  );
}

function features(by: Person, about: Person): number[] {
  return [1, ...by.model.means, ...about.model.means];
}

function noSlopes(): number[] {
  return new Array<number>(1 + 2 * TRAIT_COUNT).fill(0);
}
