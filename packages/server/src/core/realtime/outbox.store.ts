import { asc, inArray, lt } from 'drizzle-orm';
import type { Db } from '../db/types.ts';
import { outbox } from './outbox.tables.ts';

export type OutboxRow = typeof outbox.$inferSelect;

/** Answers the number of the row. */
export async function insertEvents(db: Db, row: typeof outbox.$inferInsert): Promise<number> {
  const [added] = await db.insert(outbox).values(row).returning({ id: outbox.id });
  if (!added) throw new Error('The outbox gave no number.');
  return added.id;
}

export async function deleteEvents(db: Db, ids: number[]): Promise<void> {
  await db.delete(outbox).where(inArray(outbox.id, ids));
}

/** Events that nobody dispatched in time, oldest first. */
export function listEventsBefore(db: Db, before: Date, limit: number): Promise<OutboxRow[]> {
  return db.select().from(outbox).where(lt(outbox.createdAt, before)).orderBy(asc(outbox.id)).limit(limit);
}
