import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/types.ts';
import { flowStates } from '../auth.tables.ts';
import { type FlowRow, selectEpoch } from '../mail/one-time.store.ts';

/** Marks a flow as returned from the provider. Of two concurrent callbacks with one state only one gets it. */
export async function updateFlowReturned(db: Db, id: string): Promise<FlowRow | null> {
  const [row] = await db
    .update(flowStates)
    .set({ data: sql`${flowStates.data} || '{"returned": true}'::jsonb` })
    .where(and(eq(flowStates.id, id), isNull(flowStates.codeHash), sql`not ${flowStates.data} ? 'returned'`))
    .returning();
  return row ?? null;
}

/** Stores the result of a flow and the code that its client exchanges for it, bound to the user's epoch. */
export async function updateFlowOutcome(
  db: Db,
  id: string,
  outcome: {
    userId: string;
    /** The epoch when the flow began, for linking; by default the current one. */
    epoch?: number;
    codeHash: string;
    data: Record<string, unknown>;
    now: Date;
  },
): Promise<void> {
  await db
    .update(flowStates)
    .set({
      userId: outcome.userId,
      epoch: outcome.epoch ?? selectEpoch(outcome.userId),
      codeHash: outcome.codeHash,
      data: outcome.data,
      codeIssuedAt: outcome.now,
    })
    .where(eq(flowStates.id, id));
}
