import { describe, expect, it } from 'vitest';
import { defaultPriors, estimateEffects, withEffects } from './effects.ts';
import { DEFAULT_WEIGHTS, interestScore, newcomer, type UserModel, type Weights } from './interest.ts';
import type { Observation } from './observations.ts';
import type { RatingRow } from './ratings.ts';
import { randomNormal, seededRandom } from './science/random.ts';
import { priorState } from './traits.ts';

const PEOPLE = 30;
const MET_EACH = 12;
/** Ratings say much about popularity, readiness and preferences, so that a pair's own ones would show in its score. */
const weights: Weights = {
  ...DEFAULT_WEIGHTS,
  priors: {
    ...defaultPriors(),
    taste: { traits: 0, seen: [0.3, 0.1] },
    ratings: {
      ...{ generosity: [2, 0.05], seen: [2, 0.05], noise: [1, 0.1] },
      ...{ generosityOnChoosing: [0.8, 0.1], seenOnChoosing: [-0.5, 0.2], seenOnChosen: [0.9, 0.4] },
    },
  },
};
const people = new Map(Array.from({ length: PEOPLE }, (_, n): [string, UserModel] => [`${n}`, newcomer(priorState())]));

function drawEvening() {
  const random = seededRandom(4);
  const observations: Observation[] = [];
  const ratings: RatingRow[] = [];
  for (const chooser of people.keys())
    for (let n = 1; n <= MET_EACH; n++) {
      const chosen = `${(Number(chooser) + n * n) % PEOPLE}`;
      if (chosen === chooser) continue;
      observations.push({ chooser, chosen, kind: 'decision', positive: random() < 0.5 });
      if (random() < 0.6) {
        const values = [6 + 2 * randomNormal(random), random() < 0.2 ? null : Number(random() < 0.4)];
        ratings.push({ rater: chooser, rated: chosen, values });
      }
    }
  return { people, observations, ratings };
}

const isPair = (pair: readonly string[], one: string, other: string) => pair.includes(one) && pair.includes(other);

describe('the estimate of everyone', () => {
  it("leaves out of a pair's score what the two decided and said about each other, ratings alone included", () => {
    const data = drawEvening();
    const all = estimateEffects(data, weights);
    const models = withEffects(people, all.users);
    const distances = { raw: 0, left: 0 };
    const pairs = data.ratings.filter((_, n) => n % 6 === 0);
    for (const { rater, rated } of pairs) {
      const pair = [rater, rated];
      const without = withEffects(
        people,
        estimateEffects(
          {
            people,
            observations: data.observations.filter(({ chooser, chosen }) => !isPair(pair, chooser, chosen)),
            ratings: data.ratings.filter((row) => !isPair(pair, row.rater, row.rated)),
          },
          weights,
        ).users,
      );
      for (const [i, j] of [pair, pair.toReversed()] as [string, string][]) {
        const s = (users: ReadonlyMap<string, UserModel>) =>
          interestScore(users.get(i) as UserModel, users.get(j) as UserModel, weights).s;
        const own = all.ownShifts.find(({ chooser, chosen }) => chooser === i && chosen === j);
        distances.raw += Math.abs(s(models) - s(without));
        distances.left += Math.abs(s(models) - (own?.shift ?? 0) - s(without));
      }
    }
    const cases = 2 * pairs.length;
    expect(distances.raw / cases).toBeGreaterThan(0.25);
    expect(distances.left / cases).toBeLessThan(0.2 * (distances.raw / cases));
  });

  it('takes out ratings where the two have decided nothing', () => {
    const data = { people, observations: [], ratings: drawEvening().ratings };
    const [{ rater, rated }] = data.ratings as [RatingRow];
    const shifts = estimateEffects(data, weights).ownShifts.filter(({ chooser, chosen }) =>
      isPair([rater, rated], chooser, chosen),
    );
    expect(shifts).toHaveLength(2);
    for (const { shift } of shifts) expect(Math.abs(shift)).toBeGreaterThan(0.01);
  });
});
