import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import { withTransactionRetry } from '../../core/db/transaction-retry.ts';
import type { Tx } from '../../core/db/types.ts';
import type { MatchDeps } from './match.deps.ts';
import { PASS_UNDO_MS } from './match.rules.ts';
import {
  type ClosedBecause,
  filterAvailable,
  listSides,
  listUndecided,
  lockMatch,
  type SideRow,
  updateDecision,
  updateState,
} from './match.store.ts';

/** Closes what belongs to a match, inside the transaction that closes it. */
export type MatchClosedHook = (
  tx: Tx,
  closed: { matchId: string; userIds: string[]; because: ClosedBecause },
) => Promise<void>;

export interface DecisionService {
  /** Says yes; true when it is mutual. @throws match_gone */
  accept(userId: string, matchId: string, decisionMs?: number): Promise<boolean>;
  /** Passes a suggestion; a mutual match is unmatched. @throws match_gone */
  reject(userId: string, matchId: string, reason?: string, decisionMs?: number): Promise<void>;
  /** Takes back a pass within a moment of it. @throws match_gone */
  undo(userId: string, matchId: string): Promise<void>;
  /** @throws match_gone */
  unmatch(userId: string, matchId: string): Promise<void>;
  /** Ends a match and everything that belongs to it; false when it was closed already. */
  close(tx: Tx, matchId: string, because: ClosedBecause): Promise<boolean>;
  /** Tells a person's devices how many suggestions wait. */
  notifyPending(tx: Tx, userId: string): Promise<void>;
}

/** A decision reaches the behavioural profiles by this job. */
export const LEARN_DECISION_JOB = 'match.learn';

