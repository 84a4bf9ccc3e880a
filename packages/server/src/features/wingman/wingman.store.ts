import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../core/db/types.ts';
import { wingmanSuggestions } from './wingman.tables.ts';

export type SuggestionRow = typeof wingmanSuggestions.$inferSelect;

/** Replaces the unused suggestions. */
export async function replaceSuggestions(
  db: Db,
  owner: { userId: string; matchId: string },
  rows: (typeof wingmanSuggestions.$inferInsert)[],
): Promise<SuggestionRow[]> {
  await db
    .delete(wingmanSuggestions)
    .where(
      and(
        eq(wingmanSuggestions.userId, owner.userId),
        eq(wingmanSuggestions.matchId, owner.matchId),
        isNull(wingmanSuggestions.usedAt),
      ),
    );
  return rows.length === 0 ? [] : db.insert(wingmanSuggestions).values(rows).returning();
}

/** Marks a suggestion as used; returns undefined unless it belongs to this user and match. */
export async function markSuggestionUsed(
  db: Db,
  suggestion: { id: string; userId: string; matchId: string; at: Date },
): Promise<SuggestionRow | undefined> {
  const [row] = await db
    .update(wingmanSuggestions)
    .set({ usedAt: suggestion.at })
    .where(
      and(
        eq(wingmanSuggestions.id, suggestion.id),
        eq(wingmanSuggestions.userId, suggestion.userId),
        eq(wingmanSuggestions.matchId, suggestion.matchId),
      ),
    )
    .returning();
  return row;
}

export function listSuggestions(db: Db, userId: string): Promise<SuggestionRow[]> {
  return db.select().from(wingmanSuggestions).where(eq(wingmanSuggestions.userId, userId));
}
