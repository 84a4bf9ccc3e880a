import { fitPriors } from './effect-priors.ts';
import type { EffectsData } from './effect-table.ts';
import { defaultPriors, type Effects, estimateEffects, NO_TASTE, withEffects } from './effects.ts';
import { PRIOR_LOADINGS } from './events.ts';
import type { UserModel, Weights } from './interest.ts';
import { learnKindWeights } from './kind-weights.ts';
import {
  type ConversationOutcome,
  connectionLoss,
  type Decision,
  decisionLoss,
  fitConnection,
  fitLoadings,
  fitWeights,
  isBetter,
  type LoadingSample,
  loadingLoss,
} from './learning.ts';
import { learnNewcomers } from './newcomers.ts';
import type { Observation } from './observations.ts';
import type { RatingRow } from './ratings.ts';

/** A case, and whether the fits must not see it. */
export type WithHoldout<T> = T & { heldOut: boolean };
/** The cases to learn from. `people` has everyone who is observed. */
export type TrainingData = {
  people: ReadonlyMap<string, UserModel>;
  observations: readonly WithHoldout<Observation>[];
  ratings: readonly WithHoldout<RatingRow>[];
  conversations: readonly WithHoldout<ConversationOutcome>[];
  samples: readonly WithHoldout<LoadingSample>[];
};
/** How a part of the model performed: its loss on held-out cases with the current values (`before`) and the new ones (`after`). */
export type PartScore = { seen: number; heldOut: number; before: number; after: number; adopted: boolean };
/**
 * `priors`: the variances of a and b and what ratings say about them. `preferences`: personal preferences. `wish`: mu, similarity and
 * complementary pairs. `newcomers`: main effects of traits. `kinds`: how much each kind of observation counts.
 */
export type Part = 'priors' | 'preferences' | 'wish' | 'newcomers' | 'kinds' | 'connection' | 'loadings';
export type LearnedParts = {
  /** The weights in use with every adopted part replaced; null if none was adopted. */
  weights: Weights | null;
  /** The estimate of a, b and p from all observations, held-out ones included, by the weights that will be in use. */
  effects: Effects;
  /** A part is null if it had too few cases. */
  scores: Record<Part, PartScore | null>;
};

/** Below these numbers nothing is fitted: the held-out fifth would be too small to decide. */
export const MIN_CASES = { decisions: 250, conversations: 80, samples: 150 } as const;

/** The nightly fit: each part is fitted without the held-out cases, and adopted only if it predicts them better. */
export function learnNightly(data: TrainingData, current: Weights): LearnedParts {
  const interest = learnInterest(data, current);
  const connection = learnConnection(data, current);
  const loadings = learnLoadings(data, current);
  const weights = {
    ...interest.weights,
    connection: (connection.weights ?? current).connection,
    ...(loadings.weights?.loadings && { loadings: loadings.weights.loadings }),
    version: current.version + 1,
  };
  const scores = { ...interest.scores, connection: connection.score, loadings: loadings.score };
  const isAdopted = Object.values(scores).some((score) => score?.adopted) || interest.weights !== current;
  return { weights: isAdopted ? weights : null, effects: estimateEffects(data, isAdopted ? weights : current), scores };
}

type InterestPart = 'priors' | 'preferences' | 'wish' | 'newcomers' | 'kinds';
type InterestResult = { weights: Weights; scores: Record<InterestPart, PartScore | null> };
type Step = (split: Split, weights: Weights) => { weights: Weights; score: PartScore };
/** What the fits see, and the held-out decisions. */
type Split = {
  data: TrainingData;
  seen: EffectsData;
  heldOut: readonly Observation[];
  decisions: number;
  /** The losses of weights that were judged before. */
  judged: Map<Weights, number[]>;
};

/** In the order in which they are learned: what holds for everyone comes before personal preferences, which could take its place. */
const STEPS: Record<InterestPart, Step> = {
  priors: (split, weights) => comparePriors(split, weights, hasTaste(weights)),
  wish: learnWish,
  newcomers: learnMainEffects,
  preferences: learnTaste,
  kinds: learnKinds,
};

function learnInterest(data: TrainingData, current: Weights): InterestResult {
  const isDecision = ({ kind }: Observation) => kind === 'decision';
  const decisions = data.observations.filter(isDecision).length;
  const scores: InterestResult['scores'] = {
    priors: null,
    preferences: null,
    wish: null,
    newcomers: null,
    kinds: null,
  };
  if (decisions < MIN_CASES.decisions) return { weights: current, scores };
  const [observations, heldOut] = splitHeldOut(data.observations);
  const seen = { people: data.people, observations, ratings: splitHeldOut(data.ratings)[0] };
  const split = { data, seen, heldOut: heldOut.filter(isDecision), decisions, judged: new Map() };
  let weights = current;
  for (const part of Object.keys(STEPS) as InterestPart[]) {
    const step = STEPS[part](split, weights);
    scores[part] = step.score;
    weights = step.weights;
  }
  return { weights, scores };
}

/** Each held-out decision's loss, by effects that were estimated without them. */
function heldOutLosses({ seen, heldOut, judged }: Split, weights: Weights): number[] {
  const known = judged.get(weights);
  if (known) return known;
  const models = withEffects(seen.people, estimateEffects(seen, weights).users);
  const losses = toDecisions(heldOut, models).map((decision) => decisionLoss(decision, weights));
  judged.set(weights, losses);
  return losses;
}

