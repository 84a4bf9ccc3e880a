import { AppError } from '@soulsight/contract/errors';
import { and, desc, eq, gt, gte, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { arrayParam, columnParam } from '../../../core/db/array-literal.ts';
import type { Db } from '../../../core/db/types.ts';
import { users } from '../../auth/auth.tables.ts';
import { matches } from '../../match/match.tables.ts';
import { profiles } from '../../profile/profile.tables.ts';
import { reveals } from '../../reveal/reveal.tables.ts';
import { conversationMembers, conversations, messages } from '../chat.tables.ts';

export type ConversationRow = typeof conversations.$inferSelect;
export type MemberRow = typeof conversationMembers.$inferSelect;
/** A conversation as `me`, one of its two members, sees it. `stage` is the number of the reveal stage. */
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

/** Inserts the conversation of a match with its members; null when it exists already, also when both start it at once. */
export async function insertConversation(
  db: Db,
  { matchId, startedBy, otherId, now }: { matchId: string; startedBy: string; otherId: string; now: Date },
): Promise<ConversationRow | null> {
  const [inserted] = await db
    .insert(conversations)
    .values({ matchId, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: conversations.matchId })
    .returning();
  if (!inserted) return null;
  await db.insert(conversationMembers).values([
    { conversationId: inserted.id, userId: startedBy, otherId, startedByMe: true },
    { conversationId: inserted.id, userId: otherId, otherId: startedBy },
  ]);
  return inserted;
}

export async function findConversationByMatch(db: Db, matchId: string): Promise<ConversationRow | null> {
  const [row] = await db.select().from(conversations).where(eq(conversations.matchId, matchId));
  return row ?? null;
}

/** Closes the conversation of a match and returns its id; null when none was active. */
export async function closeConversation(db: Db, matchId: string, now: Date): Promise<string | null> {
  const [row] = await db
    .update(conversations)
    .set({ status: 'closed', updatedAt: now })
    .where(and(eq(conversations.matchId, matchId), eq(conversations.status, 'active')))
    .returning({ id: conversations.id });
  return row?.id ?? null;
}

/** Those of the users whom a moderator has suspended. */
export async function listSuspended(db: Db, userIds: readonly string[], now: Date): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), gt(users.lockedUntil, now)));
  return new Set(rows.map(({ id }) => id));
}

/** A user's member row in an active conversation; null for anyone else. */
export async function findMembership(db: Db, userId: string, conversationId: string): Promise<MemberRow | null> {
  const [row] = await db
    .select({ member: conversationMembers })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(
      and(
        eq(conversationMembers.conversationId, conversationId),
        eq(conversationMembers.userId, userId),
        eq(conversations.status, 'active'),
      ),
    );
  return row?.member ?? null;
}

/** @throws conversation_gone unless the user is a member of the active conversation */
export async function getMembership(db: Db, userId: string, conversationId: string): Promise<MemberRow> {
  const member = await findMembership(db, userId, conversationId);
  if (!member) throw new AppError('conversation_gone');
  return member;
}

/** Records that a message of a conversation is deleted now. */
export async function markLastDeleted(db: Db, conversationId: string, now: Date): Promise<void> {
  await db.update(conversations).set({ lastDeletedAt: now }).where(eq(conversations.id, conversationId));
}

/** Member ids by conversation id, closed conversations included. */
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

/** @throws conversation_gone unless the user is a member of the active conversation */
export async function getConversationView(db: Db, userId: string, conversationId: string): Promise<ConversationView> {
  const [view] = await listConversationViews(db, userId, { limit: 1, conversationId });
  if (!view) throw new AppError('conversation_gone');
  return view;
}

/** A user's active conversations, the most recently changed first. */
export async function listConversationViews(
  db: Db,
  userId: string,
  page: { limit: number; after?: Cursor | null; conversationId?: string },
): Promise<ConversationView[]> {
  const { after, conversationId } = page;
  return await db
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
}

