import { eq, sql } from 'drizzle-orm';
import type { Db } from '../db/types.ts';
import { llmUsage } from './llm.tables.ts';

export type LlmUse = { tokens: number; costMicro: number };
const NONE = { tokens: 0, costMicro: 0, refused: 0 };

/** Adds a use to the day unless a limit would be exceeded, in one statement: calls of other nodes at the same moment count. */
export async function addUse(db: Db, day: string, use: LlmUse, max: LlmUse): Promise<boolean> {
  if (use.tokens > max.tokens || use.costMicro > max.costMicro) return false;
  const [added] = await db
    .insert(llmUsage)
    .values({ ...NONE, day, ...use })
    .onConflictDoUpdate({
      target: llmUsage.day,
      set: {
        tokens: sql`${llmUsage.tokens} + ${use.tokens}`,
        costMicro: sql`${llmUsage.costMicro} + ${use.costMicro}`,
      },
      setWhere: sql`${llmUsage.tokens} + ${use.tokens} <= ${max.tokens} and ${llmUsage.costMicro} + ${use.costMicro} <= ${max.costMicro}`,
    })
    .returning({ day: llmUsage.day });
  return added !== undefined;
}

/** Replaces what was added for a call by what it used. */
export async function correctUse(db: Db, day: string, added: LlmUse, used: LlmUse): Promise<void> {
  const [tokens, costMicro] = [used.tokens - added.tokens, used.costMicro - added.costMicro];
  await db
    .update(llmUsage)
    .set({ tokens: sql`${llmUsage.tokens} + ${tokens}`, costMicro: sql`${llmUsage.costMicro} + ${costMicro}` })
    .where(eq(llmUsage.day, day));
}

export async function countRefused(db: Db, day: string): Promise<void> {
  await db
    .insert(llmUsage)
    .values({ ...NONE, day, refused: 1 })
    .onConflictDoUpdate({ target: llmUsage.day, set: { refused: sql`${llmUsage.refused} + 1` } });
}

export async function getUsage(db: Db, day: string): Promise<LlmUse & { refused: number }> {
  const [row] = await db.select().from(llmUsage).where(eq(llmUsage.day, day));
  return row ?? NONE;
}
