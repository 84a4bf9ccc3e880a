import { and, desc, eq, inArray, notInArray, or, type SQLWrapper } from 'drizzle-orm';
import { lockName } from '../../core/db/lock-name.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { conversations } from '../chat/chat.tables.ts';
import { matches } from '../match/match.tables.ts';
import { wingmanSuggestions } from './wingman.tables.ts';

export type SuggestionRow = typeof wingmanSuggestions.$inferSelect;

type Owner = { userId: string; matchId: string };

const ownedBy = ({ userId, matchId }: Owner) =>
  and(eq(wingmanSuggestions.userId, userId), eq(wingmanSuggestions.matchId, matchId));

/** Returned in the order of `rows`. */
export async function insertSuggestions(
  db: Db,
  rows: (typeof wingmanSuggestions.$inferInsert)[],
): Promise<SuggestionRow[]> {
  return rows.length === 0 ? [] : db.insert(wingmanSuggestions).values(rows).returning();
}

/** What was suggested to a user for a match, newest first. */
export function listShown(db: Db, owner: Owner, limit: number): Promise<SuggestionRow[]> {
  return db
    .select()
    .from(wingmanSuggestions)
    .where(ownedBy(owner))
    .orderBy(desc(wingmanSuggestions.createdAt), desc(wingmanSuggestions.id))
    .limit(limit);
}

/** Keeps others from storing suggestions of a user for a match until the transaction ends. */
export async function lockSuggestions(tx: Tx, { userId, matchId }: Owner): Promise<void> {
  await lockName(tx, `wingman:${userId}:${matchId}`);
}

/** Deletes the suggestions of a user for a match except these. */
export async function deleteOtherSuggestions(db: Db, owner: Owner, kept: readonly string[]): Promise<void> {
  await db.delete(wingmanSuggestions).where(and(ownedBy(owner), notInArray(wingmanSuggestions.id, [...kept])));
}

/** A subquery: all matches of a user, the closed ones too. */
export function selectMatchIdsByUser(db: Db, userId: string): SQLWrapper {
  return db
    .select({ id: matches.id })
    .from(matches)
    .where(or(eq(matches.userA, userId), eq(matches.userB, userId)));
}

/** A subquery: the match of a conversation. */
export function selectMatchIdByConversation(db: Db, conversationId: string): SQLWrapper {
  return db.select({ id: conversations.matchId }).from(conversations).where(eq(conversations.id, conversationId));
}

/** Deletes what was suggested for these matches, to both users: the reasons quote the conversation. */
export async function deleteSuggestions(db: Db, matchIds: SQLWrapper): Promise<void> {
  await db.delete(wingmanSuggestions).where(inArray(wingmanSuggestions.matchId, matchIds));
}

/** Marks a suggestion as used; returns undefined unless it belongs to this user and match. */
export async function markSuggestionUsed(
  db: Db,
  suggestion: { id: string; userId: string; matchId: string; at: Date },
): Promise<SuggestionRow | undefined> {
  const [row] = await db
    .update(wingmanSuggestions)
    .set({ usedAt: suggestion.at })
    .where(and(eq(wingmanSuggestions.id, suggestion.id), ownedBy(suggestion)))
    .returning();
  return row;
}

export function listSuggestions(db: Db, userId: string): Promise<SuggestionRow[]> {
  return db.select().from(wingmanSuggestions).where(eq(wingmanSuggestions.userId, userId));
}
