import { AppError } from '@soulsight/contract/errors';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { MatchContext } from '../match.context.ts';
import { PASS_UNDO_MS } from '../match.rules.ts';
import { filterAvailable, updateState } from '../match.store.ts';
import { closeMatch } from './close-match.ts';
import { updateDecision, updatePassReason } from './decision.store.ts';
import { LEARN_DECISION_JOB, type LearnDecisionJob, sealReason, toDecision } from './decision.ts';
import { lockForUser } from './lock-for-user.ts';
import { notifyPending } from './notify-pending.ts';

/** Passes a suggestion; a mutual match is unmatched. Passing twice has no further effect, but may add a reason. @throws match_gone */
export async function passMatch(
  ctx: MatchContext,
  userId: string,
  matchId: string,
  { reason, decisionMs }: { reason?: string | undefined; decisionMs?: number | undefined },
): Promise<void> {
  const { db, clock, jobs, outbox } = ctx;
  await withTransactionRetry(db, async (tx) => {
    const { match, mine } = await lockForUser(tx, userId, matchId);
    if (match.state === 'closed' && mine.decision === 'passed') {
      const added = mine.learnedAt ? null : await sealReason(ctx, tx, userId, reason);
      if (added !== null) await updatePassReason(tx, matchId, userId, added);
      return;
    }
    if (match.state === 'closed') throw new AppError('match_gone');
    if (match.state === 'mutual') {
      await closeMatch(ctx, tx, matchId, 'unmatched', userId);
      return;
    }
    const now = clock.now();
    const sealedReason = await sealReason(ctx, tx, userId, reason);
    await updateDecision(tx, matchId, userId, toDecision('passed', decisionMs, sealedReason), now);
    await updateState(tx, matchId, { state: 'closed', closedBecause: 'passed' }, now);
    const job: LearnDecisionJob = { matchId: match.id, userId };
    await jobs.send(LEARN_DECISION_JOB, job, { tx, startAfter: PASS_UNDO_MS });
    await outbox.publish(tx, { to: [userId], type: 'match_passed', payload: { match_id: match.id } });
    await notifyPending(ctx, tx, userId);
  });
}

/** Undoes a pass within `PASS_UNDO_MS` of it. @throws match_gone */
export async function undoPass(ctx: MatchContext, userId: string, matchId: string): Promise<void> {
  await withTransactionRetry(ctx.db, async (tx) => {
    const { match, mine } = await lockForUser(tx, userId, matchId);
    if (match.state === 'open' && mine.decision === 'undecided') return;
    const isPassed = match.state === 'closed' && match.closedBecause === 'passed' && mine.decision === 'passed';
    const now = ctx.clock.now();
    const isLate = now.getTime() - (mine.decidedAt?.getTime() ?? 0) > PASS_UNDO_MS;
    if (!isPassed || mine.learnedAt || isLate) throw new AppError('match_gone');
    // A block or an account deletion since the pass found the match closed already; the pass must not be undone then.
    const available = await filterAvailable(tx, userId, [mine.otherId], now);
    if (!available.has(mine.otherId)) throw new AppError('match_gone');
    await updateDecision(tx, matchId, userId, toDecision('undecided'), null);
    await updateState(tx, matchId, { state: 'open', closedBecause: null }, now);
    await notifyPending(ctx, tx, userId);
  });
}
