import { and, asc, count, gt, inArray, lt, min } from 'drizzle-orm';
import type { Db } from '../db/types.ts';
import { outbox } from './outbox.tables.ts';

export type OutboxRow = typeof outbox.$inferSelect;
export type OutboxPosition = Pick<OutboxRow, 'id' | 'createdAt'>;

/** Returns the id of the new row. */
export async function insertEvents(db: Db, row: typeof outbox.$inferInsert): Promise<number> {
  const [inserted] = await db.insert(outbox).values(row).returning({ id: outbox.id });
  if (!inserted) throw new Error('Inserting into the outbox returned no id.');
  return inserted.id;
}

export async function deleteEvents(db: Db, ids: number[]): Promise<void> {
  await db.delete(outbox).where(inArray(outbox.id, ids));
}

/** The positions of the rows created before an instant, in the order of their ids, from the first id above `afterId`. */
export function listRowsBefore(
  db: Db,
  before: Date,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<OutboxPosition[]> {
  return db
    .select({ id: outbox.id, createdAt: outbox.createdAt })
    .from(outbox)
    .where(and(lt(outbox.createdAt, before), gt(outbox.id, afterId)))
    .orderBy(asc(outbox.id))
    .limit(limit);
}

/** The rows with these ids that still exist, in the order of their ids. */
export function listEvents(db: Db, ids: number[]): Promise<OutboxRow[]> {
  return db.select().from(outbox).where(inArray(outbox.id, ids)).orderBy(asc(outbox.id));
}

/** How many rows there are, and when the oldest was created. */
export async function measureOutbox(db: Db): Promise<{ rows: number; oldest: Date | null }> {
  const [measured] = await db.select({ rows: count(), oldest: min(outbox.createdAt) }).from(outbox);
  return measured ?? { rows: 0, oldest: null };
}
