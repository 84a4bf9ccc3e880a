import { bigserial, pgTable } from 'drizzle-orm/pg-core';
import { instant, sealed } from '../db/columns.ts';

/** Events that a transaction decided; dispatched right after its commit, and swept after a crash. */
export const outbox = pgTable('outbox', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  /** The events, their receivers with them, in their order: as JSON, sealed together with the outbox's data key. */
  events: sealed('events').notNull(),
  createdAt: instant('created_at').notNull(),
});
