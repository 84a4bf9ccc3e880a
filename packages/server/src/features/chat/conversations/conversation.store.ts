import { and, desc, eq, gte, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { arrayParam, columnParam } from '../../../core/db/array-literal.ts';
import type { Db } from '../../../core/db/types.ts';
import { matches } from '../../match/match.tables.ts';
import { profiles } from '../../profile/profile.tables.ts';
import { reveals } from '../../reveal/reveal.tables.ts';
import { conversationMembers, conversations, messages } from '../chat.tables.ts';

export type ConversationRow = typeof conversations.$inferSelect;
export type MemberRow = typeof conversationMembers.$inferSelect;
/** A conversation as one of its two members sees it. */
export type ConversationView = {
  conversation: ConversationRow;
  me: MemberRow;
  them: Pick<MemberRow, 'deliveredSeq' | 'shownReadSeq'>;
  last: typeof messages.$inferSelect | null;
  unread: number;
  stage: number;
};
export type Cursor = { at: Date; id: string };

const theirs = alias(conversationMembers, 'theirs');

/** Makes the conversation of a match; null when there is one already. Two who start at once get one. */
export async function insertConversation(
  db: Db,
  { matchId, startedBy, otherId, now }: { matchId: string; startedBy: string; otherId: string; now: Date },
): Promise<ConversationRow | null> {
  const [made] = await db
    .insert(conversations)
    .values({ matchId, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: conversations.matchId })
    .returning();
  if (!made) return null;
  await db.insert(conversationMembers).values([
    { conversationId: made.id, userId: startedBy, otherId, startedByMe: true },
    { conversationId: made.id, userId: otherId, otherId: startedBy },
  ]);
  return made;
}

export async function findConversationByMatch(db: Db, matchId: string): Promise<ConversationRow | null> {
  const [row] = await db.select().from(conversations).where(eq(conversations.matchId, matchId));
  return row ?? null;
}

/** Closes the conversation of a match; answers its id, or null when there was none open. */
export async function closeConversation(db: Db, matchId: string, now: Date): Promise<string | null> {
  const [row] = await db
    .update(conversations)
    .set({ status: 'closed', updatedAt: now })
    .where(and(eq(conversations.matchId, matchId), eq(conversations.status, 'active')))
    .returning({ id: conversations.id });
  return row?.id ?? null;
}

/** The member row of a person in an active conversation of a match that stands; null for anybody else. */
export async function findMembership(
  db: Db,
  userId: string,
  conversationId: string,
): Promise<(MemberRow & { matchId: string; lastSeq: number }) | null> {
  const [row] = await db
    .select({ member: conversationMembers, matchId: conversations.matchId, lastSeq: conversations.lastSeq })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(
      and(
        eq(conversationMembers.conversationId, conversationId),
        eq(conversationMembers.userId, userId),
        eq(conversations.status, 'active'),
      ),
    );
  return row ? { ...row.member, matchId: row.matchId, lastSeq: row.lastSeq } : null;
}

/** Who is in each of the conversations, an ended one too. */
export async function listMembers(db: Db, conversationIds: readonly string[]): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>(conversationIds.map((id) => [id, []]));
  if (conversationIds.length === 0) return members;
  const rows = await db
    .select({ conversationId: conversationMembers.conversationId, userId: conversationMembers.userId })
    .from(conversationMembers)
    .where(inArray(conversationMembers.conversationId, [...conversationIds]));
  for (const { conversationId, userId } of rows) members.get(conversationId)?.push(userId);
  return members;
}

/** A person's active conversations, the last changed first. */
export async function listConversationViews(
  db: Db,
  userId: string,
  page: { limit: number; after?: Cursor | null; conversationId?: string },
): Promise<ConversationView[]> {
  const { after, conversationId } = page;
  const rows = await db
    .select({
      conversation: conversations,
      me: conversationMembers,
      them: { deliveredSeq: theirs.deliveredSeq, shownReadSeq: theirs.shownReadSeq },
      last: messages,
      unread: unreadCountSql(),
      stage: sql<number>`coalesce(${reveals.stage}, 0)`.mapWith(Number),
    })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .innerJoin(theirs, and(eq(theirs.conversationId, conversations.id), eq(theirs.userId, conversationMembers.otherId)))
    .innerJoin(matches, and(eq(matches.id, conversations.matchId), eq(matches.state, 'mutual')))
    .leftJoin(reveals, eq(reveals.matchId, conversations.matchId))
    .leftJoin(messages, and(eq(messages.conversationId, conversations.id), eq(messages.seq, conversations.lastSeq)))
    .where(
      and(
        eq(conversationMembers.userId, userId),
        eq(conversations.status, 'active'),
        conversationId ? eq(conversations.id, conversationId) : undefined,
        after ? isAfterCursor(after) : undefined,
      ),
    )
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(page.limit);
  return rows;
}

