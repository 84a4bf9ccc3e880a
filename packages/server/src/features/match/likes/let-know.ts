import { AppError } from '@soulsight/contract/errors';
import { OPEN_LIKES_MAX, OPEN_LIKES_WINDOW_MS } from '@soulsight/contract/limits';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { Tx } from '../../../core/db/types.ts';
import { lockForUser } from '../decisions/lock-for-user.ts';
import type { MatchContext } from '../match.context.ts';
import { isOver } from '../match.rules.ts';
import { filterAvailable, lockUser, type SideRow } from '../match.store.ts';
import { LIKES_GROUP } from './like-notice.ts';
import { fits } from './list-likes.ts';
import { findOpenLike, insertOpenLike, listTellTimes } from './open-like.store.ts';

/**
 * Lets the other user know of a like, once. Whether they can see it, and what they decide, changes nothing for the user who likes.
 * @throws match_gone; conflict before the like and after it was taken back; rate_limited
 */
export async function letKnow(ctx: MatchContext, userId: string, matchId: string): Promise<void> {
  await withTransactionRetry(ctx.db, async (tx) => {
    await lockUser(tx, userId);
    const { match, mine, theirs } = await lockForUser(tx, userId, matchId);
    if (match.state === 'closed' || isOver(mine.decision)) throw new AppError('match_gone');
    if (mine.decision !== 'liked') throw new AppError('conflict', 'Say yes first.');
    // They know already: both said yes.
    if (match.state === 'mutual') return;
    const before = await findOpenLike(tx, matchId, userId);
    if (before?.isOpen) return;
    if (before) throw new AppError('conflict', 'You took this like back once, so it stays between you and us.');
    const waitMs = await waitBeforeTelling(ctx, tx, userId);
    if (waitMs > 0) {
      const detail = `You can let ${OPEN_LIKES_MAX} people know within a day. Your like is kept, and you can still tell them later.`;
      throw new AppError('rate_limited', detail, { retryAfterS: Math.ceil(waitMs / 1_000) });
    }
    await tell(ctx, tx, mine, theirs);
  });
}

/** Lets the other user know of a new like if the user chose so in their settings and has not told too many today. */
export async function letKnowByDefault(
  ctx: MatchContext,
  tx: Tx,
  mine: SideRow,
  theirs: SideRow | null,
): Promise<void> {
  if (await findOpenLike(tx, mine.matchId, mine.userId)) return;
  if ((await waitBeforeTelling(ctx, tx, mine.userId)) > 0) return;
  await tell(ctx, tx, mine, theirs);
}

/** Milliseconds until the user may let one more person know. */
async function waitBeforeTelling({ clock }: MatchContext, tx: Tx, userId: string): Promise<number> {
  const now = clock.now().getTime();
  const times = await listTellTimes(tx, userId, new Date(now - OPEN_LIKES_WINDOW_MS));
  const freeing = times.at(-OPEN_LIKES_MAX);
  return freeing ? freeing.getTime() + OPEN_LIKES_WINDOW_MS - now : 0;
}

async function tell(ctx: MatchContext, tx: Tx, mine: SideRow, theirs: SideRow | null): Promise<void> {
  const { matchId, userId, otherId } = mine;
  const now = ctx.clock.now();
  const isSeen = theirs ? theirs.decision === 'undecided' : await fits(ctx, tx, otherId, userId);
  await insertOpenLike(tx, { matchId, userId, otherId, toldAt: now, excludedAt: theirs || isSeen ? null : now });
  if (!isSeen || !(await filterAvailable(tx, otherId, [userId], now)).has(userId)) return;
  await ctx.notifications.notify(tx, {
    userId: otherId,
    kind: 'like',
    title: 'Someone likes you',
    body: 'They said yes to you and wanted you to know.',
    href: '/matching/likes',
    groupKey: LIKES_GROUP,
  });
}
