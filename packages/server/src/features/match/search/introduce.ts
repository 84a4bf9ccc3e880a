import { AppError } from '@soulsight/contract/errors';
import type { Match } from '@soulsight/contract/match';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { MatchContext } from '../match.context.ts';
import { lockUser } from '../match.store.ts';
import { presentOne } from '../present-matches.ts';
import { getModel, showMatch } from './show-match.ts';

/** Shows a user one particular other user, outside the order and the allowance. @throws match_gone when paired before */
export async function introduce(ctx: MatchContext, userId: string, otherId: string): Promise<Match> {
  const { db, bgp } = ctx;
  const view = await withTransactionRetry(db, async (tx) => {
    await lockUser(tx, userId);
    for (const id of [userId, otherId]) await bgp.ensure(tx, id);
    const weights = await bgp.getWeights(tx);
    const models = await bgp.getUserModels(tx, [userId, otherId]);
    const [seeker, other] = [getModel(models, userId), getModel(models, otherId)];
    return await showMatch(ctx, tx, { userId, otherId, seeker, other, weights, propensity: 1 });
  });
  if (!view) throw new AppError('match_gone');
  return await presentOne(ctx, userId, view);
}
