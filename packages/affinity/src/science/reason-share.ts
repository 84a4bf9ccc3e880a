import { calculateCompatibility, calculateContributions, nameContributions } from '../compatibility.ts';
import { estimateEffects, withEffects } from '../effects.ts';
import { DEFAULT_WEIGHTS, interestScore, newcomer, type UserModel } from '../interest.ts';
import { sigmoid } from '../normal.ts';
import type { Observation } from '../observations.ts';
import { priorState } from '../traits.ts';
import { mean } from './metrics.ts';
import { answeredState, randomUser, randomWeights, type SyntheticUser, saysYes, truthModel } from './people.ts';
import { seededRandom } from './random.ts';

export type ReasonShare = {
  /** The share of the variance of the scores' log-odds that directions and levels of the shown reasons explain, without the remainder. */
  explained: number;
  /** The share of pairs where the sum of the shown reasons and the score are on the same side of two average people known as well. */
  sameDirection: number;
  /** The same by directions and levels alone, as a reader could add them up. */
  sameDirectionByLevels: number;
  /** The share of true scores within the range that is shown. */
  covered: number;
};

const ANSWERED_SHARE = 0.8;
/** What a level stands for on average, in log-odds; see `LEVELS` in `compatibility.ts`. */
const LEVEL_VALUES = { slight: 0.1, some: 0.6, strong: 2.5 };
const DIRECTIONS = { for: 1, against: -1, even: 0 };

/** Synthetic people answer, decide and are estimated as every night; then pairs who never met are scored with their reasons. */
export function reasonShare({
  seed,
  people: count,
  decisionsEach,
}: {
  seed: number;
  people: number;
  decisionsEach: number;
}) {
  const random = seededRandom(seed);
  const truth = randomWeights(random);
  const users = Array.from({ length: count }, () => randomUser(random));
  const models = new Map(users.map((user, n) => [String(n), newcomer(answeredState(user, ANSWERED_SHARE, random))]));
  const met = new Set<string>();
  const observations = users.flatMap((user, i) =>
    Array.from({ length: decisionsEach }, () => Math.floor(random() * count))
      .filter((j) => j !== i)
      .map((j): Observation => {
        met.add(`${Math.min(i, j)} ${Math.max(i, j)}`);
        const positive = saysYes(user, users[j] as SyntheticUser, truth, random);
        return { chooser: String(i), chosen: String(j), kind: 'decision', positive };
      }),
  );
  const estimated = withEffects(
    models,
    estimateEffects({ people: models, observations, ratings: [] }, DEFAULT_WEIGHTS).users,
  );
  const average = newcomer(priorState());
  const usual = interestScore(average, average, DEFAULT_WEIGHTS).s;
  const pairs = users.flatMap((_, i) =>
    users.slice(i + 1).flatMap((__, n) => (met.has(`${i} ${i + 1 + n}`) ? [] : [[i, i + 1 + n] as const])),
  );
  const cases = pairs.map(([i, j]) => {
    const [mine, theirs] = [estimated.get(String(i)) as UserModel, estimated.get(String(j)) as UserModel];
    const result = calculateCompatibility(mine, theirs, DEFAULT_WEIGHTS);
    // Two average people, known as well as these two: knowing more moves a probability away from one half by itself.
    const as = (V: number) => sigmoid(usual / Math.sqrt(1 + (Math.PI * V) / 8));
    const baseline = logOdds({
      pij: as(interestScore(mine, theirs, DEFAULT_WEIGHTS).V),
      pji: as(interestScore(theirs, mine, DEFAULT_WEIGHTS).V),
    });
    const shown = result.reasons
      .filter(({ key }) => key !== 'everything_else')
      .reduce((sum, { direction, level }) => sum + DIRECTIONS[direction] * LEVEL_VALUES[level], 0);
    const exact = nameContributions(calculateContributions(mine, theirs, DEFAULT_WEIGHTS), mine, theirs)
      .filter(({ key }) => key !== 'everything_else')
      .reduce((sum, { weight }) => sum + weight, 0);
    const [one, other] = [truthModel(users[i] as SyntheticUser), truthModel(users[j] as SyntheticUser)];
    const trueScore = 100 * Math.sqrt(interestScore(one, other, truth).P * interestScore(other, one, truth).P);
    const { low, high } = result.range;
    return { shown, exact, above: logOdds(result) - baseline, covered: Number(trueScore >= low && trueScore <= high) };
  });
  return {
    explained:
      correlation(
        cases.map(({ shown }) => shown),
        cases.map(({ above }) => above),
      ) ** 2,
    sameDirection: mean(cases.map(({ exact, above }) => Number(exact * above > 0))),
    sameDirectionByLevels: mean(cases.map(({ shown, above }) => Number(shown * above > 0))),
    covered: mean(cases.map(({ covered }) => covered)),
  } satisfies ReasonShare;
}

function logOdds({ pij, pji }: { pij: number; pji: number }): number {
  const score = Math.sqrt(pij * pji);
  return Math.log(score / (1 - score));
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const [m, n] = [mean(one), mean(other)];
  const products = (x: readonly number[], mx: number, y: readonly number[], my: number) =>
    x.reduce((sum, value, k) => sum + (value - mx) * ((y[k] ?? 0) - my), 0);
  return products(one, m, other, n) / Math.sqrt(products(one, m, one, m) * products(other, n, other, n));
}
