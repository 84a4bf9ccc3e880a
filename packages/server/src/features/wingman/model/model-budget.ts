import { toUtcDay } from '@soulsight/contract/time';
import type { Core } from '../../../core/core.ts';
import { toDataBlock } from '../../../core/llm/data-block.rules.ts';
import { ANSWER_MAX_TOKENS, type LlmTokens, LlmUnchargedError } from '../../../core/llm/llm.ts';
import { estimateTokens, priceTokens } from '../../../core/llm/tokens.rules.ts';
import type { Basis, BasisCheck } from '../basis.ts';
import type { WingmanDeps } from '../wingman.deps.ts';
import * as store from './model-calls.store.ts';
import { SYSTEM } from './model-prompt.rules.ts';
import type { Written } from './written.ts';

/** The id of the call that may be made; null if it may not. */
export type Reservation = { id: string } | 'made_before' | null;

/** Counts what each person uses of the language model in a day (UTC), in tokens and in money. */
export function createModelBudget(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  { limits, isCurrent }: { limits: WingmanDeps['llmLimits']; isCurrent: BasisCheck },
) {
  const price = (tokens: LlmTokens) => priceTokens(tokens, limits);

  /**
   * Counts a call at its highest possible price before it is made. Null where the day's limit is reached, or the conversation may
   * not be sent any more.
   */
  async function reserve(
    owner: { userId: string; matchId: string; requestId: string },
    data: string,
    basis: Basis,
  ): Promise<Reservation> {
    const input = estimateTokens(SYSTEM + toDataBlock(data));
    const now = clock.now();
    const day = toUtcDay(now);
    const row = await db.transaction(async (tx) => {
      if (!(await isCurrent(tx, basis))) return null;
      const [sent] = await vault.sealMany(tx, `user:${owner.userId}`, [data]);
      const inserted = await store.insertModelCall(tx, {
        ...owner,
        day,
        sent: sent as Buffer,
        status: 'running',
        tokens: input + ANSWER_MAX_TOKENS,
        costMicro: price({ input, output: ANSWER_MAX_TOKENS }),
        createdAt: now,
      });
      return inserted ?? 'made_before';
    });
    if (row === null || row === 'made_before') return row;
    const used = await store.sumModelCalls(db, owner.userId, day);
    if (used.tokens > limits.tokensPerDay || used.cost > limits.costPerDayMicro) {
      await store.deleteModelCall(db, row.id);
      return null;
    }
    return { id: row.id };
  }

  /**
   * Stores what the call used and what the model wrote, unless what it rests on was erased meanwhile. Without a count by the
   * endpoint the reserved maximum stays.
   */
  async function settle(id: string, used: LlmTokens | null, written: Written | null): Promise<void> {
    const counted = used && { tokens: used.input + used.output, costMicro: price(used) };
    await db.transaction(async (tx) => {
      const isKept = written !== null && (await isCurrent(tx, written.basis));
      const sealed = isKept ? await vault.seal(tx, `user:${written.basis.viewerId}`, written) : null;
      await store.updateModelCall(tx, id, { status: 'answered', written: sealed, ...counted });
    });
  }

  /** A failed call keeps its reserved maximum, since the endpoint may have charged for it; unless that is ruled out. */
  async function fail(id: string, error: unknown): Promise<void> {
    if (!(error instanceof LlmUnchargedError)) return store.updateModelCall(db, id, { status: 'failed' });
    if (error.wasSent) return store.updateModelCall(db, id, { status: 'failed', tokens: 0, costMicro: 0 });
    await store.deleteModelCall(db, id);
  }

  return { reserve, settle, fail };
}
