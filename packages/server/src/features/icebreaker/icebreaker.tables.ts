import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, sealed } from '../../core/db/columns.ts';
import { users } from '../auth/auth.tables.ts';
import { matches } from '../match/match.tables.ts';

/** Bound into the stored ciphertext of a choice: must not change. */
export const CHOICE_SEALED_AS = 'icebreaker.choice';

/** What a user answered to a question that both people of a match answer. */
export const icebreakerAnswers = pgTable(
  'icebreaker_answers',
  {
    matchId: uuid('match_id')
      .notNull()
      .references(() => matches.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The id of an `IcebreakerQuestion`. */
    question: text('question').notNull(),
    /** An `IcebreakerChoice` as JSON, sealed with the user's data key. */
    choice: sealed('choice').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.matchId, t.question, t.userId] }), index('icebreaker_answers_user').on(t.userId)],
);
