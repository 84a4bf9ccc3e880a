import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, sealed } from '../../core/db/columns.ts';
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
    because: text('because').notNull(),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('wingman_suggestions_user').on(t.userId, t.matchId)],
);
