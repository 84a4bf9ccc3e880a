import { doublePrecision, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { id, instant, sealed, sealedText } from '../../core/db/columns.ts';
import { users } from '../auth/auth.tables.ts';
import { matches } from '../match/match.tables.ts';

export const wingmanSuggestions = pgTable(
  'wingman_suggestions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    matchId: uuid('match_id')
      .notNull()
      .references(() => matches.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'opener' | 'reply' | 'question' | 'support'>().notNull(),
    text: sealed('text').notNull(),
    /** It may quote the conversation. */
    because: sealedText('because').notNull(),
    /** The request that brought it first. Repeated, because its answer was lost, it brings the same lines. */
    requestId: uuid('request_id'),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('wingman_suggestions_user').on(t.userId, t.matchId), index('wingman_suggestions_match').on(t.matchId)],
);

/** Calls of the language model: what was sent, and what they used of the day's limit. */
export const wingmanModelCalls = pgTable(
  'wingman_model_calls',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    matchId: uuid('match_id')
      .notNull()
      .references(() => matches.id, { onDelete: 'cascade' }),
    /** Chosen by the client: a repeated request is not charged again. */
    requestId: uuid('request_id').notNull(),
    /** In UTC, such as 2026-01-31. */
    day: text('day').notNull(),
    sent: sealed('sent').notNull(),
    /** What it wrote, and what that rests on; null until then, and where there is nothing to show. */
    written: sealed('written'),
    status: text('status').$type<'running' | 'answered' | 'failed'>().notNull(),
    tokens: integer('tokens').notNull(),
    costMicro: doublePrecision('cost_micro').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique().on(t.userId, t.requestId),
    index('wingman_model_calls_user').on(t.userId, t.day),
    index('wingman_model_calls_match').on(t.matchId),
  ],
);