function isAfterCursor({ at, id }: Cursor) {
  return or(lt(conversations.updatedAt, at), and(eq(conversations.updatedAt, at), lt(conversations.id, id)));
}

/** Counts stop here: the page shows 99+. */
const UNREAD_COUNT_MAX = 100;

function unreadCountSql() {
  return sql<number>`(select count(*) from (select 1 from ${messages} u where u.conversation_id = ${conversations.id}
    and u.seq > ${conversationMembers.readSeq} and u.sender_id <> ${conversationMembers.userId}
    and u.deleted_at is null limit ${sql.raw(String(UNREAD_COUNT_MAX))}) as counted)`.mapWith(Number);
}

/** Unread messages by user, then by conversation. Every user has an entry; conversations without unread messages have none. */
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
/** With the id of the message at the mark. */
type DeliveredUpdate = ReceiptUpdate & { messageId: string | null };

/**
 * Moves delivered marks forward, at most to the last message. Users who hide their presence, and conversations that the user is not
 * in or that are closed, are skipped: a delivery time would show when the app was open. Returns the marks that moved.
 */
export async function updateDelivered(
  db: Db,
  upTo: readonly { conversationId: string; userId: string; seq: number }[],
): Promise<DeliveredUpdate[]> {
  if (upTo.length === 0) return [];
  const { rows } = await db.execute<DeliveredUpdate>(sql`
    update conversation_members m set delivered_seq = least(v.seq, c.last_seq)
    from unnest(${columnParam(upTo, (row) => row.conversationId, 'uuid')}, ${columnParam(upTo, (row) => row.userId, 'uuid')},
      ${columnParam(upTo, (row) => row.seq, 'int8')}) as v (conversation_id, user_id, seq), conversations c
    where m.conversation_id = v.conversation_id and m.user_id = v.user_id and c.id = m.conversation_id
      and c.status = 'active' and m.delivered_seq < least(v.seq, c.last_seq)
      and not exists (select 1 from profiles p where p.user_id = m.user_id and p.preferences ->> 'show_online' = 'false')
    returning m.conversation_id::text as "conversationId", m.user_id::text as "userId",
      m.other_id::text as "otherId", m.delivered_seq::int as seq, (select s.id::text from messages s
        where s.conversation_id = m.conversation_id and s.seq = m.delivered_seq) as "messageId"`);
  return rows;
}

/**
 * Moves a read mark forward; null when it did not move. With `isShown` the other user sees it; with `isDelivered` they see at least
 * that the messages arrived.
 */
export async function updateRead(
  db: Db,
  { conversationId, userId, seq }: Omit<ReceiptUpdate, 'otherId'>,
  { isShown, isDelivered }: { isShown: boolean; isDelivered: boolean },
): Promise<ReceiptUpdate | null> {
  const shownReadSeq = isShown
    ? sql`greatest(${conversationMembers.shownReadSeq}, ${seq})`
    : conversationMembers.shownReadSeq;
  const [row] = await db
    .update(conversationMembers)
    .set({
      readSeq: seq,
      ...(isDelivered && { deliveredSeq: sql`greatest(${conversationMembers.deliveredSeq}, ${seq})` }),
      shownReadSeq,
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

/** Those of the users who hide their presence. */
export async function listHidingPresence(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(and(inArray(profiles.userId, [...userIds]), sql`${profiles.preferences} ->> 'show_online' = 'false'`));
  return new Set(rows.map(({ userId }) => userId));
}

/** Active conversations whose last message was sent within the span and has no reply; `silentId` did not reply. */
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

/** Ids of every conversation of a user, closed ones included. */
export async function listConversationIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: conversationMembers.conversationId })
    .from(conversationMembers)
    .where(eq(conversationMembers.userId, userId));
  return rows.map(({ id }) => id);
}

/** Ids of the conversations of two users, closed ones included. */
export async function listConversationIdsBetween(db: Db, userId: string, otherId: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: conversationMembers.conversationId })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.userId, userId), eq(conversationMembers.otherId, otherId)));
  return new Set(rows.map(({ id }) => id));
}
