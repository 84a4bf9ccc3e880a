import type { Tx } from '../../../core/db/types.ts';
import { endLikeNotice } from '../likes/like-notice.ts';
import { listReceivers } from '../likes/open-like.store.ts';
import type { MatchContext } from '../match.context.ts';
import { isOver } from '../match.rules.ts';
import { type ClosedBecause, listActiveMatchIds, listSides, lockMatch, updateState } from '../match.store.ts';

type CloseContext = Pick<MatchContext, 'clock' | 'outbox' | 'notifications' | 'closedListeners'>;

/** Closes a match and everything that belongs to it; false when it was closed before. `closedBy` is the user who unmatched. */
export async function closeMatch(
  { clock, outbox, notifications, closedListeners }: CloseContext,
  tx: Tx,
  matchId: string,
  because: ClosedBecause,
  closedBy: string | null = null,
): Promise<boolean> {
  const match = await lockMatch(tx, matchId);
  if (!match || match.state === 'closed') return false;
  const sides = await listSides(tx, matchId);
  await updateState(tx, matchId, { state: 'closed', closedBecause: because, closedBy }, clock.now());
  for (const listener of closedListeners) await listener(tx, { matchId, userIds: [match.userA, match.userB], because });
  const listed = sides.filter(({ decision }) => !isOver(decision)).map(({ userId }) => userId);
  for (const userId of listed) await notifications.markGroupRead(tx, userId, `match:${match.id}`);
  for (const userId of await listReceivers(tx, matchId)) await endLikeNotice({ clock, notifications }, tx, userId);
  await outbox.publish(tx, { to: listed, type: 'match_expired', payload: { match_id: match.id } });
  return true;
}

/** Closes every match of a user. */
export async function closeAllMatches(
  ctx: CloseContext,
  tx: Tx,
  userId: string,
  because: ClosedBecause,
): Promise<void> {
  for (const matchId of await listActiveMatchIds(tx, userId)) await closeMatch(ctx, tx, matchId, because);
}
