import { eq, sql } from 'drizzle-orm';
import { columnParam } from '../../../core/db/array-literal.ts';
import { lockName } from '../../../core/db/lock-name.ts';
import { prepared } from '../../../core/db/prepared.ts';
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
  await lockName(db, `talk:${conversationId}`);
}

const selectFeatures = prepared(['conversationId'], (db, { conversationId }) =>
  db.select().from(conversationFeatures).where(eq(conversationFeatures.conversationId, conversationId)),
);

export async function findConversationFeatures(
  db: Db,
  conversationId: string,
): Promise<ConversationFeaturesRow | null> {
  const [row] = await selectFeatures(db, { conversationId });
  return row ?? null;
}

/**
 * `members` are sorted by id. The subqueries name the table with the column: drizzle leaves the table out in a select from one table,
 * and `id` would be that of the subquery.
 */
const selectInfo = prepared(['conversationId'], (db, { conversationId }) =>
  db
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
    .where(eq(conversations.id, conversationId)),
);

export async function findConversationInfo(db: Db, conversationId: string): Promise<ConversationInfo | null> {
  const [row] = await selectInfo(db, { conversationId });
  if (!row) return null;
  const { matchId, lastSeq, members, withDemoUser } = row;
  return { conversationId, matchId, members, lastSeq, withDemoUser, isActive: row.status === 'active' };
}

/** What is counted here is not done: every request for numbers counts, and only the job notifies. */
export async function upsertConversationFeatures(
  db: Db,
  row: Omit<typeof conversationFeatures.$inferInsert, 'doneSeq'>,
): Promise<void> {
  const { conversationId: _, ...changes } = row;
  const doneSeq = sql`coalesce(${conversationFeatures.doneSeq}, ${conversationFeatures.uptoSeq})`;
  await db
    .insert(conversationFeatures)
    .values({ ...row, doneSeq: 0 })
    .onConflictDoUpdate({ target: conversationFeatures.conversationId, set: { ...changes, doneSeq } });
}

/**
 * Records that the background work of these conversations is done up to a message. Leaves out those that another transaction is
 * changing: two nodes that wait for each other's rows would stop, and the next sweep finds what is left.
 */
export async function markDone(
  db: Db,
  done: readonly Pick<ConversationInfo, 'conversationId' | 'lastSeq'>[],
): Promise<void> {
  if (done.length === 0) return;
  await db.execute(sql`
    with free as (
      select f.conversation_id as id, v.seq from conversation_features f
      join unnest(${columnParam(done, (row) => row.conversationId, 'uuid')}, ${columnParam(done, (row) => row.lastSeq, 'int8')}) as v (id, seq)
        on v.id = f.conversation_id
      where coalesce(f.done_seq, 0) < v.seq
      for update of f skip locked)
    update conversation_features f set done_seq = greatest(free.seq, f.done_seq) from free where f.conversation_id = free.id`);
}

/** A part of the conversations, in the order of their ids; `last` is where the next one begins, null at the end. */
export type ConversationPage<T> = { rows: T[]; last: string | null };

/** Those of the conversations whose background work is not known to be done. */
export async function filterUndone(db: Db, conversationIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select v.id::text as id from unnest(${columnParam(conversationIds, (id) => id, 'uuid')}) as v (id)
    where not exists (select from conversations c join conversation_features f on f.conversation_id = c.id
      where c.id = v.id and f.done_seq >= c.last_seq)`);
  return rows.map(({ id }) => id);
}

/**
 * Those active conversations, of `limit` after one, with messages whose background work is not done.
 * @param before only conversations whose last message is older: the jobs of newer ones are on their way
 */
export async function listUndone(
  db: Db,
  { after, limit, before }: { after: string | null; limit: number; before: Date },
): Promise<ConversationPage<string>> {
  const { rows } = await db.execute<{ ids: string[]; last: string | null }>(sql`
    with page as (
      select id, status, last_seq, updated_at from conversations where ${after === null ? sql`true` : sql`id > ${after}::uuid`} order by id limit ${limit})
    select (select p.id::text from page p order by p.id offset ${limit - 1}) as last,
      array(select p.id::text from page p left join conversation_features f on f.conversation_id = p.id
        where p.status = 'active' and p.updated_at < ${before.toISOString()}::timestamptz and p.last_seq > coalesce(f.done_seq, f.upto_seq, 0) order by p.id) as ids`);
  const [{ ids = [], last = null } = {}] = rows;
  return { rows: ids, last };
}