function toDecisions(observations: readonly Observation[], models: ReadonlyMap<string, UserModel>): Decision[] {
  return observations.flatMap(({ chooser, chosen, positive, propensity }) => {
    const [one, other] = [models.get(chooser), models.get(chosen)];
    return one && other
      ? [{ chooser: one, chosen: other, liked: positive, ...(propensity !== undefined && { propensity }) }]
      : [];
  });
}

function comparePriors(split: Split, weights: Weights, taste: boolean) {
  const candidate = fitPriors(split.seen, weights, { taste });
  const [before, after] = [heldOutLosses(split, weights), heldOutLosses(split, candidate)];
  const adopted = isBetter(before, after);
  return { weights: adopted ? candidate : weights, score: toScore(split, before, after, adopted) };
}

/** Preferences stay in use while they do not predict worse. */
function learnTaste(split: Split, weights: Weights) {
  const inUse = hasTaste(weights);
  const priors = weights.priors ?? defaultPriors();
  const without = inUse ? { ...weights, priors: { ...priors, taste: NO_TASTE } } : weights;
  const candidate = inUse ? weights : fitPriors(split.seen, weights, { taste: true });
  const [before, after] = [heldOutLosses(split, without), heldOutLosses(split, candidate)];
  const adopted = inUse ? meanLoss(after) <= meanLoss(before) : isBetter(before, after);
  return { weights: adopted ? candidate : without, score: toScore(split, before, after, adopted) };
}

function hasTaste({ priors }: Weights): boolean {
  return priors !== undefined && (priors.taste.traits > 0 || priors.taste.seen.some((variance) => variance > 0));
}

/** Every user is a newcomer once, so no decision is held out here. */
function learnMainEffects({ data, decisions }: Split, weights: Weights) {
  const { weights: learned, scores } = learnNewcomers(data, weights);
  const { choosing, chosen } = scores;
  const score = {
    seen: decisions,
    heldOut: choosing.users + chosen.users,
    before: (choosing.before + chosen.before) / 2,
    after: (choosing.after + chosen.after) / 2,
    adopted: choosing.adopted || chosen.adopted,
  };
  return { weights: learned, score };
}

const WISH_ROUNDS = 2;

/** a and b are estimated again after each fit, because they had taken over a part of what similarity explains. */
function learnWish(split: Split, current: Weights) {
  const { people, observations } = split.seen;
  const decisions = observations.filter(({ kind }) => kind === 'decision');
  let candidate = current;
  for (let round = 0; round < WISH_ROUNDS; round++) {
    const models = withEffects(people, estimateEffects(split.seen, candidate).users);
    candidate = fitWeights(toDecisions(decisions, models), current);
  }
  const [before, after] = [heldOutLosses(split, current), heldOutLosses(split, candidate)];
  const adopted = isBetter(before, after);
  return { weights: adopted ? candidate : current, score: toScore(split, before, after, adopted) };
}

function learnKinds(split: Split, weights: Weights) {
  const result = learnKindWeights(split.seen.observations, weights, (candidate) => heldOutLosses(split, candidate));
  return { weights: result.weights, score: toScore(split, result.before, result.after, result.adopted) };
}

type PartResult = { weights: Weights | null; score: PartScore | null };
const TOO_FEW_CASES: PartResult = { weights: null, score: null };

function learnConnection({ conversations }: TrainingData, current: Weights): PartResult {
  if (conversations.length < MIN_CASES.conversations) return TOO_FEW_CASES;
  const [seen, heldOut] = splitHeldOut(conversations);
  const fitted = fitConnection(seen, current);
  return scorePart(seen, heldOut, {
    fitted,
    before: heldOut.map((outcome) => connectionLoss(outcome, current)),
    after: heldOut.map((outcome) => connectionLoss(outcome, fitted)),
  });
}

function learnLoadings({ samples }: TrainingData, current: Weights): PartResult {
  if (samples.length < MIN_CASES.samples) return TOO_FEW_CASES;
  const [seen, heldOut] = splitHeldOut(samples);
  const inUse = { ...PRIOR_LOADINGS, ...current.loadings };
  const loadings = fitLoadings(seen, inUse);
  return scorePart(seen, heldOut, {
    fitted: { ...current, loadings },
    before: heldOut.map((sample) => loadingLoss(sample, inUse)),
    after: heldOut.map((sample) => loadingLoss(sample, loadings)),
  });
}

function scorePart(
  seen: readonly unknown[],
  heldOut: readonly unknown[],
  { fitted, before, after }: { fitted: Weights; before: number[]; after: number[] },
): PartResult {
  const adopted = isBetter(before, after);
  const losses = { before: meanLoss(before), after: meanLoss(after) };
  return {
    weights: adopted ? fitted : null,
    score: { seen: seen.length, heldOut: heldOut.length, ...losses, adopted },
  };
}

function toScore({ decisions }: Split, before: number[], after: number[], adopted: boolean): PartScore {
  const heldOut = before.length;
  return { seen: decisions - heldOut, heldOut, before: meanLoss(before), after: meanLoss(after), adopted };
}

function splitHeldOut<T extends { heldOut: boolean }>(cases: readonly T[]): [seen: T[], heldOut: T[]] {
  return [cases.filter(({ heldOut }) => !heldOut), cases.filter(({ heldOut }) => heldOut)];
}

function meanLoss(losses: readonly number[]): number {
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}
