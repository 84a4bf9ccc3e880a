import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../core/db/columns.ts';
import { matches } from '../match/match.tables.ts';

/** The number of the stage that both users opened; no row means stage 0. */
export const reveals = pgTable('reveals', {
  matchId: uuid('match_id')
    .primaryKey()
    .references(() => matches.id, { onDelete: 'cascade' }),
  stage: integer('stage').notNull().default(0),
  updatedAt: instant('updated_at').notNull(),
  /** The last step back of either user: read by older versions only, now each is a row of `revealRequests`. */
  steppedBackAt: instant('stepped_back_at'),
  steppedBackBy: uuid('stepped_back_by'),
});

export const revealRequests = pgTable(
  'reveal_requests',
  {
    id: id(),
    matchId: uuid('match_id')
      .notNull()
      .references(() => matches.id, { onDelete: 'cascade' }),
    requesterId: uuid('requester_id').notNull(),
    stage: integer('stage').notNull(),
    /** `stepped_back` is a step back from this stage, by `requesterId`. */
    status: text('status')
      .$type<'pending' | 'accepted' | 'declined' | 'withdrawn' | 'stepped_back'>()
      .notNull()
      .default('pending'),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    index('reveal_requests_match').on(t.matchId, t.status),
    uniqueIndex('reveal_requests_pending').on(t.matchId).where(sql`status = 'pending'`),
  ],
);
