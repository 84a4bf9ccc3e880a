import { PRIOR_LOADINGS } from './events.ts';
import type { Weights } from './interest.ts';
import {
  adoptIfBetter,
  type ConversationOutcome,
  connectionLoss,
  type Decision,
  fitConnection,
  fitLoadings,
  fitPreference,
  fitWeights,
  isBetter,
  type LoadingSample,
  loadingLoss,
  logLoss,
} from './learning.ts';

/** A case, and whether the fits must not see it. */
export type WithHoldout<T> = T & { heldOut: boolean };
/** The cases to learn from. `chooserId` is the user whose preference a decision shows. */
export type TrainingData = {
  decisions: readonly WithHoldout<Decision & { chooserId: string }>[];
  conversations: readonly WithHoldout<ConversationOutcome>[];
  samples: readonly WithHoldout<LoadingSample>[];
};
/** How a part of the model performed: its loss on held-out cases with the current values (`before`) and the new ones (`after`). */
export type PartScore = { seen: number; heldOut: number; before: number; after: number; adopted: boolean };
export type Part = 'wish' | 'preferences' | 'connection' | 'loadings';
export type LearnedParts = {
  /** The weights in use with every adopted part replaced; null if none was adopted. */
  weights: Weights | null;
  /** Each user's preference, if preferences were adopted. */
  preferences: Map<string, number[]>;
  /** A part is null if it had too few cases. */
  scores: Record<Part, PartScore | null>;
};

/** Below these numbers nothing is fitted: the held-out fifth would be too small to decide. */
export const MIN_CASES = { decisions: 250, conversations: 80, samples: 150, ownDecisions: 12 } as const;

/** The nightly fit: each part is fitted without the held-out cases, and adopted only if it predicts them better. */
export function learnNightly(data: TrainingData, current: Weights): LearnedParts {
  const interest = learnInterest(data, current);
  const preferences = learnPreferences(data, interest.weights ?? current);
  const connection = learnConnection(data, current);
  const loadings = learnLoadings(data, current);
  const adopted = [interest, connection, loadings].some(({ weights }) => weights !== null);
  const weights = {
    ...(interest.weights ?? current),
    connection: (connection.weights ?? current).connection,
    ...(loadings.weights?.loadings && { loadings: loadings.weights.loadings }),
    version: current.version + 1,
  };
  return {
    weights: adopted ? weights : null,
    preferences: preferences.fitted,
    scores: {
      wish: interest.score,
      preferences: preferences.score,
      connection: connection.score,
      loadings: loadings.score,
    },
  };
}

type PartResult = { weights: Weights | null; score: PartScore | null };
const TOO_FEW_CASES: PartResult = { weights: null, score: null };

function learnInterest({ decisions }: TrainingData, current: Weights): PartResult {
  if (decisions.length < MIN_CASES.decisions) return TOO_FEW_CASES;
  const [seen, heldOut] = splitHeldOut(decisions);
  const { adopted, weights, before, after } = adoptIfBetter(current, fitWeights(seen, current), heldOut);
  return { weights: adopted ? weights : null, score: toPartScore(seen, heldOut, { before, after, adopted }) };
}

function learnPreferences({ decisions }: TrainingData, weights: Weights) {
  const byChooser = Map.groupBy(decisions, ({ chooserId }) => chooserId);
  const eligible = [...byChooser].filter(([, own]) => own.length >= MIN_CASES.ownDecisions);
  const cases = eligible.flatMap(([, own]) => own);
  if (cases.length < MIN_CASES.decisions) return { fitted: new Map<string, number[]>(), score: null };
  const trial = new Map(eligible.map(([id, own]) => [id, fitPreference(splitHeldOut(own)[0], weights)]));
  const [seen, heldOutCases] = splitHeldOut(cases);
  // The current preferences were fitted with these held-out cases, so they would have an unfair advantage.
  const heldOut = heldOutCases.map((decision) => ({ ...decision, chooser: { ...decision.chooser, p: null } }));
  const withTrial = heldOut.map((decision) => ({
    ...decision,
    chooser: { ...decision.chooser, p: trial.get(decision.chooserId) ?? null },
  }));
  const adopted = isBetter(
    heldOut.map((decision) => logLoss([decision], weights)),
    withTrial.map((decision) => logLoss([decision], weights)),
  );
  const fitted = new Map(adopted ? eligible.map(([id, own]) => [id, fitPreference(own, weights)] as const) : []);
  const losses = { before: logLoss(heldOut, weights), after: logLoss(withTrial, weights) };
  return { fitted, score: toPartScore(seen, heldOut, { ...losses, adopted }) };
}

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
  return { weights: adopted ? fitted : null, score: toPartScore(seen, heldOut, { ...losses, adopted }) };
}

function toPartScore(
  seen: readonly unknown[],
  heldOut: readonly unknown[],
  result: Pick<PartScore, 'before' | 'after' | 'adopted'>,
): PartScore {
  return { seen: seen.length, heldOut: heldOut.length, ...result };
}

function splitHeldOut<T extends { heldOut: boolean }>(cases: readonly T[]): [seen: T[], heldOut: T[]] {
  return [cases.filter(({ heldOut }) => !heldOut), cases.filter(({ heldOut }) => heldOut)];
}

function meanLoss(losses: readonly number[]): number {
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}
