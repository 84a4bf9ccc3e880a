import { DEFAULT_WEIGHTS, wish } from '@soulsight/affinity/interest';
import { auc, calibrationError, meanLogLoss, type Prediction } from '@soulsight/affinity/science/metrics';
import type { Db } from '../../core/db/types.ts';
import { personsOf } from './bgp.model.ts';
import { findAdoptedWeights } from './bgp.store.ts';
import { isHeldOut } from './learning.service.ts';
import { type DecisionRow, listDecisions, listTalks, listVersions, type VersionRow } from './learning.store.ts';

const DECISIONS_MAX = 100_000;
/** Fewer than this say nothing. */
const TELLING = 30;

/**
 * What the product's own data say of the model: how the weights in use predict the decisions that no fit has seen, beside the ones that
 * are assumed at first, and what each nightly fit came to. Each person's own readiness has seen all their decisions: these figures
 * compare weights, and flatter the model as a whole.
 */
export async function ownDataReport(db: Db): Promise<string[]> {
  const inUse = (await findAdoptedWeights(db)) ?? DEFAULT_WEIGHTS;
  const rows = await listDecisions(db, DECISIONS_MAX);
  const talks = await listTalks(db, DECISIONS_MAX);
  const heldOut = rows.filter(({ matchId }) => isHeldOut(matchId));
  const liked = rows.filter((row) => row.liked).length;
  const lines = [
    `${rows.length} decisions of people who agree, ${percent(liked / rows.length)} yes; ${talks.length} talks; weights of version ${inUse.version}`,
  ];
  if (heldOut.length < TELLING)
    lines.push(`too little to judge: ${heldOut.length} decisions are held out, ${TELLING} are needed`);
  else {
    const people = await personsOf(db, [...new Set(heldOut.flatMap(({ chooser, chosen }) => [chooser, chosen]))]);
    const predicted = (weights: typeof inUse) =>
      heldOut.flatMap(({ chooser, chosen, liked: y }): Prediction[] => {
        const [one, other] = [people.get(chooser), people.get(chosen)];
        return one && other ? [{ p: wish(one, other, weights).P, y }] : [];
      });
    lines.push(
      scoresOf('weights in use', predicted(inUse)),
      scoresOf('weights assumed at first', predicted(DEFAULT_WEIGHTS)),
    );
    lines.push(shareOfMatches(rows));
  }
  return [...lines, ...(await listVersions(db)).map(versionLine)];
}

function scoresOf(name: string, predictions: readonly Prediction[]): string {
  const [loss, area, error] = [meanLogLoss(predictions), auc(predictions), calibrationError(predictions)];
  return `${name}: log loss ${loss.toFixed(4)}, AUC ${area.toFixed(3)}, calibration error ${error.toFixed(3)} (${predictions.length} held-out decisions)`;
}

function shareOfMatches(rows: readonly DecisionRow[]): string {
  const pairs = new Map(rows.map(({ matchId, mutual }) => [matchId, mutual]));
  const mutual = [...pairs.values()].filter(Boolean).length;
  return `${mutual} of ${pairs.size} pairs shown became mutual, ${percent(mutual / pairs.size)}`;
}

function versionLine({ createdAt, scores, adopted }: VersionRow): string {
  const parts = Object.entries(scores as Record<string, { before: number; after: number; adopted: boolean } | null>);
  const told = parts.map(([part, score]) =>
    score
      ? `${part} ${score.before.toFixed(4)} -> ${score.after.toFixed(4)}${score.adopted ? ' adopted' : ' kept'}`
      : `${part} too little`,
  );
  return `${createdAt.toISOString().slice(0, 10)} ${adopted ? 'new weights' : 'weights kept'}: ${told.join(', ')}`;
}

function percent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : 'none';
}
