import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant, sealed } from '../../core/db/columns.ts';
import { users } from '../auth/auth.tables.ts';
import { matches } from '../match/match.tables.ts';

export const conversations = pgTable(
  'conversations',
  {
    id: id(),
    matchId: uuid('match_id')
      .notNull()
      .references(() => matches.id, { onDelete: 'cascade' }),
    status: text('status').$type<'active' | 'closed'>().notNull().default('active'),
    /** Number of the last message; they count up from 1. */
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When a message was deleted last: what a device kept from before may show it. */
    lastDeletedAt: instant('last_deleted_at'),
  },
  (t) => [uniqueIndex('conversations_match').on(t.matchId)],
);

export const conversationMembers = pgTable(
  'conversation_members',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    otherId: uuid('other_id').notNull(),
    /** Receipts only move forward. */
    deliveredSeq: bigint('delivered_seq', { mode: 'number' }).notNull().default(0),
    readSeq: bigint('read_seq', { mode: 'number' }).notNull().default(0),
    /** The part of `readSeq` that the other user may know: it does not move while this user's read receipts are off. */
    shownReadSeq: bigint('shown_read_seq', { mode: 'number' }).notNull().default(0),
    /** Who started the conversation. */
    startedByMe: boolean('started_by_me').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.userId] }), index('conversation_members_user').on(t.userId)],
);

export const messages = pgTable(
  'messages',
  {
    /** The client's UUID. */
    id: uuid('id').primaryKey(),
    /** No foreign key, whose check costs as much as the insert: `store_messages` locks the conversation, and a trigger deletes with it. */
    conversationId: uuid('conversation_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    senderId: uuid('sender_id').notNull(),
    /** Sealed with the conversation's data key; null when deleted. */
    content: sealed('content'),
    messageType: text('message_type').$type<'text'>().notNull().default('text'),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    uniqueIndex('messages_seq').on(t.conversationId, t.seq),
    // Deleted messages are few: a device that comes back asks which they are.
    index('messages_deleted').on(t.conversationId, t.deletedAt).where(sql`${t.deletedAt} is not null`),
  ],
);

/** Numbers about a conversation so far: the basis of trust level, emotional connection and insights. */
export const conversationFeatures = pgTable('conversation_features', {
  conversationId: uuid('conversation_id')
    .primaryKey()
    .references(() => conversations.id, { onDelete: 'cascade' }),
  /** A `ConversationTally` as JSON, sealed with the conversation's data key. */
  features: sealed('features').notNull(),
  /** Number of the last message that it counts. */
  uptoSeq: integer('upto_seq').notNull().default(0),
  /** Number of the last message whose background work is done, such as its notification; null: that of `uptoSeq`, as before this column. */
  doneSeq: bigint('done_seq', { mode: 'number' }),
  trustLevel: real('trust_level').notNull().default(0),
  updatedAt: instant('updated_at').notNull(),
});
