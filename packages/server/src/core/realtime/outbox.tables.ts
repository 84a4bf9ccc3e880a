import { bigserial, pgTable } from 'drizzle-orm/pg-core';
import { instant, sealed } from '../db/columns.ts';

/** Events of committed transactions that are not delivered yet. */
export const outbox = pgTable('outbox', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  /** The events with their receivers, or the ids of the rows that describe them: JSON, encrypted with the outbox's data key. */
  events: sealed('events').notNull(),
  createdAt: instant('created_at').notNull(),
});
