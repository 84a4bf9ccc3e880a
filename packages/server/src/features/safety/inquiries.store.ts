import { and, asc, desc, eq, gt, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../core/db/types.ts';
import { inquiries } from './safety.tables.ts';

export type InquiryRow = typeof inquiries.$inferSelect;

/** Does nothing if there is a message with this id. */
export async function insertInquiry(db: Db, row: typeof inquiries.$inferInsert): Promise<void> {
  await db.insert(inquiries).values(row).onConflictDoNothing();
}

/** What a sender wrote after `since`. */
export function countInquiries(db: Db, sender: string, since: Date): Promise<number> {
  return db.$count(inquiries, and(eq(inquiries.sender, sender), gt(inquiries.at, since)));
}

/** Messages of one sender are counted one after another, so that several at once do not pass the limit together. */
export async function lockSender(tx: Tx, sender: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${sender}, 0))`);
}

/** Open inquiries that are not from these accounts: those about safety first, then the oldest first. */
export function listOpenInquiries(db: Db, without: readonly string[], limit: number): Promise<InquiryRow[]> {
  return db
    .select()
    .from(inquiries)
    .where(and(isNull(inquiries.closedAt), or(isNull(inquiries.userId), notInArray(inquiries.userId, [...without]))))
    .orderBy(desc(eq(inquiries.topic, 'safety')), asc(inquiries.at), asc(inquiries.id))
    .limit(limit);
}

export async function findInquiry(db: Db, id: string): Promise<InquiryRow | undefined> {
  const [row] = await db.select().from(inquiries).where(eq(inquiries.id, id));
  return row;
}

/** @returns whether it was open */
export async function closeInquiry(db: Db, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(inquiries)
    .set({ closedAt: at })
    .where(and(eq(inquiries.id, id), isNull(inquiries.closedAt)))
    .returning({ id: inquiries.id });
  return rows.length > 0;
}

export async function deleteClosedInquiries(db: Db, before: Date): Promise<void> {
  await db.delete(inquiries).where(lt(inquiries.closedAt, before));
}
