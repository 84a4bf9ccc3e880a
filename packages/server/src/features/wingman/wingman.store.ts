import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../core/db/types.ts';
import { wingmanSuggestions } from './wingman.tables.ts';

export type SuggestionRow = typeof wingmanSuggestions.$inferSelect;

/** Puts fresh suggestions in the place of those that were not used. */
export async function replaceSuggestions(
  db: Db,
  of: { userId: string; matchId: string },
  rows: (typeof wingmanSuggestions.$inferInsert)[],
): Promise<SuggestionRow[]> {
  await db
    .delete(wingmanSuggestions)
    .where(
      and(
        eq(wingmanSuggestions.userId, of.userId),
        eq(wingmanSuggestions.matchId, of.matchId),
        isNull(wingmanSuggestions.usedAt),
      ),
    );
  return rows.length === 0 ? [] : db.insert(wingmanSuggestions).values(rows).returning();
}

/** Marks a suggestion as taken. @returns it, or undefined where it is not this person's for this match */
export async function markSuggestionUsed(
  db: Db,
  of: { id: string; userId: string; matchId: string; at: Date },
): Promise<SuggestionRow | undefined> {
  const [row] = await db
    .update(wingmanSuggestions)
    .set({ usedAt: of.at })
    .where(
      and(
        eq(wingmanSuggestions.id, of.id),
        eq(wingmanSuggestions.userId, of.userId),
        eq(wingmanSuggestions.matchId, of.matchId),
      ),
    )
    .returning();
  return row;
}
