import { TRAITS } from '@soulsight/contract/traits';
import { describe, expect, it } from 'vitest';
import { connectionTerms } from './connection.ts';
import { eventEvidence, PRIOR_LOADINGS } from './events.ts';
import { DEFAULT_WEIGHTS, interestScore, type UserModel, type Weights } from './interest.ts';
import { isBetter, type LoadingSample } from './learning.ts';
import { learnNightly, MIN_CASES, type TrainingData, type WithHoldout } from './nightly.ts';
import { sigmoid } from './normal.ts';
import { randomNormal, seededRandom } from './science/random.ts';

const HUMOUR = TRAITS.indexOf('humor_style');
const NOTHING: TrainingData = { people: new Map(), observations: [], ratings: [], conversations: [], samples: [] };
const planted: Weights = { ...DEFAULT_WEIGHTS, w: DEFAULT_WEIGHTS.w.map((w, k) => (k === HUMOUR ? 0.8 : w)) };

function crowd(count: number, seed: number): UserModel[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => ({
    means: TRAITS.map(() => randomNormal(random)),
    variances: TRAITS.map(() => 0.3),
    ...{ a: 1.6 * randomNormal(random), va: 0.3, b: 1.2 * randomNormal(random), vb: 0.3 },
  }));
}

type Decide = (chooser: UserModel, chosen: UserModel, i: number) => number;

/** Decisions of 80 people, each with log-odds from `decide`; every fifth is held out. */
function decisionsBy(decide: Decide, seed: number, count = 2_500): TrainingData {
  const random = seededRandom(seed);
  const people = crowd(80, seed + 1);
  const one = () => Math.floor(random() * people.length);
  const observations = Array.from({ length: count }, (_, n) => {
    const [i, j] = [one(), one()];
    const s = decide(people[i] as UserModel, people[j] as UserModel, i);
    const [chooser, chosen] = [String(i), String(j)];
    return { chooser, chosen, kind: 'decision' as const, positive: random() < sigmoid(s), heldOut: n % 5 === 0 };
  });
  return { ...NOTHING, people: new Map(people.map((model, n) => [String(n), model])), observations };
}

const by =
  (weights: Weights): Decide =>
  (chooser, chosen) =>
    interestScore(chooser, chosen, weights).s;

