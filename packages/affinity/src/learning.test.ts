import { TRAITS } from '@soulsight/contract/traits';
import { describe, expect, it } from 'vitest';
import { connectionTerms } from './connection.ts';
import { DEFAULT_WEIGHTS, interestScore, type UserModel, type Weights } from './interest.ts';
import { type Decision, decisionLoss, fitConnection, fitWeights, isBetter } from './learning.ts';
import { sigmoid } from './normal.ts';
import { randomNormal, seededRandom } from './science/random.ts';

const HUMOUR = TRAITS.indexOf('humor_style');
const PLANS = TRAITS.indexOf('planning_approach');

function people(count: number, seed: number): UserModel[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => ({
    means: TRAITS.map(() => randomNormal(random)),
    variances: TRAITS.map(() => 0.3),
    a: 0,
    va: 0.1,
    b: 0,
    vb: 0.1,
  }));
}

function decisions(count: number, seed: number, likes: (one: UserModel, other: UserModel) => number): Decision[] {
  const random = seededRandom(seed);
  const crowd = people(80, seed + 1);
  const someone = () => crowd[Math.floor(random() * crowd.length)] as UserModel;
  return Array.from({ length: count }, () => {
    const [chooser, chosen] = [someone(), someone()];
    return { chooser, chosen, liked: random() < sigmoid(likes(chooser, chosen)) };
  });
}

const humourMatters: Weights = { ...DEFAULT_WEIGHTS, w: DEFAULT_WEIGHTS.w.map((w, k) => (k === HUMOUR ? 0.8 : w)) };

describe('learning', () => {
  it('learns that similar humour matters, and is adopted because it predicts better', () => {
    const byHumour = (one: UserModel, other: UserModel) => interestScore(one, other, humourMatters).s;
    const fitted = fitWeights(decisions(3_000, 1, byHumour), DEFAULT_WEIGHTS);
    expect(fitted.w[HUMOUR]!).toBeGreaterThan(4 * DEFAULT_WEIGHTS.w[HUMOUR]!);
    expect(fitted.version).toBe(DEFAULT_WEIGHTS.version + 1);
    const losses = (weights: Weights) => decisions(1_000, 2, byHumour).map((one) => decisionLoss(one, weights));
    expect(isBetter(losses(DEFAULT_WEIGHTS), losses(fitted))).toBe(true);
  });

  it('never learns that similarity hurts: w stays at 0 or above', () => {
    const opposites = (one: UserModel, other: UserModel) =>
      0.5 * ((one.means[PLANS] ?? 0) - (other.means[PLANS] ?? 0)) ** 2 - 1;
    const fitted = fitWeights(decisions(2_000, 4, opposites), DEFAULT_WEIGHTS);
    expect(fitted.w[PLANS]).toBe(0);
    expect(Math.min(...fitted.w)).toBeGreaterThanOrEqual(0);
  });

  it('decisions with low propensity weigh more, up to five times', () => {
    const asAssumed = (one: UserModel, other: UserModel) => interestScore(one, other, DEFAULT_WEIGHTS).s;
    const [first] = decisions(1, 7, asAssumed) as [Decision];
    const loss = (propensity: number) => decisionLoss({ ...first, propensity }, DEFAULT_WEIGHTS);
    expect(loss(0.001)).toBeCloseTo(loss(0.2), 12);
    expect(loss(0.2)).toBeCloseTo(5 * loss(1), 12);
  });

  it('the second head learns which similarity leads to a close connection', () => {
    const random = seededRandom(8);
    const crowd = people(60, 9);
    const outcomes = Array.from({ length: 800 }, () => {
      const one = crowd[Math.floor(random() * crowd.length)] as UserModel;
      const other = crowd[Math.floor(random() * crowd.length)] as UserModel;
      const term = connectionTerms(one, other)[HUMOUR] ?? 0;
      return { one, other, connection: 100 * sigmoid(1 + 0.6 * term + 0.3 * randomNormal(random)) };
    });
    const { connection } = fitConnection(outcomes, DEFAULT_WEIGHTS);
    expect(connection.w.indexOf(Math.max(...connection.w))).toBe(HUMOUR);
    expect(connection.w[HUMOUR]!).toBeGreaterThan(0.3);
  });
});
