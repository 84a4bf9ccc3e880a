import { bigserial, pgTable } from 'drizzle-orm/pg-core';
import { instant, sealed } from '../db/columns.ts';

/** Events that a transaction decided; dispatched right after its commit, and swept after a crash. */
export const outbox = pgTable('outbox', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  /** The events with their receivers, or the rows that tell them, in their order: as JSON, sealed with the outbox's data key. */
  events: sealed('events').notNull(),
  createdAt: instant('created_at').notNull(),
});
