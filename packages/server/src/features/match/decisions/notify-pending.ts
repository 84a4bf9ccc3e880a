import type { Tx } from '../../../core/db/types.ts';
import type { MatchContext } from '../match.context.ts';
import { listUndecided } from '../match.store.ts';

/** Sends a user's devices the number of their undecided suggestions. */
export async function notifyPending({ outbox }: Pick<MatchContext, 'outbox'>, tx: Tx, userId: string): Promise<void> {
  const { length: count } = await listUndecided(tx, userId);
  await outbox.publish(tx, { to: [userId], type: 'pending_matches', payload: { count } });
}
