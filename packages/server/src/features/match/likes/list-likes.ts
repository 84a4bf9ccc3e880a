import { AppError } from '@soulsight/contract/errors';
import { OPEN_LIKES_MAX, OPEN_LIKES_WINDOW_MS } from '@soulsight/contract/limits';
import type { LikeAmount, Match } from '@soulsight/contract/match';
import { toUtcDay } from '@soulsight/contract/time';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { Tx } from '../../../core/db/types.ts';
import { notifyPending } from '../decisions/notify-pending.ts';
import { listFitting } from '../eligible.store.ts';
import { recordShowing } from '../exposure.store.ts';
import type { MatchContext } from '../match.context.ts';
import { toLikeAmount } from '../match.rules.ts';
import { listUndecided, lockUser } from '../match.store.ts';
import { presentMatches } from '../present-matches.ts';
import { showTo } from '../search/introduce.ts';
import { withSearchTimeout } from '../search/with-search-timeout.ts';
import { incrementUsage } from '../usage.store.ts';
import { getUsageLimits } from '../usage-limits.ts';
import { LIKES_GROUP, listSeenLikes } from './like-notice.ts';
import { excludeOpenLikes, listContactBlocked, listTellTimes, type OpenLikeRow } from './open-like.store.ts';

/** People introduced by one call; the next call continues. */
const INTRODUCED_PER_CALL = 30;

/** How many people let the user know of a like, and how many the user may let know. */
export async function countLikes(
  ctx: MatchContext,
  userId: string,
): Promise<{ amount: LikeAmount; open_likes_left: number }> {
  const { db, clock } = ctx;
  const seen = await db.transaction((tx) => listSeenLikes(ctx, tx, userId));
  const told = await listTellTimes(db, userId, new Date(clock.now().getTime() - OPEN_LIKES_WINDOW_MS));
  return { amount: toLikeAmount(seen.length), open_likes_left: Math.max(0, OPEN_LIKES_MAX - told.length) };
}

/**
 * The people who let a premium user know of their like, as suggestions of theirs, the one who waits longest first. Introduces those
 * whom the user has not met. @throws premium_required, unavailable
 */
export async function meetLikes(ctx: MatchContext, userId: string): Promise<Match[]> {
  const views = await withTransactionRetry(ctx.db, async (tx) => {
    await lockUser(tx, userId);
    if ((await ctx.subscription.getPlan(userId, tx)) === 'free') throw new AppError('premium_required');
    const seen = await listSeenLikes(ctx, tx, userId);
    const waiting = seen.filter(({ isMet }) => !isMet).slice(0, INTRODUCED_PER_CALL);
    const unmet = await withoutBlockedAddresses(ctx, tx, userId, waiting);
    for (const { likedBy } of unmet) await introduceLiker(ctx, tx, userId, likedBy);
    if (unmet.length > 0) await notifyPending(ctx, tx, userId);
    await ctx.notifications.markGroupRead(tx, userId, LIKES_GROUP);
    const order = new Map(seen.map(({ matchId }, n) => [matchId, n]));
    const undecided = await listUndecided(tx, userId);
    return undecided
      .filter(({ match }) => order.has(match.id))
      .sort((a, b) => (order.get(a.match.id) ?? 0) - (order.get(b.match.id) ?? 0));
  });
  return await presentMatches(ctx, userId, views);
}

/** As a search would, but whatever the day's showings of the other user: they asked for it. */
async function introduceLiker(ctx: MatchContext, tx: Tx, userId: string, likedBy: string): Promise<void> {
  const today = toUtcDay(ctx.clock.now());
  const { perDay } = await ctx.exposureLimits(tx, today);
  await recordShowing(tx, { userId: likedBy, today, fairShare: perDay, cap: null });
  if (!(await showTo(ctx, tx, userId, likedBy))) return;
  const { day } = await getUsageLimits(ctx, userId, tx);
  await incrementUsage(tx, userId, day);
}

/** Whether the preferences of both allow a user to be told of the like of somebody whom they have not met. */
export async function fits(ctx: MatchContext, tx: Tx, userId: string, likedBy: string): Promise<boolean> {
  const now = ctx.clock.now();
  const withFilters = (await ctx.subscription.getPlan(userId, tx)) === 'premium';
  const who = { userId, withFilters, today: toUtcDay(now), now };
  const fitting = await withSearchTimeout(tx, () => listFitting(tx, who, [likedBy]));
  return fitting.get(likedBy) ?? false;
}

/** Leaves out for good those whose address the user blocked after the like was told. */
async function withoutBlockedAddresses(
  ctx: MatchContext,
  tx: Tx,
  userId: string,
  unmet: readonly OpenLikeRow[],
): Promise<OpenLikeRow[]> {
  const { byUser } = await listContactBlocked(
    tx,
    userId,
    unmet.map(({ likedBy }) => likedBy),
  );
  await excludeOpenLikes(tx, userId, [...byUser], ctx.clock.now());
  return unmet.filter(({ likedBy }) => !byUser.has(likedBy));
}
