import { AppError } from '@soulsight/contract/errors';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { Tx } from '../../../core/db/types.ts';
import { endLikeNotice } from '../likes/like-notice.ts';
import { withdrawOpenLike } from '../likes/open-like.store.ts';
import type { MatchContext } from '../match.context.ts';
import { isOver, passUndoMs } from '../match.rules.ts';
import { filterAvailable, updateState } from '../match.store.ts';
import { closeMatch } from './close-match.ts';
import { updateDecision, updatePassReason } from './decision.store.ts';
import { LEARN_DECISION_JOB, type LearnDecisionJob, sealReason, toDecision } from './decision.ts';
import { endSide } from './end-side.ts';
import { lockForUser } from './lock-for-user.ts';
import { notifyPending } from './notify-pending.ts';

/** `explains`: adds the reason to a pass, and passes nobody. */
export type Pass = { reason?: string | undefined; decisionMs?: number | undefined; explains?: boolean | undefined };

/** Passes a suggestion; a mutual match is unmatched. Passing twice has no further effect, but may add a reason. @throws match_gone */
export async function passMatch(ctx: MatchContext, userId: string, matchId: string, pass: Pass): Promise<void> {
  await withTransactionRetry(ctx.db, async (tx) => {
    const sides = await lockForUser(tx, userId, matchId);
    const { match, mine } = sides;
    if (mine.decision === 'passed') {
      const added = mine.learnedAt ? null : await sealReason(ctx, tx, userId, pass.reason);
      if (added !== null) await updatePassReason(tx, matchId, userId, added);
      return;
    }
    if (pass.explains || match.state === 'closed' || mine.decision === 'expired') throw new AppError('match_gone');
    await endOwn(ctx, tx, sides, pass);
  });
}

/** Closes a mutual match, or takes back a like. @throws match_gone */
export async function unmatch(ctx: MatchContext, userId: string, matchId: string): Promise<void> {
  await withTransactionRetry(ctx.db, async (tx) => {
    const sides = await lockForUser(tx, userId, matchId);
    if (sides.match.state === 'closed' || sides.mine.decision !== 'liked') throw new AppError('match_gone');
    await endOwn(ctx, tx, sides, {});
  });
}

async function endOwn(
  ctx: MatchContext,
  tx: Tx,
  sides: Awaited<ReturnType<typeof lockForUser>>,
  { reason, decisionMs }: Pass,
): Promise<void> {
  const { userId, matchId } = sides.mine;
  if (sides.match.state === 'mutual') {
    await closeMatch(ctx, tx, matchId, 'unmatched', userId);
    return;
  }
  if (sides.mine.decision === 'liked') {
    await withdrawOpenLike(tx, matchId, userId, ctx.clock.now());
    await endLikeNotice(ctx, tx, sides.mine.otherId);
  }
  const sealedReason = await sealReason(ctx, tx, userId, reason);
  await endSide(ctx, tx, sides, toDecision('passed', decisionMs, sealedReason));
  const job: LearnDecisionJob = { matchId, userId };
  const startAfter = passUndoMs(await ctx.subscription.getPlan(userId, tx));
  await ctx.jobs.send(LEARN_DECISION_JOB, job, { tx, startAfter });
  await ctx.outbox.publish(tx, { to: [userId], type: 'match_passed', payload: { match_id: matchId } });
  await notifyPending(ctx, tx, userId);
}

/** Undoes a pass within the time that the user's plan gives. @throws match_gone */
export async function undoPass(ctx: MatchContext, userId: string, matchId: string): Promise<void> {
  await withTransactionRetry(ctx.db, async (tx) => {
    const { match, mine } = await lockForUser(tx, userId, matchId);
    if (match.state === 'open' && mine.decision === 'undecided') return;
    const isPassed = mine.decision === 'passed' && (match.state === 'open' || isOver(match.closedBecause));
    const now = ctx.clock.now();
    const undoMs = passUndoMs(await ctx.subscription.getPlan(userId, tx));
    const isLate = now.getTime() - (mine.decidedAt?.getTime() ?? 0) > undoMs;
    if (!isPassed || mine.learnedAt || isLate) throw new AppError('match_gone');
    // A block or an account deletion since the pass found the match closed already; the pass must not be undone then.
    const available = await filterAvailable(tx, userId, [mine.otherId], now);
    if (!available.has(mine.otherId)) throw new AppError('match_gone');
    await updateDecision(tx, matchId, userId, toDecision('undecided'), null);
    await updateState(tx, matchId, { state: 'open', closedBecause: null }, now);
    await notifyPending(ctx, tx, userId);
  });
}
