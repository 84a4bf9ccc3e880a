import { AppError } from '@soulsight/contract/errors';
import { OPEN_LIKES_MAX, OPEN_LIKES_WINDOW_MS } from '@soulsight/contract/limits';
import type { LikeAmount, Match } from '@soulsight/contract/match';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { Tx } from '../../../core/db/types.ts';
import { notifyPending } from '../decisions/notify-pending.ts';
import { listFitting } from '../eligible.store.ts';
import { recordShowing } from '../exposure.store.ts';
import type { MatchContext } from '../match.context.ts';
import { SUGGESTION_LIFE_MS, toLikeAmount } from '../match.rules.ts';
import { filterAvailable, listUndecided, lockUser } from '../match.store.ts';
import { presentMatches } from '../present-matches.ts';
import { showTo } from '../search/introduce.ts';
import { withSearchTimeout } from '../search/with-search-timeout.ts';
import { incrementUsage } from '../usage.store.ts';
import { getUsageLimits } from '../usage-limits.ts';
import { excludeOpenLikes, listOpenLikes, listTellTimes, type OpenLikeRow } from './open-like.store.ts';

/** Group of the notifications about likes: an unread one is replaced by the next. */
export const LIKES_GROUP = 'likes';

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
    const unmet = seen.filter(({ isMet }) => !isMet).slice(0, INTRODUCED_PER_CALL);
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

/** Whether a user may be told of the open like of another whom they have not decided about. */
export async function maySee(ctx: MatchContext, tx: Tx, userId: string, like: OpenLikeRow): Promise<boolean> {
  const { likedBy, isMet } = like;
  if (isMet) return (await filterAvailable(tx, userId, [likedBy], ctx.clock.now())).has(likedBy);
  return (await findFitting(ctx, tx, userId, [likedBy])).get(likedBy) ?? false;
}

/**
 * The open likes that a user may see. Somebody who cannot be met now is left out for now; one whom the user's preferences exclude
 * stays out.
 */
async function listSeenLikes(ctx: MatchContext, tx: Tx, userId: string): Promise<OpenLikeRow[]> {
  const now = ctx.clock.now();
  const likes = await listOpenLikes(tx, userId, new Date(now.getTime() - SUGGESTION_LIFE_MS));
  if (likes.length === 0) return [];
  const [met, unmet] = [likes.filter(({ isMet }) => isMet), likes.filter(({ isMet }) => !isMet)].map((rows) =>
    rows.map(({ likedBy }) => likedBy),
  ) as [string[], string[]];
  const available = await filterAvailable(tx, userId, met, now);
  const fitting = await findFitting(ctx, tx, userId, unmet);
  const excluded = unmet.filter((id) => fitting.get(id) === false);
  await excludeOpenLikes(tx, userId, excluded, now);
  return likes.filter(({ likedBy, isMet }) => (isMet ? available.has(likedBy) : (fitting.get(likedBy) ?? false)));
}

async function findFitting(ctx: MatchContext, tx: Tx, userId: string, ids: string[]): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map();
  const now = ctx.clock.now();
  const withFilters = (await ctx.subscription.getPlan(userId, tx)) === 'premium';
  const who = { userId, withFilters, today: toUtcDay(now), now };
  return await withSearchTimeout(tx, () => listFitting(tx, who, ids));
}

const toUtcDay = (at: Date) => at.toISOString().slice(0, 10);
