import { expectedConnection } from '@soulsight/affinity/connection';
import { withTransactionRetry } from '../../core/db/transaction-retry.ts';
import type { MatchContext } from './match.context.ts';
import { isOver } from './match.rules.ts';
import { listSides, lockMatch, updateScores } from './match.store.ts';

/** A smaller change of the compatibility, in points, is not announced. */
const MIN_CHANGE = 1;

/**
 * Notifies both users when their score differs from the last one announced. Every view calculates the score itself; the
 * stored score is the last one announced.
 */
export async function refreshScores({ db, outbox, bgp }: MatchContext, matchId: string): Promise<void> {
  const weights = await bgp.getWeights();
  await withTransactionRetry(db, async (tx) => {
    const match = await lockMatch(tx, matchId);
    if (!match || match.state === 'closed') return;
    const models = await bgp.getUserModels(tx, [match.userA, match.userB]);
    const [modelA, modelB] = [models.get(match.userA), models.get(match.userB)];
    if (!modelA || !modelB) return;
    const score = (await bgp.scorePairs(match.userA, [match.userB], tx)).get(match.userB);
    if (!score) return;
    const compatibility = score.overall_score;
    if (Math.abs(compatibility - match.compatibilityScore) < MIN_CHANGE) return;
    const emotionalConnectionExpected = expectedConnection(modelA, modelB, weights);
    await updateScores(tx, matchId, { compatibility, emotionalConnectionExpected }, match.updatedAt);
    await outbox.publish(tx, {
      to: (await listSides(tx, matchId)).filter(({ decision }) => !isOver(decision)).map(({ userId }) => userId),
      type: 'compatibility_update',
      payload: { match_id: matchId, compatibility_score: compatibility },
    });
  });
}
