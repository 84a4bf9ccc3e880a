import type { FeedbackOccasion } from '@soulsight/contract/feedback';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, sealed } from '../../core/db/columns.ts';
import { users } from '../auth/auth.tables.ts';
import { matches } from '../match/match.tables.ts';

/** Bound into the stored ciphertext of an answer: must not change. */
export const FEEDBACK_CONTEXT = 'feedback.answer';

/** How one user found talking with another. A row means that the question was answered or skipped: it is not asked again. */
export const feedback = pgTable(
  'feedback',
  {
    matchId: uuid('match_id')
      .notNull()
      .references(() => matches.id, { onDelete: 'cascade' }),
    raterId: uuid('rater_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ratedId: uuid('rated_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    occasion: text('occasion').$type<FeedbackOccasion>().notNull(),
    /** A `FeedbackAnswer` as JSON, sealed with the rater's data key; null when skipped, or erased with a consent. */
    answer: sealed('answer'),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.matchId, t.raterId, t.occasion] }),
    index('feedback_rated').on(t.ratedId, t.at),
    index('feedback_rater').on(t.raterId),
  ],
);
