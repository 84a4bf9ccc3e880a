import { DEFAULT_WEIGHTS, interestScore, type Weights } from '@soulsight/affinity/interest';
import { auc, calibrationError, meanLogLoss, type Prediction } from '@soulsight/affinity/science/metrics';
import { toUtcDay } from '@soulsight/contract/time';
import type { Db } from '../../../core/db/types.ts';
import { findAdoptedWeights } from '../bgp.store.ts';
import { getUserModels } from '../compatibility/user-models.ts';
import { isHeldOut } from './learning.rules.ts';
import {
  type DecisionRow,
  listConversationScores,
  listDecisions,
  listVersions,
  type VersionRow,
} from './learning.store.ts';

const DECISIONS_MAX = 100_000;
/** With fewer held-out decisions the scores mean nothing. */
const HELD_OUT_MIN = 30;

/**
 * How well the adopted weights predict decisions that no fit has seen, compared with the default weights, and the result of each
 * nightly fit. Use it to compare weights only: the users' own parameters were learned from the same decisions, which flatters
 * the model as a whole.
 */
export async function createModelReport(db: Db): Promise<string[]> {
  const adopted = (await findAdoptedWeights(db)) ?? DEFAULT_WEIGHTS;
  const decisions = await listDecisions(db, DECISIONS_MAX);
  const conversations = await listConversationScores(db, DECISIONS_MAX);
  const heldOut = decisions.filter(({ matchId }) => isHeldOut(matchId));
  const likes = decisions.filter(({ liked }) => liked).length;
  const summary = `${decisions.length} decisions of consenting users, ${formatPercent(likes / decisions.length)} yes; ${conversations.length} conversations; weights of version ${adopted.version}`;
  const scores =
    heldOut.length < HELD_OUT_MIN
      ? [`too few held-out decisions to judge: ${heldOut.length}, needed: ${HELD_OUT_MIN}`]
      : [
          formatScores('adopted weights', await predict(db, heldOut, adopted)),
          formatScores('default weights', await predict(db, heldOut, DEFAULT_WEIGHTS)),
          formatMatchShare(decisions),
        ];
  return [summary, ...scores, ...(await listVersions(db)).map(formatVersion)];
}

async function predict(db: Db, decisions: readonly DecisionRow[], weights: Weights): Promise<Prediction[]> {
  const models = await getUserModels(db, [...new Set(decisions.flatMap(({ chooser, chosen }) => [chooser, chosen]))]);
  return decisions.flatMap(({ chooser, chosen, liked }) => {
    const [one, other] = [models.get(chooser), models.get(chosen)];
    return one && other ? [{ p: interestScore(one, other, weights).P, y: liked }] : [];
  });
}

function formatScores(name: string, predictions: readonly Prediction[]): string {
  const [loss, area, error] = [meanLogLoss(predictions), auc(predictions), calibrationError(predictions)];
  return `${name}: log loss ${loss.toFixed(4)}, AUC ${area.toFixed(3)}, calibration error ${error.toFixed(3)} (${predictions.length} held-out decisions)`;
}

function formatMatchShare(rows: readonly DecisionRow[]): string {
  const pairs = new Map(rows.map(({ matchId, mutual }) => [matchId, mutual]));
  const mutual = [...pairs.values()].filter(Boolean).length;
  return `${mutual} of ${pairs.size} pairs shown became mutual, ${formatPercent(mutual / pairs.size)}`;
}

function formatVersion({ createdAt, scores, adopted }: VersionRow): string {
  const parts = Object.entries(scores as Record<string, { before: number; after: number; adopted: boolean } | null>);
  const results = parts.map(([part, score]) =>
    score
      ? `${part} ${score.before.toFixed(4)} -> ${score.after.toFixed(4)}${score.adopted ? ' adopted' : ' unchanged'}`
      : `${part} too little data`,
  );
  return `${toUtcDay(createdAt)} ${adopted ? 'new weights' : 'weights unchanged'}: ${results.join(', ')}`;
}

function formatPercent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : 'none';
}
