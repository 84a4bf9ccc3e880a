import { connectionTerms } from './connection.ts';
import { propensityWeight } from './effect-table.ts';
import { decidingTerm, interestScore, seenTerm, type UserModel, type Weights } from './interest.ts';
import { clamp } from './normal.ts';
import { type Row, ridgeLinear, ridgeLogistic } from './ridge.ts';
import { TRAIT_COUNT } from './traits.ts';

/** A like or a pass. */
export type Decision = {
  chooser: UserModel;
  chosen: UserModel;
  liked: boolean;
  /** Probability that `chosen` was shown to `chooser`, above 0 and at most 1; 1 if unknown. */
  propensity?: number;
};
/** How a pair's conversation went: `connection` is from 0 to 100, see `emotionalConnection`. */
export type ConversationOutcome = { one: UserModel; other: UserModel; connection: number };

const RIDGE = { mu: 1, w: 400, complement: 400, connectionBias: 1, connection: 400 };

/**
 * New weights from likes and passes: ridge logistic regression of w, M and mu with the offset a_i + b_j (and each chooser's own
 * preference), weighted by inverse propensity, shrunk towards the current weights. `version` is one higher.
 */
export function fitWeights(decisions: readonly Decision[], weights: Weights): Weights {
  const rows = decisions.map((decision) => decisionRow(decision, weights));
  const fitted = ridgeLogistic(rows, {
    prior: [weights.mu, ...weights.w, ...weights.complements.map(({ value }) => value)],
    ridge: [RIDGE.mu, ...weights.w.map(() => RIDGE.w), ...weights.complements.map(() => RIDGE.complement)],
    nonNegative: [false, ...weights.w.map(() => true), ...weights.complements.map(() => false)],
  });
  return {
    ...weights,
    version: weights.version + 1,
    mu: fitted[0] ?? weights.mu,
    w: fitted.slice(1, 1 + TRAIT_COUNT),
    complements: weights.complements.map((pair, n) => ({ ...pair, value: fitted[1 + TRAIT_COUNT + n] ?? pair.value })),
  };
}

/** The second head, fitted to conversations: ridge regression of connection (log-odds) on similarity. `version` is one higher. */
export function fitConnection(outcomes: readonly ConversationOutcome[], weights: Weights): Weights {
  const rows = outcomes.map(({ one, other, connection }) => ({
    x: [1, ...connectionTerms(one, other)],
    y: logOdds(connection / 100),
  }));
  const fitted = ridgeLinear(rows, {
    prior: [weights.connection.bias, ...weights.connection.w],
    ridge: [RIDGE.connectionBias, ...weights.connection.w.map(() => RIDGE.connection)],
    nonNegative: [false, ...weights.connection.w.map(() => true)],
  });
  return {
    ...weights,
    version: weights.version + 1,
    connection: { bias: fitted[0] ?? weights.connection.bias, w: fitted.slice(1) },
  };
}

/** An improvement must exceed this many standard errors of its mean; a smaller one may be chance. */
const STANDARD_ERRORS = 2;

/** Whether the losses of the same cases fell by more than chance: a paired comparison. */
export function isBetter(
  before: readonly number[],
  after: readonly number[],
  standardErrors: number = STANDARD_ERRORS,
): boolean {
  const n = before.length;
  if (n < 2) return false;
  const gains = before.map((loss, k) => loss - (after[k] ?? loss));
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / n;
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (n - 1);
  return mean > standardErrors * Math.sqrt(variance / n);
}

/** The negative log-likelihood of one decision, in nats, weighted by inverse propensity. */
export function decisionLoss({ chooser, chosen, liked, propensity }: Decision, weights: Weights): number {
  const { P } = interestScore(chooser, chosen, weights);
  return -propensityWeight(propensity) * Math.log(clamp(liked ? P : 1 - P, 1e-12, 1));
}

/** One user's events for one loading: the mean standardised feature `z`, and as `weight` the number of independent events. */
export type LoadingSample = {
  key: string;
  z: number;
  weight: number;
  /** The user's posterior mean of the trait from questionnaire answers alone. */
  trait: number;
};

/** Standard deviation of the normal prior around the current loading. */
const LOADING_PRIOR_SD = 0.1;
const LOADING_LIMIT = 0.6;

/**
 * Loadings from the events of users who answered questions: z = rho theta + noise, by ridge regression towards the current
 * loadings. theta is the trait's posterior mean from the answers; its error is a Berkson error, which does not bias the slope.
 */
export function fitLoadings(
  samples: readonly LoadingSample[],
  current: Readonly<Record<string, number>>,
): Record<string, number> {
  const fitted = { ...current };
  const precision = 1 / LOADING_PRIOR_SD ** 2;
  for (const [key, group] of Map.groupBy(samples, (sample) => sample.key)) {
    const prior = current[key];
    if (prior === undefined) continue;
    const xy = group.reduce((sum, { z, weight, trait }) => sum + weight * z * trait, precision * prior);
    const xx = group.reduce((sum, { weight, trait }) => sum + weight * trait * trait, precision);
    fitted[key] = clamp(xy / xx, -LOADING_LIMIT, LOADING_LIMIT);
  }
  return fitted;
}

/** The squared error of one sample under the loadings. */
export function loadingLoss(sample: LoadingSample, loadings: Readonly<Record<string, number>>): number {
  return sample.weight * (sample.z - (loadings[sample.key] ?? 0) * sample.trait) ** 2;
}

/** The squared error of the second head for one conversation, in log-odds. */
export function connectionLoss({ one, other, connection }: ConversationOutcome, { connection: head }: Weights): number {
  const predicted = connectionTerms(one, other).reduce((sum, x, k) => sum + x * (head.w[k] ?? 0), head.bias);
  return (logOdds(connection / 100) - predicted) ** 2;
}

function decisionRow({ chooser, chosen, liked, propensity }: Decision, weights: Weights): Row {
  const preferred = chosen.means.reduce(
    (sum, mean, k) => sum + (chooser.p?.[k] ?? 0) * mean,
    seenTerm(chooser, chosen),
  );
  return {
    x: [
      1,
      ...connectionTerms(chooser, chosen),
      ...weights.complements.map(({ from, to }) => (chooser.means[from] ?? 0) * (chosen.means[to] ?? 0)),
    ],
    y: liked ? 1 : 0,
    offset: decidingTerm(chooser, chosen, weights) + preferred,
    weight: propensityWeight(propensity),
  };
}

function logOdds(share: number): number {
  const p = clamp(share, 0.02, 0.98);
  return Math.log(p / (1 - p));
}
