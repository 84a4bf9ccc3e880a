import { AppError } from '@soulsight/contract/errors';
import { and, desc, eq, inArray, lt, or, type Placeholder, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { arrayLiteral, arrayParam, columnParam } from '../../../core/db/array-literal.ts';
import { isAmong, prepared } from '../../../core/db/prepared.ts';
import type { Db } from '../../../core/db/types.ts';
import { users } from '../../auth/auth.tables.ts';
import { matches } from '../../match/match.tables.ts';
import { profiles } from '../../profile/profile.tables.ts';
import { reveals } from '../../reveal/reveal.tables.ts';
import { conversationMembers, conversations, messages } from '../chat.tables.ts';
import type { ConversationPage } from '../insights/conversation-insights.store.ts';

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

const selectRestrictions = prepared(['ids', 'now'], (db, { ids, now }) =>
  db
    .select({
      id: users.id,
      isSuspended: sql<boolean>`(${users.lockedUntil} > ${now}::timestamptz) is true`,
      hidesPresence: sql<boolean>`(${profiles.preferences} ->> 'show_online' = 'false') is true`,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(isAmong(users.id, ids)),
);

/** Those of the users whom a moderator has suspended, and those who hide their presence. */
export async function listRestricted(
  db: Db,
  userIds: readonly string[],
  now: Date,
): Promise<{ suspended: Set<string>; hidingPresence: Set<string> }> {
  const rows =
    userIds.length === 0 ? [] : await selectRestrictions(db, { ids: arrayLiteral(userIds), now: now.toISOString() });
  const toIds = (found: typeof rows) => new Set(found.map(({ id }) => id));
  return {
    suspended: toIds(rows.filter(({ isSuspended }) => isSuspended)),
    hidingPresence: toIds(rows.filter(({ hidesPresence }) => hidesPresence)),
  };
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

function selectViews(db: Db) {
  return db
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
    .leftJoin(messages, and(eq(messages.conversationId, conversations.id), eq(messages.seq, conversations.lastSeq)));
}

function isActiveFor(userId: string | Placeholder) {
  return and(eq(conversationMembers.userId, userId), eq(conversations.status, 'active'));
}

const selectView = prepared(['userId', 'conversationId'], (db, { userId, conversationId }) =>
  selectViews(db)
    .where(and(isActiveFor(userId), eq(conversations.id, conversationId)))
    .limit(1),
);
const selectFirstViews = prepared(['userId', 'limit'], (db, { userId, limit }) =>
  selectViews(db)
    .where(isActiveFor(userId))
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(limit),
);

/** @throws conversation_gone unless the user is a member of the active conversation */
export async function getConversationView(db: Db, userId: string, conversationId: string): Promise<ConversationView> {
  const [view] = await selectView(db, { userId, conversationId });
  if (!view) throw new AppError('conversation_gone');
  return view;
}

/** A user's active conversations, the most recently changed first. */
export async function listConversationViews(
  db: Db,
  userId: string,
  page: { limit: number; after?: Cursor | null; conversationIds?: string[] },
): Promise<ConversationView[]> {
  const { limit, after, conversationIds } = page;
  if (!after && !conversationIds) return await selectFirstViews(db, { userId, limit });
  return await selectViews(db)
    .where(
      and(
        isActiveFor(userId),
        conversationIds ? inArray(conversations.id, conversationIds) : undefined,
        after ? isAfterCursor(after) : undefined,
      ),
    )
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(limit);
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

type Unanswered = { conversationId: string; silentId: string };

/**
 * Those active conversations, of `limit` after one, whose last message was sent within the span and has no reply; `silentId` did not
 * reply. A deleted message asks for no reply, nobody can reply while a member is suspended, and silence
 * towards a demo user says nothing about a person.
 */
export async function listUnanswered(
  db: Db,
  { from, to }: { from: Date; to: Date },
  after: string | null,
  limit: number,
): Promise<ConversationPage<Unanswered>> {
  const [start, end] = [from, to].map((at) => sql`${at.toISOString()}::timestamptz`);
  const { rows } = await db.execute<{ unanswered: Unanswered[]; last: string | null }>(sql`
    with page as (
      select id, status, updated_at from conversations where ${after === null ? sql`true` : sql`id > ${after}::uuid`} order by id limit ${limit}),
    unanswered as (
      select p.id as "conversationId", silent.user_id as "silentId"
      from page p cross join lateral (
          select m.seq, m.sender_id, m.created_at from messages m
          where m.conversation_id = p.id and m.deleted_at is null order by m.seq desc limit 1) sent
        join conversation_members silent on silent.conversation_id = p.id and silent.user_id <> sent.sender_id
      where p.status = 'active' and p.updated_at >= ${start} and sent.created_at >= ${start} and sent.created_at < ${end}
        and not exists (select 1 from messages r
          where r.conversation_id = p.id and r.seq > sent.seq and r.sender_id = silent.user_id)
        and not exists (select 1 from users u
          where u.id in (silent.user_id, sent.sender_id) and (u.is_demo or u.locked_until > sent.created_at)))
    select (select p.id::text from page p order by p.id offset ${limit - 1}) as last,
      coalesce((select json_agg(unanswered) from unanswered), '[]') as unanswered`);
  const [{ unanswered = [], last = null } = {}] = rows;
  return { rows: unanswered, last };
}

/** Ids of a user's active conversations; with `only`, that one if it is among them. */
export async function listActiveConversationIds(db: Db, userId: string, only?: string): Promise<string[]> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(
      and(
        eq(conversationMembers.userId, userId),
        eq(conversations.status, 'active'),
        only ? eq(conversations.id, only) : undefined,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Ids of every conversation of a user, closed ones included, in ascending order. */
export async function listConversationIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: conversationMembers.conversationId })
    .from(conversationMembers)
    .where(eq(conversationMembers.userId, userId))
    // Transactions that lock one after the other must do so in the same order.
    .orderBy(conversationMembers.conversationId);
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
