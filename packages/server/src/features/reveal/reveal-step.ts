import { AppError } from '@soulsight/contract/errors';
import type { RevealState } from '@soulsight/contract/reveal';
import { withTransactionRetry } from '../../core/db/transaction-retry.ts';
import type { Tx } from '../../core/db/types.ts';
import type { Pair } from '../match/pair-facts.service.ts';
import type { RevealContext } from './reveal.deps.ts';
import type { RevealFacts } from './reveal.rules.ts';
import type { RequestRow } from './reveal.store.ts';
import { getMutualPair, getPairTrust, getProgressFacts, getRevealState } from './reveal-state.ts';

/** One change inside its transaction: the locked match as the caller sees it, and how far the reveal is. */
export type RevealStep = {
  tx: Tx;
  userId: string;
  pair: Pair;
  facts: RevealFacts;
  pending: RequestRow | null;
  now: Date;
};

/** Runs one change while the match is locked, and returns the new state. @throws match_gone, and what `change` throws */
export async function runRevealStep(
  ctx: RevealContext,
  userId: string,
  matchId: string,
  change: (step: RevealStep) => Promise<void>,
): Promise<RevealState> {
  const { db, clock, pairs } = ctx;
  // Outside the transaction: it counts new messages in transactions of its own.
  const { trustLevel } = await getPairTrust(ctx, userId, await getMutualPair(ctx, userId, matchId, db));
  await withTransactionRetry(db, async (tx) => {
    const pair = await pairs.lockPair(tx, userId, matchId);
    if (!pair.mutual) throw new AppError('match_gone');
    const { pending, ...progress } = await getProgressFacts(ctx, tx, userId, pair);
    const facts: RevealFacts = { ...progress, pending, trustLevel };
    const now = clock.now();
    await change({ tx, userId, pair, pending, now, facts });
  });
  return await getRevealState(ctx, userId, matchId);
}
