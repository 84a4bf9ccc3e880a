import { DEFAULT_WEIGHTS, interestScore } from '@soulsight/affinity/interest';
import { auc, calibrationError, meanLogLoss, type Prediction } from '@soulsight/affinity/science/metrics';
import type { Db } from '../../core/db/types.ts';
import { getUserModels } from './bgp.model.ts';
import { findAdoptedWeights } from './bgp.store.ts';
import { isHeldOut } from './learning.service.ts';
import {
  type DecisionRow,
  listConversationScores,
  listDecisions,
  listVersions,
  type VersionRow,
} from './learning.store.ts';

const DECISIONS_MAX = 100_000;
/** Fewer than this say nothing. */
const HELD_OUT_MIN = 30;

/**
 * What the product's own data say of the model: how the weights in use predict the decisions that no fit has seen, beside the ones that
 * are assumed at first, and what each nightly fit came to. Each person's own readiness has seen all their decisions: these figures
 * compare weights, and flatter the model as a whole.
 */
export async function createModelReport(db: Db): Promise<string[]> {
  const inUse = (await findAdoptedWeights(db)) ?? DEFAULT_WEIGHTS;
  const rows = await listDecisions(db, DECISIONS_MAX);
  const talks = await listConversationScores(db, DECISIONS_MAX);
  const heldOut = rows.filter(({ matchId }) => isHeldOut(matchId));
  const liked = rows.filter((row) => row.liked).length;
  const lines = [
    `${rows.length} decisions of people who agree, ${formatPercent(liked / rows.length)} yes; ${talks.length} talks; weights of version ${inUse.version}`,
  ];
  if (heldOut.length < HELD_OUT_MIN)
    lines.push(`too little to judge: ${heldOut.length} decisions are held out, ${HELD_OUT_MIN} are needed`);
  else {
    const people = await getUserModels(db, [...new Set(heldOut.flatMap(({ chooser, chosen }) => [chooser, chosen]))]);
    const predicted = (weights: typeof inUse) =>
      heldOut.flatMap(({ chooser, chosen, liked: y }): Prediction[] => {
        const [one, other] = [people.get(chooser), people.get(chosen)];
        return one && other ? [{ p: interestScore(one, other, weights).P, y }] : [];
      });
    lines.push(
      formatScores('weights in use', predicted(inUse)),
      formatScores('weights assumed at first', predicted(DEFAULT_WEIGHTS)),
    );
    lines.push(formatMatchShare(rows));
  }
  return [...lines, ...(await listVersions(db)).map(formatVersion)];
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
  const told = parts.map(([part, score]) =>
    score
      ? `${part} ${score.before.toFixed(4)} -> ${score.after.toFixed(4)}${score.adopted ? ' adopted' : ' kept'}`
      : `${part} too little`,
  );
  return `${createdAt.toISOString().slice(0, 10)} ${adopted ? 'new weights' : 'weights kept'}: ${told.join(', ')}`;
}

function formatPercent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : 'none';
}
