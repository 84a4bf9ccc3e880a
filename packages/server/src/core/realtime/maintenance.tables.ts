import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

/** The maintenance that was announced last, for nodes that start later. One row at most. */
export const maintenance = pgTable('maintenance', {
  id: integer('id').primaryKey(),
  /** When it begins; null for none that lies ahead. */
  at: instant('at'),
  /** What the operator says about it. */
  detail: text('detail').notNull(),
});