describe('the nightly fit', () => {
  it('finds a planted weight, adopts it and reports the held-out loss before and after', () => {
    const { weights, scores } = learnNightly(decisionsBy(by(planted), 1), DEFAULT_WEIGHTS);
    expect(weights?.w[HUMOUR]).toBeGreaterThan(3 * (DEFAULT_WEIGHTS.w[HUMOUR] ?? 0));
    expect(weights?.version).toBe(DEFAULT_WEIGHTS.version + 1);
    expect(scores.wish).toMatchObject({ heldOut: 500, seen: 2_000, adopted: true });
    expect(scores.wish?.after).toBeLessThan(scores.wish?.before ?? 0);
  });

  it('keeps similarity, preferences and main effects if there is nothing to find', () => {
    for (const seed of [3, 5, 7]) {
      const { weights, scores } = learnNightly(decisionsBy(by(DEFAULT_WEIGHTS), seed), DEFAULT_WEIGHTS);
      expect(scores).toMatchObject({
        wish: { adopted: false },
        preferences: { adopted: false },
        newcomers: { adopted: false },
        kinds: { adopted: false },
      });
      expect(weights?.w ?? DEFAULT_WEIGHTS.w).toEqual(DEFAULT_WEIGHTS.w);
    }
  });

  it('fits nothing from too few cases, but estimates everyone', () => {
    const all = decisionsBy(by(planted), 1);
    const data = { ...all, observations: all.observations.slice(0, MIN_CASES.decisions - 1) };
    const { weights, effects, scores } = learnNightly(data, DEFAULT_WEIGHTS);
    expect(weights).toBeNull();
    expect(new Set(Object.values(scores))).toEqual(new Set([null]));
    expect(effects.users.size).toBeGreaterThan(70);
    expect(effects.ownShifts.length).toBeGreaterThan(200);
  });

  it('learns personal preferences if they predict better, and drops them when they no longer do', () => {
    const tasteFor = (i: number) => (i % 2 === 0 ? 2 : -2);
    const data = decisionsBy(
      (one, other, i) => interestScore(one, other, DEFAULT_WEIGHTS).s + tasteFor(i) * (other.means[HUMOUR] ?? 0),
      11,
      3_000,
    );
    const { weights, effects, scores } = learnNightly(data, DEFAULT_WEIGHTS);
    expect(scores.preferences?.adopted).toBe(true);
    const mean = (rest: number) => {
      const own = [...effects.users].filter(([id]) => Number(id) % 2 === rest);
      return own.reduce((sum, [, { p }]) => sum + (p?.[HUMOUR] ?? 0) / own.length, 0);
    };
    expect(mean(0)).toBeGreaterThan(0.15);
    expect(mean(1)).toBeLessThan(-0.15);
    const later = learnNightly(decisionsBy(by(DEFAULT_WEIGHTS), 13), weights ?? DEFAULT_WEIGHTS);
    expect(later.scores.preferences?.adopted).toBe(false);
    expect(later.effects.users.get('0')?.p).toBeNull();
  });

  it('the second head learns from conversations, and stays unchanged if there is nothing to learn', () => {
    const conversationsBy = (head: Weights['connection']): TrainingData['conversations'] => {
      const random = seededRandom(13);
      const people = crowd(60, 14);
      return Array.from({ length: 600 }, (_, n) => {
        const one = people[Math.floor(random() * people.length)] as UserModel;
        const other = people[Math.floor(random() * people.length)] as UserModel;
        const s = connectionTerms(one, other).reduce((sum, x, k) => sum + x * (head.w[k] ?? 0), head.bias);
        return { one, other, connection: 100 * sigmoid(s + 0.4 * randomNormal(random)), heldOut: n % 5 === 0 };
      });
    };
    const learned = learnNightly(
      { ...NOTHING, conversations: conversationsBy({ bias: 1, w: planted.w }) },
      DEFAULT_WEIGHTS,
    );
    expect(learned.scores.connection?.adopted).toBe(true);
    expect(learned.weights?.connection.w[HUMOUR]).toBeGreaterThan(0.25);
    expect(learned.weights?.w).toEqual(DEFAULT_WEIGHTS.w);
    const unchanged = learnNightly(
      { ...NOTHING, conversations: conversationsBy(DEFAULT_WEIGHTS.connection) },
      DEFAULT_WEIGHTS,
    );
    expect(unchanged.weights).toBeNull();
  });

  it('refits a loading, and later events use it', () => {
    const key = 'message_sent message_length response_thoughtfulness';
    const samplesBy = (rho: number): WithHoldout<LoadingSample>[] => {
      const random = seededRandom(15);
      return Array.from({ length: 400 }, (_, n) => {
        const trait = randomNormal(random);
        return {
          key,
          trait,
          weight: 8,
          z: rho * trait + Math.sqrt(1 / 8) * randomNormal(random),
          heldOut: n % 5 === 0,
        };
      });
    };
    const { weights, scores } = learnNightly({ ...NOTHING, samples: samplesBy(0.45) }, DEFAULT_WEIGHTS);
    expect(scores.loadings?.adopted).toBe(true);
    expect(weights?.loadings?.[key]).toBeCloseTo(0.45, 1);
    const [first] = eventEvidence('message_sent', { message_length: 400 }, {}, weights?.loadings);
    expect(first).toMatchObject({ trait: 'response_thoughtfulness', loading: weights?.loadings?.[key] });
    const unchanged = learnNightly({ ...NOTHING, samples: samplesBy(PRIOR_LOADINGS[key] ?? 0) }, DEFAULT_WEIGHTS);
    expect(unchanged.weights).toBeNull();
  });

  it('an improvement within chance does not count', () => {
    expect(isBetter([1, 1, 1, 1], [0.5, 0.6, 0.5, 0.6])).toBe(true);
    expect(isBetter([1, 1, 1, 1], [0, 1.9, 0, 1.9])).toBe(false);
    expect(isBetter([], [])).toBe(false);
    expect(isBetter([1], [0])).toBe(false);
  });
});
