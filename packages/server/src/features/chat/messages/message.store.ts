import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { arrayLiteral, arrayParam, columnParam } from '../../../core/db/array-literal.ts';
import { isTransaction } from '../../../core/db/commit-hooks.ts';
import { getSqlState, SQL_STATE } from '../../../core/db/errors.ts';
import { prepared } from '../../../core/db/prepared.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import { conversationMembers, messages } from '../chat.tables.ts';

export type MessageRow = typeof messages.$inferSelect;
export type NewMessage = Pick<MessageRow, 'id' | 'conversationId' | 'senderId'> & { content: Buffer };
export type LockedConversation = {
  id: string;
  isActive: boolean;
  isPaused: boolean;
  lastSeq: number;
  members: string[];
};

type LockedRow = Omit<LockedConversation, 'members'> & { userA: string; userB: string };

/** Ordered by id to avoid deadlocks. A conversation is paused while a moderator has suspended a member. */
function toLocked(rows: readonly LockedRow[] | null | undefined): LockedConversation[] {
  return (rows ?? []).map(({ userA, userB, ...row }) => ({ ...row, members: [userA, userB] }));
}

/** Locks conversations. Unknown ids are left out. The result is one JSON value, which is cheaper than a row for each. */
export async function lockConversations(db: Db, ids: readonly string[], now: Date): Promise<LockedConversation[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ locked: LockedRow[] | null }>(sql`
    with locked as (
      select c.id, (c.status = 'active' and m.state = 'mutual') as "isActive",
        (one.locked_until > ${at} or other.locked_until > ${at}) is true as "isPaused",
        c.last_seq as "lastSeq", m.lo as "userA", m.hi as "userB"
      from conversations c join matches m on m.id = c.match_id join users one on one.id = m.lo join users other on other.id = m.hi
      where c.id = any(${arrayParam(ids, 'uuid')}) order by c.id for update of c)
    select json_agg(locked) as locked from locked`);
  return toLocked(rows[0]?.locked);
}

export async function listMessagesById(db: Db, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return await db
    .select()
    .from(messages)
    .where(inArray(messages.id, [...ids]));
}

/** Messages stored of each member, by user id; a member without any has no entry. */
export async function countMessagesBySender(db: Db, conversationId: string): Promise<Record<string, number>> {
  const rows = await db
    .select({ senderId: messages.senderId, count: sql<number>`count(*)`.mapWith(Number) })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .groupBy(messages.senderId);
  return Object.fromEntries(rows.map(({ senderId, count }) => [senderId, count]));
}

/** Why a conversation does not take a message: it is unknown, closed or of others, or a moderator has suspended a member. */
export type Refusal = 'gone' | 'paused';

export type StoredBatch = {
  /** Null when no message was stored. */
  outboxId: number | null;
  /** For each message, in their order: its number and its receiver, or why it was not stored. */
  results: ({ seq: number; receiverId: string } | Refusal)[];
};

const { placeholder } = sql;
const STORED = {
  outboxId: sql<number | string | null>`outbox_id`,
  seqs: sql<string>`seqs`,
  receivers: sql<string>`receivers`,
};
const STORE = sql`store_messages_3(${placeholder('ids')}::uuid[], ${placeholder('conversationIds')}::uuid[], ${placeholder('senderIds')}::uuid[],
  ${placeholder('starts')}::int4[], ${placeholder('sizes')}::int4[], ${placeholder('contents')}::bytea, ${placeholder('events')}::bytea, ${placeholder('now')}::timestamptz)`;

function prepareStore(db: Db, name: string) {
  return db.select(STORED).from(STORE).prepare(name);
}

/** The statement of each handle that is not a transaction: it is built once, and each connection to a server parses and plans it once. */
const storeStatements = new WeakMap<Db, ReturnType<typeof prepareStore>>();
/** With the number of the function, so that nodes of different versions that share a connection do not call each other's. */
export const STATEMENT_NAME = 'store_messages_3';
const UNNAMED = '';

/** A pooler that knows no prepared statements, as PgBouncer before 1.21, has changed the connection: nothing was stored. */
const NOT_PREPARED: readonly (string | null)[] = [SQL_STATE.unknownStatement, SQL_STATE.duplicateStatement];

async function callStore(db: Db, values: Record<string, unknown>) {
  if (isTransaction(db)) return await prepareStore(db, UNNAMED).execute(values);
  const statement = storeStatements.get(db) ?? prepareStore(db, STATEMENT_NAME);
  storeStatements.set(db, statement);
  try {
    return await statement.execute(values);
  } catch (error) {
    if (!NOT_PREPARED.includes(getSqlState(error))) throw error;
    const unnamed = prepareStore(db, UNNAMED);
    storeStatements.set(db, unnamed);
    return await unnamed.execute(values);
  }
}

/**
 * Locks the conversations, numbers and inserts the messages that they take, and writes the outbox row, in one statement: one
 * round trip and, outside a transaction, one commit. The contents travel as one value, split in SQL. A function, so that
 * each connection plans what is in it once.
 * @param events the content of the outbox row
 */
export async function storeMessages(
  db: Db,
  sent: readonly NewMessage[],
  { events, now }: { events: Buffer; now: Date },
): Promise<StoredBatch> {
  const { bytes, starts, sizes } = concatBuffers(sent.map(({ content }) => content));
  const [row] = await callStore(db, {
    ids: arrayLiteral(sent.map(({ id }) => id)),
    conversationIds: arrayLiteral(sent.map(({ conversationId }) => conversationId)),
    senderIds: arrayLiteral(sent.map(({ senderId }) => senderId)),
    starts: arrayLiteral(starts),
    sizes: arrayLiteral(sizes),
    contents: bytes,
    events,
    now: now.toISOString(),
  });
  if (!row) throw new Error('Storing messages returned nothing.');
  const receivers = row.receivers.split(',');
  // Announced here, one person's message could reach another. The outbox announces it from the stored rows.
  if (receivers.length !== sent.length) throw new Error('A stored message has no receiver.');
  const results = row.seqs.split(',').map((text, i) => {
    const [seq, receiverId] = [Number(text), receivers[i]];
    if (seq <= 0) return seq === 0 ? 'gone' : 'paused';
    if (!receiverId) throw new Error('A stored message has no receiver.');
    return { seq, receiverId };
  });
  return { outboxId: row.outboxId === null ? null : Number(row.outboxId), results };
}

