import { AppError } from '@soulsight/contract/errors';
import type { Match } from '@soulsight/contract/match';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { MatchContext } from '../match.context.ts';
import { lockUser, type MatchView } from '../match.store.ts';
import { presentOne } from '../present-matches.ts';
import { getModel, showMatch } from './show-match.ts';

/** Shows a user one particular other user, outside the order and the allowance. @throws match_gone when paired before */
export async function introduce(ctx: MatchContext, userId: string, otherId: string): Promise<Match> {
  const view = await withTransactionRetry(ctx.db, async (tx) => {
    await lockUser(tx, userId);
    return await showTo(ctx, tx, userId, otherId);
  });
  if (!view) throw new AppError('match_gone');
  return await presentOne(ctx, userId, view);
}

/** Shows a user one particular other user; null when they were paired before. */
export async function showTo(ctx: MatchContext, tx: Tx, userId: string, otherId: string): Promise<MatchView | null> {
  const { bgp } = ctx;
  for (const id of [userId, otherId]) await bgp.ensure(tx, id);
  const weights = await bgp.getWeights(tx);
  const models = await bgp.getUserModels(tx, [userId, otherId]);
  const [seeker, other] = [getModel(models, userId), getModel(models, otherId)];
  return await showMatch(ctx, tx, { userId, otherId, seeker, other, weights, propensity: 1 });
}
