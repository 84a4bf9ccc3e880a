import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/types.ts';
import { flowStates } from '../auth.tables.ts';
import type { FlowRow } from '../mail/one-time.store.ts';

/** Marks a round trip as come back: of two callbacks with one state one gets it. */
export async function updateFlowReturned(db: Db, id: string): Promise<FlowRow | null> {
  const [row] = await db
    .update(flowStates)
    .set({ data: sql`${flowStates.data} || '{"returned": true}'::jsonb` })
    .where(and(eq(flowStates.id, id), sql`not ${flowStates.data} ? 'returned'`))
    .returning();
  return row ?? null;
}

/** Keeps a round trip's outcome and the code that its client exchanges for it. */
export async function updateFlowOutcome(
  db: Db,
  id: string,
  outcome: { userId: string; codeHash: string; data: Record<string, unknown>; now: Date },
): Promise<void> {
  await db
    .update(flowStates)
    .set({ userId: outcome.userId, codeHash: outcome.codeHash, data: outcome.data, codeIssuedAt: outcome.now })
    .where(eq(flowStates.id, id));
}
