import { AppError } from '@soulsight/contract/errors';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { Tx } from '../../../core/db/types.ts';
import { letKnowByDefault } from '../likes/let-know.ts';
import type { MatchContext } from '../match.context.ts';
import { isOver } from '../match.rules.ts';
import { lockUser, type SideRow, updateState } from '../match.store.ts';
import { updateDecision } from './decision.store.ts';
import { LEARN_DECISION_JOB, type LearnDecisionJob, toDecision } from './decision.ts';
import { lockForUser } from './lock-for-user.ts';
import { notifyPending } from './notify-pending.ts';

/** Likes a suggestion; true when the match is mutual now. @throws match_gone */
export async function acceptMatch(
  ctx: MatchContext,
  userId: string,
  matchId: string,
  decisionMs?: number,
): Promise<boolean> {
  const { db, clock, jobs, outbox } = ctx;
  return await withTransactionRetry(db, async (tx) => {
    const { open_likes: letsKnow } = await ctx.profile.getPreferences(userId, tx);
    // Before the match, as everything that locks both.
    if (letsKnow) await lockUser(tx, userId);
    const { match, mine, theirs } = await lockForUser(tx, userId, matchId);
    if (match.state === 'closed' || isOver(mine.decision)) throw new AppError('match_gone');
    if (mine.decision === 'liked') return match.state === 'mutual';
    const isMutual = theirs?.decision === 'liked';
    await updateDecision(tx, matchId, userId, toDecision('liked', decisionMs), clock.now());
    await jobs.send(LEARN_DECISION_JOB, { matchId: match.id, userId } satisfies LearnDecisionJob, { tx });
    if (isMutual) await makeMutual(ctx, tx, mine);
    else if (letsKnow) await letKnowByDefault(ctx, tx, mine, theirs);
    // To the user's own devices: sent to the other user, it would announce the like.
    if (!isMutual) await outbox.publish(tx, { to: [userId], type: 'match_liked', payload: {} });
    await notifyPending(ctx, tx, userId);
    return isMutual;
  });
}

async function makeMutual(
  { clock, outbox, profile, notifications }: MatchContext,
  tx: Tx,
  { matchId, userId, otherId }: SideRow,
): Promise<void> {
  const now = clock.now();
  await updateState(tx, matchId, { state: 'mutual', mutualAt: now }, now);
  const both = [userId, otherId];
  await outbox.publish(tx, { to: both, type: 'new_match', payload: { match_id: matchId } });
  await outbox.publish(tx, { to: both, type: 'match_mutual', payload: { match_id: matchId } });
  const name = await profile.getDisplayName(userId, 0, tx);
  await notifications.notify(tx, {
    userId: otherId,
    kind: 'match_mutual',
    title: `You and ${name} both said yes`,
    body: 'Say hello when you like.',
    href: `/matching?with=${matchId}`,
    groupKey: `match:${matchId}`,
  });
}