/** What two people say to a match, and how it ends. */
export function createDecisionService(
  { db, clock, outbox, jobs }: Pick<Core, 'db' | 'clock' | 'outbox' | 'jobs'>,
  { profile, notifications }: Pick<MatchDeps, 'profile' | 'notifications'>,
  hooks: { closed: MatchClosedHook[] },
): DecisionService {
  async function notifyPending(tx: Tx, userId: string): Promise<void> {
    await outbox.publish(tx, {
      to: [userId],
      type: 'pending_matches',
      payload: { count: (await listUndecided(tx, userId)).length },
    });
  }

  /** Locks a match and gives its sides from the caller's view. @throws match_gone */
  async function lockMatchForUser(tx: Tx, userId: string, matchId: string) {
    const match = await lockMatch(tx, matchId);
    const sides = match ? await listSides(tx, matchId) : [];
    const mine = sides.find((side) => side.userId === userId);
    if (!match || !mine) throw new AppError('match_gone');
    return { match, mine, theirs: sides.find((side) => side.userId !== userId) ?? null };
  }

  async function accept(userId: string, matchId: string, decisionMs?: number): Promise<boolean> {
    return await withTransactionRetry(db, async (tx) => {
      const { match, mine, theirs } = await lockMatchForUser(tx, userId, matchId);
      if (match.state === 'closed' || mine.decision === 'passed') throw new AppError('match_gone');
      if (mine.decision === 'liked') return match.state === 'mutual';
      await updateDecision(tx, matchId, userId, decision('liked', decisionMs), clock.now());
      await jobs.send(LEARN_DECISION_JOB, { matchId: match.id, userId }, { tx });
      if (theirs?.decision === 'liked') await becomeMutual(tx, mine);
      else await outbox.publish(tx, { to: [mine.otherId], type: 'match_liked', payload: {} });
      await notifyPending(tx, userId);
      return theirs?.decision === 'liked';
    });
  }

  async function becomeMutual(tx: Tx, { matchId, userId, otherId }: SideRow): Promise<void> {
    const now = clock.now();
    await updateState(tx, matchId, { state: 'mutual', mutualAt: now }, now);
    await outbox.publish(tx, { to: [userId, otherId], type: 'new_match', payload: { match_id: matchId } });
    await outbox.publish(tx, { to: [userId, otherId], type: 'match_mutual', payload: { match_id: matchId } });
    const name = await profile.getDisplayName(userId, 0, tx);
    await notifications.notify(tx, {
      userId: otherId,
      kind: 'match_mutual',
      title: 'It is mutual',
      body: `You and ${name} both said yes. Say hello when you like.`,
      href: '/matching',
      groupKey: `match:${matchId}`,
    });
  }

  async function reject(userId: string, matchId: string, reason?: string, decisionMs?: number): Promise<void> {
    await withTransactionRetry(db, async (tx) => {
      const { match, mine } = await lockMatchForUser(tx, userId, matchId);
      if (match.state === 'closed' && mine.decision === 'passed') return;
      if (match.state === 'closed') throw new AppError('match_gone');
      if (match.state === 'mutual') {
        await close(tx, matchId, 'unmatched');
        return;
      }
      const now = clock.now();
      await updateDecision(tx, matchId, userId, decision('passed', decisionMs, reason), now);
      await updateState(tx, matchId, { state: 'closed', closedBecause: 'passed' }, now);
      await jobs.send(LEARN_DECISION_JOB, { matchId: match.id, userId }, { tx, startAfter: PASS_UNDO_MS });
      await outbox.publish(tx, { to: [userId], type: 'match_passed', payload: { match_id: match.id } });
      await notifyPending(tx, userId);
    });
  }

  async function undo(userId: string, matchId: string): Promise<void> {
    await withTransactionRetry(db, async (tx) => {
      const { match, mine } = await lockMatchForUser(tx, userId, matchId);
      if (match.state !== 'closed' || match.closedBecause !== 'passed' || mine.decision !== 'passed') {
        if (match.state === 'open' && mine.decision === 'undecided') return;
        throw new AppError('match_gone');
      }
      const passedAt = mine.decidedAt?.getTime() ?? 0;
      const now = clock.now();
      if (mine.learnedAt || now.getTime() - passedAt > PASS_UNDO_MS) throw new AppError('match_gone');
      // A block or a leaving found the match closed already, and must not be undone with the pass.
      const there = await filterAvailable(tx, userId, [mine.otherId], now);
      if (!there.has(mine.otherId)) throw new AppError('match_gone');
      await updateDecision(tx, matchId, userId, decision('undecided'), null);
      await updateState(tx, matchId, { state: 'open', closedBecause: null }, now);
      await notifyPending(tx, userId);
    });
  }

  async function unmatch(userId: string, matchId: string): Promise<void> {
    await withTransactionRetry(db, async (tx) => {
      const { match, mine } = await lockMatchForUser(tx, userId, matchId);
      if (match.state === 'closed' || mine.decision !== 'liked') throw new AppError('match_gone');
      await close(tx, matchId, 'unmatched');
    });
  }

  async function close(tx: Tx, matchId: string, because: ClosedBecause): Promise<boolean> {
    const match = await lockMatch(tx, matchId);
    if (!match || match.state === 'closed') return false;
    const sides = await listSides(tx, matchId);
    await updateState(tx, matchId, { state: 'closed', closedBecause: because }, clock.now());
    for (const hook of hooks.closed) await hook(tx, { matchId, userIds: [match.lo, match.hi], because });
    const listed = sides.filter(({ decision: made }) => made !== 'passed').map(({ userId }) => userId);
    for (const userId of listed) await notifications.markGroupRead(tx, userId, `match:${match.id}`);
    await outbox.publish(tx, { to: listed, type: 'match_expired', payload: { match_id: match.id } });
    return true;
  }

  return { accept, reject, undo, unmatch, close, notifyPending };
}

function decision(made: 'liked' | 'passed' | 'undecided', decisionMs?: number, passReason?: string) {
  const ms = decisionMs === undefined ? null : Math.round(decisionMs);
  return { decision: made, decisionMs: ms, passReason: passReason ?? null };
}