function isAfterCursor({ at, id }: Cursor) {
  return or(lt(conversations.updatedAt, at), and(eq(conversations.updatedAt, at), lt(conversations.id, id)));
}

/** Counting goes no further than anybody looks: a page shows 99+. */
const UNREAD_COUNTED_MAX = 100;

function unreadCountSql() {
  return sql<number>`(select count(*) from (select 1 from ${messages} u where u.conversation_id = ${conversations.id}
    and u.seq > ${conversationMembers.readSeq} and u.sender_id <> ${conversationMembers.userId}
    and u.deleted_at is null limit ${sql.raw(String(UNREAD_COUNTED_MAX))}) as counted)`.mapWith(Number);
}

/** Unread messages of people by conversation; conversations without any are left out, people without any are not. */
export async function countUnreadByUser(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, Record<string, number>>> {
  const counts = new Map(userIds.map((userId) => [userId, {} as Record<string, number>]));
  if (userIds.length === 0) return counts;
  const rows = await db
    .select({ userId: conversationMembers.userId, id: conversations.id, unread: unreadCountSql() })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(
      and(sql`${conversationMembers.userId} = any(${arrayParam(userIds, 'uuid')})`, eq(conversations.status, 'active')),
    );
  for (const { userId, id, unread } of rows) if (unread > 0) (counts.get(userId) ?? {})[id] = unread;
  return counts;
}

export type ReceiptUpdate = { conversationId: string; userId: string; otherId: string; seq: number };

/** Moves how far people have received, forward only; answers those that moved. */
export async function updateDelivered(
  db: Db,
  upTo: readonly Omit<ReceiptUpdate, 'otherId'>[],
): Promise<ReceiptUpdate[]> {
  if (upTo.length === 0) return [];
  const { rows } = await db.execute<ReceiptUpdate>(sql`
    update conversation_members m set delivered_seq = v.seq
    from unnest(${columnParam(upTo, (one) => one.conversationId, 'uuid')}, ${columnParam(upTo, (one) => one.userId, 'uuid')},
      ${columnParam(upTo, (one) => one.seq, 'int8')}) as v (conversation_id, user_id, seq)
    where m.conversation_id = v.conversation_id and m.user_id = v.user_id and m.delivered_seq < v.seq
    returning m.conversation_id::text as "conversationId", m.user_id::text as "userId",
      m.other_id::text as "otherId", m.delivered_seq::int as seq`);
  return rows;
}

/** Moves how far a person has read, forward only. `shows` lets the other know. Null when nothing moved. */
export async function updateRead(
  db: Db,
  { conversationId, userId, seq }: Omit<ReceiptUpdate, 'otherId'>,
  shows: boolean,
): Promise<ReceiptUpdate | null> {
  const shown = shows ? sql`greatest(${conversationMembers.shownReadSeq}, ${seq})` : conversationMembers.shownReadSeq;
  const [row] = await db
    .update(conversationMembers)
    .set({
      readSeq: seq,
      deliveredSeq: sql`greatest(${conversationMembers.deliveredSeq}, ${seq})`,
      shownReadSeq: shown,
    })
    .where(
      and(
        eq(conversationMembers.conversationId, conversationId),
        eq(conversationMembers.userId, userId),
        lt(conversationMembers.readSeq, seq),
      ),
    )
    .returning({ otherId: conversationMembers.otherId });
  return row ? { conversationId, userId, otherId: row.otherId, seq } : null;
}

/** Those of the people who do not show when they are there. */
export async function listHidingPresence(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(and(inArray(profiles.userId, [...userIds]), sql`${profiles.preferences} ->> 'show_online' = 'false'`));
  return new Set(rows.map(({ userId }) => userId));
}

/** Active conversations whose last message, of an instant in the span, was not answered: who left it, and who waits. */
export async function listUnanswered(
  db: Db,
  span: { from: Date; to: Date },
  limit: number,
): Promise<{ conversationId: string; silentId: string }[]> {
  return await db
    .select({ conversationId: conversations.id, silentId: conversationMembers.userId })
    .from(conversations)
    .innerJoin(messages, and(eq(messages.conversationId, conversations.id), eq(messages.seq, conversations.lastSeq)))
    .innerJoin(
      conversationMembers,
      and(eq(conversationMembers.conversationId, conversations.id), ne(conversationMembers.userId, messages.senderId)),
    )
    .where(and(eq(conversations.status, 'active'), gte(messages.createdAt, span.from), lt(messages.createdAt, span.to)))
    .limit(limit);
}