/** The buffers joined, with the start (from 1, as in SQL) and the size of each. */
function concatBuffers(buffers: readonly Buffer[]): { bytes: Buffer; starts: number[]; sizes: number[] } {
  const sizes = buffers.map((buffer) => buffer.length);
  let next = 1;
  const starts = sizes.map((size) => {
    next += size;
    return next - size;
  });
  return { bytes: Buffer.concat(buffers), starts, sizes };
}

/** `after` and `before` are message numbers, exclusive; without either, the newest page. */
export type PageQuery = { after?: number | undefined; before?: number | undefined; limit: number };

function preparePage(order: typeof asc) {
  return prepared(['conversationId', 'after', 'before', 'limit'], (db, { conversationId, after, before, limit }) =>
    db
      .select()
      .from(messages)
      .where(and(eq(messages.conversationId, conversationId), gt(messages.seq, after), lt(messages.seq, before)))
      .orderBy(order(messages.seq))
      .limit(limit),
  );
}

const selectNext = preparePage(asc);
const selectLast = preparePage(desc);
/** Messages are numbered from 1. */
const BEFORE_ALL = 0;
const AFTER_ALL = 2 ** 31 - 1;

/** One page of messages, oldest first: the next ones after `after`, else the last ones before `before`. */
export async function listMessagePage(
  db: Db,
  conversationId: string,
  { after, before = AFTER_ALL, limit }: PageQuery,
): Promise<MessageRow[]> {
  if (after !== undefined) return await selectNext(db, { conversationId, after, before, limit });
  return (await selectLast(db, { conversationId, after: BEFORE_ALL, before, limit })).reverse();
}

/** Numbers of deleted messages up to `seq`, the most recently deleted first. */
export async function listDeletedSeqs(db: Db, conversationId: string, seq: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ seq: messages.seq })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), lte(messages.seq, seq), isNotNull(messages.deletedAt)))
    .orderBy(desc(messages.deletedAt))
    .limit(limit);
  return rows.map((row) => row.seq);
}

export async function findMessage(db: Db, conversationId: string, messageId: string): Promise<MessageRow | null> {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.id, messageId), eq(messages.conversationId, conversationId)));
  return row ?? null;
}

/** Whether none of these messages was deleted. Until the transaction ends none is. */
export async function lockUndeleted(tx: Tx, conversationId: string, seqs: readonly number[]): Promise<boolean> {
  if (seqs.length === 0) return true;
  const rows = await tx
    .select({ seq: messages.seq })
    .from(messages)
    .where(
      and(eq(messages.conversationId, conversationId), inArray(messages.seq, [...seqs]), isNull(messages.deletedAt)),
    )
    .orderBy(asc(messages.seq))
    .for('share');
  return rows.length === new Set(seqs).size;
}

/** Removes the content for both users; null when the message is not the sender's or was deleted before. */
export async function markMessageDeleted(
  db: Db,
  {
    conversationId,
    messageId,
    senderId,
    now,
  }: { conversationId: string; messageId: string; senderId: string; now: Date },
): Promise<MessageRow | null> {
  const [row] = await db
    .update(messages)
    .set({ content: null, deletedAt: now })
    .where(
      and(
        eq(messages.id, messageId),
        eq(messages.conversationId, conversationId),
        eq(messages.senderId, senderId),
        isNull(messages.deletedAt),
      ),
    )
    .returning();
  return row ?? null;
}

export type MessageKey = { id: string; conversationId: string; seq: number };

/**
 * The newest messages with content of several conversations, each before a number of its own: the newest first, and those of a
 * conversation in their order. It reads at most `limit` rows of each conversation.
 */
export async function listNewestKeys(
  db: Db,
  before: ReadonlyMap<string, number>,
  limit: number,
): Promise<MessageKey[]> {
  const entries = [...before];
  const { rows } = await db.execute<MessageKey>(sql`
    select m.id::text as id, c.id::text as "conversationId", m.seq::int as seq
    from unnest(${columnParam(entries, ([id]) => id, 'uuid')}, ${columnParam(entries, ([, seq]) => seq, 'int8')}) as c (id, before)
      cross join lateral (
        -- The clocks of two nodes may differ: a message is not older than those after it.
        select n.id, n.seq, min(n.created_at) over (order by n.seq desc) as at
        from (select * from messages
          where conversation_id = c.id and seq < c.before and deleted_at is null order by seq desc limit ${limit}) n) m
    order by m.at desc, c.id, m.seq desc limit ${limit}`);
  return rows;
}

/** The newest message of the other user that a user has not read. */
export async function findNewestUnread(db: Db, conversationId: string, userId: string): Promise<MessageRow | null> {
  const [row] = await db
    .select({ message: messages })
    .from(messages)
    .innerJoin(
      conversationMembers,
      and(eq(conversationMembers.conversationId, messages.conversationId), eq(conversationMembers.userId, userId)),
    )
    .where(
      and(
        eq(messages.conversationId, conversationId),
        ne(messages.senderId, userId),
        isNull(messages.deletedAt),
        gt(messages.seq, conversationMembers.readSeq),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1);
  return row?.message ?? null;
}
