import { AppError } from '@soulsight/contract/errors';
import type { Match } from '@soulsight/contract/match';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { Tx } from '../../../core/db/types.ts';
import { notifyPending } from '../decisions/notify-pending.ts';
import type { MatchContext } from '../match.context.ts';
import { mayFind, mayHintAt } from '../match.rules.ts';
import {
  deleteSide,
  filterAvailable,
  findDiscoverability,
  listUndecided,
  lockUser,
  type MatchView,
} from '../match.store.ts';
import { presentOne } from '../present-matches.ts';
import { incrementUsage } from '../usage.store.ts';
import { getUsageLimits } from '../usage-limits.ts';
import { introduceBest } from './introduce-best.ts';

/**
 * Returns the undecided suggestion that a user has, or suggests the best eligible user. A suggestion whose user left is replaced
 * without using the daily allowance.
 * @throws daily_match_limit, nobody_left, onboarding_incomplete, unavailable
 */
export async function findMatch(ctx: MatchContext, userId: string): Promise<Match> {
  const view = await withTransactionRetry(ctx.db, async (tx) => {
    await lockUser(tx, userId);
    const { searchChangedAt } = await getDiscoverable(tx, userId);
    const { suggestion, removedIds } = await findSuggestion(tx, userId, ctx.clock.now());
    for (const matchId of removedIds) {
      await ctx.outbox.publish(tx, { to: [userId], type: 'match_expired', payload: { match_id: matchId } });
    }
    if (suggestion) return suggestion;
    const { limits, day } = await getUsageLimits(ctx, userId, tx);
    const isReplacement = removedIds.length > 0;
    if (!isReplacement && !mayFind(limits)) throw new AppError('daily_match_limit');
    const introduced = await introduceBest(ctx, tx, { userId, mayHint: mayHintAt(searchChangedAt, ctx.clock.now()) });
    if (!isReplacement) await incrementUsage(tx, userId, day);
    await notifyPending(ctx, tx, userId);
    return introduced;
  });
  return await presentOne(ctx, userId, view);
}

async function getDiscoverable(tx: Tx, userId: string) {
  const profile = await findDiscoverability(tx, userId);
  if (profile?.discoverable) return profile;
  if (!profile?.paused) throw new AppError('onboarding_incomplete');
  throw new AppError(
    'nobody_left',
    'Your profile is paused, so we cannot introduce you to anyone. Resume it in Settings.',
  );
}

/** The oldest undecided suggestion. Removes older ones whose user cannot be met now, whether or not that user liked the caller. */
async function findSuggestion(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ suggestion: MatchView | null; removedIds: string[] }> {
  const undecided = await listUndecided(tx, userId);
  const otherIds = undecided.map(({ side }) => side.otherId);
  const available = await filterAvailable(tx, userId, otherIds, now);
  const removedIds: string[] = [];
  for (const view of undecided) {
    if (available.has(view.side.otherId)) return { suggestion: view, removedIds };
    await deleteSide(tx, view.match.id, userId);
    removedIds.push(view.match.id);
  }
  return { suggestion: null, removedIds };
}
