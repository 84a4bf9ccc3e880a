import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant, sealed } from '../db/columns.ts';

/** Columns whose values from before they were sealed are sealed now: they need not be read again. */
export const sealedColumns = pgTable('sealed_columns', {
  /** `table.column`. */
  name: text('name').primaryKey(),
  sealedAt: instant('sealed_at').notNull(),
});

/** The data key of each owner, wrapped by the master key. Without it everything sealed for the owner is unreadable. */
export const dataKeys = pgTable('data_keys', {
  /** `user:<id>`, `conversation:<id>` or `report:<id>`. */
  owner: text('owner').primaryKey(),
  wrapped: sealed('wrapped').notNull(),
  createdAt: instant('created_at').notNull(),
});
