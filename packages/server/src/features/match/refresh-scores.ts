import { calculateCompatibility } from '@soulsight/affinity/compatibility';
import { expectedConnection } from '@soulsight/affinity/connection';
import { withTransactionRetry } from '../../core/db/transaction-retry.ts';
import type { MatchContext } from './match.context.ts';
import { listSides, lockMatch, updateReasons, updateScores } from './match.store.ts';

/** A smaller change of the compatibility, in points, is not stored. */
const MIN_CHANGE = 1;

/** Recalculates a match's compatibility from both profiles, and notifies both users when it changed. */
export async function refreshScores({ db, outbox, bgp }: MatchContext, matchId: string): Promise<void> {
  const weights = await bgp.getWeights();
  await withTransactionRetry(db, async (tx) => {
    const match = await lockMatch(tx, matchId);
    if (!match || match.state === 'closed') return;
    const models = await bgp.getUserModels(tx, [match.userA, match.userB]);
    const [userA, userB] = [models.get(match.userA), models.get(match.userB)];
    if (!userA || !userB) return;
    const { overall_score: compatibility, reasons } = calculateCompatibility(userA, userB, weights);
    if (Math.abs(compatibility - match.compatibilityScore) < MIN_CHANGE) return;
    const emotionalConnectionExpected = expectedConnection(userA, userB, weights);
    await updateScores(tx, matchId, { compatibility, emotionalConnectionExpected }, match.updatedAt);
    await updateReasons(tx, matchId, match.userA, reasons);
    await updateReasons(tx, matchId, match.userB, calculateCompatibility(userB, userA, weights).reasons);
    await outbox.publish(tx, {
      to: (await listSides(tx, matchId)).map(({ userId }) => userId),
      type: 'compatibility_update',
      payload: { match_id: matchId, compatibility_score: compatibility },
    });
  });
}
