import type { Tx } from '../../../core/db/types.ts';
import type { MatchContext } from '../match.context.ts';
import { toDecision } from './decision.ts';
import { endSide } from './end-side.ts';
import { lockForUser } from './lock-for-user.ts';

/** Takes a suggestion from a user who did not decide in time. A suggestion that was decided meanwhile stays. */
export async function expireSuggestion(
  ctx: Pick<MatchContext, 'clock' | 'outbox'>,
  tx: Tx,
  userId: string,
  matchId: string,
): Promise<void> {
  const sides = await lockForUser(tx, userId, matchId);
  if (sides.match.state !== 'open' || sides.mine.decision !== 'undecided') return;
  await endSide(ctx, tx, sides, toDecision('expired'));
  await ctx.outbox.publish(tx, { to: [userId], type: 'match_expired', payload: { match_id: matchId } });
}
