import type { Tx } from '../../../core/db/types.ts';
import type { MatchContext } from '../match.context.ts';
import { SUGGESTION_LIFE_MS } from '../match.rules.ts';
import { filterAvailable } from '../match.store.ts';
import { listContactBlocked, listOpenLikes, type OpenLikeRow } from './open-like.store.ts';

/** Group of the notifications about likes: an unread one is replaced by the next. */
export const LIKES_GROUP = 'likes';

/**
 * The open likes that a user may see. What the user can change at will, preferences and blocked addresses, was looked at when the
 * like was told: looked at now, it would tell the age or the address of somebody who was never shown.
 */
export async function listSeenLikes(
  { clock }: Pick<MatchContext, 'clock'>,
  tx: Tx,
  userId: string,
): Promise<OpenLikeRow[]> {
  const now = clock.now();
  const likes = await listOpenLikes(tx, userId, new Date(now.getTime() - SUGGESTION_LIFE_MS));
  const givers = likes.map(({ likedBy }) => likedBy);
  const available = await filterAvailable(tx, userId, givers, now);
  const { byThem } = await listContactBlocked(tx, userId, givers);
  return likes.filter(({ likedBy, isMet }) => available.has(likedBy) && (isMet || !byThem.has(likedBy)));
}

/** An unread notification about likes of which none is left is neither shown nor mailed. */
export async function endLikeNotice(
  ctx: Pick<MatchContext, 'clock' | 'notifications'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  if ((await listSeenLikes(ctx, tx, userId)).length === 0)
    await ctx.notifications.markGroupRead(tx, userId, LIKES_GROUP);
}
