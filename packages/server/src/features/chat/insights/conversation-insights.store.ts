import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/types.ts';
import { users } from '../../auth/auth.tables.ts';
import { conversationFeatures, conversationMembers, conversations } from '../chat.tables.ts';

export type ConversationFeaturesRow = typeof conversationFeatures.$inferSelect;
export type ConversationInfo = {
  conversationId: string;
  matchId: string;
  members: string[];
  lastSeq: number;
  isActive: boolean;
  /** With a demo user the clock of the reveal runs faster. */
  withDemoUser: boolean;
};

/** Only one transaction at a time counts a conversation. The lock ends with the transaction. */
export async function lockConversationFeatures(db: Db, conversationId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`talk:${conversationId}`}, 0))`);
}

export async function findConversationFeatures(
  db: Db,
  conversationId: string,
): Promise<ConversationFeaturesRow | null> {
  const [row] = await db
    .select()
    .from(conversationFeatures)
    .where(eq(conversationFeatures.conversationId, conversationId));
  return row ?? null;
}

/**
 * `members` are sorted by id. The subqueries name the table with the column: drizzle leaves the table out in a select from one table,
 * and `id` would be that of the subquery.
 */
export async function findConversationInfo(db: Db, conversationId: string): Promise<ConversationInfo | null> {
  const [row] = await db
    .select({
      matchId: conversations.matchId,
      lastSeq: conversations.lastSeq,
      status: conversations.status,
      members: sql<string[]>`array(select m.user_id::text from ${conversationMembers} m
        where m.conversation_id = ${conversations}.id order by m.user_id)`,
      withDemoUser: sql<boolean>`exists(select 1 from ${conversationMembers} m join ${users} u on u.id = m.user_id
        where m.conversation_id = ${conversations}.id and u.is_demo)`,
    })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  if (!row) return null;
  const { matchId, lastSeq, members, withDemoUser } = row;
  return { conversationId, matchId, members, lastSeq, withDemoUser, isActive: row.status === 'active' };
}

export async function upsertConversationFeatures(db: Db, row: typeof conversationFeatures.$inferInsert): Promise<void> {
  const { conversationId: _, ...changes } = row;
  await db
    .insert(conversationFeatures)
    .values(row)
    .onConflictDoUpdate({ target: conversationFeatures.conversationId, set: changes });
}
