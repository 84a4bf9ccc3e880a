import { and, asc, desc, eq, gt, isNull, lt, ne, notInArray, or, type SQL } from 'drizzle-orm';
import { lockName } from '../../../core/db/lock-name.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import type { PageEnd } from '../../../core/http/cursor.ts';
import { inquiries } from '../safety.tables.ts';

export type InquiryRow = typeof inquiries.$inferSelect;

/** Does nothing if there is a message with this id. */
export async function insertInquiry(db: Db, row: typeof inquiries.$inferInsert): Promise<void> {
  await db.insert(inquiries).values(row).onConflictDoNothing();
}

/** How many inquiries a sender wrote after `since`. */
export function countInquiries(db: Db, sender: string, since: Date): Promise<number> {
  return db.$count(inquiries, and(eq(inquiries.sender, sender), gt(inquiries.at, since)));
}

/** Serialises the inquiries of one sender, so that simultaneous ones cannot pass the limit together. */
export async function lockSender(tx: Tx, sender: string): Promise<void> {
  await lockName(tx, sender);
}

/** A place in the queue: those about safety come first, then the oldest. */
interface Place extends PageEnd {
  isSafety: boolean;
}

/** The place of an inquiry. A deleted one counts as about safety: then some others are shown again, but none is missed. */
export async function findPlace(db: Db, end: PageEnd): Promise<Place> {
  const row = await findInquiry(db, end.id);
  return { ...end, isSafety: row === undefined || row.topic === 'safety' };
}

/** Open inquiries that are not from these accounts, in the order of the queue. */
export function listOpenInquiries(
  db: Db,
  { without, after, limit }: { without: readonly string[]; after: Place | null; limit: number },
): Promise<InquiryRow[]> {
  const isOther = or(isNull(inquiries.userId), notInArray(inquiries.userId, [...without]));
  return db
    .select()
    .from(inquiries)
    .where(and(isNull(inquiries.closedAt), isOther, after ? isBehind(after) : undefined))
    .orderBy(desc(eq(inquiries.topic, 'safety')), asc(inquiries.at), asc(inquiries.id))
    .limit(limit);
}

function isBehind({ at, id, isSafety }: Place): SQL | undefined {
  const isLater = or(gt(inquiries.at, at), and(eq(inquiries.at, at), gt(inquiries.id, id)));
  const isOfOthers = ne(inquiries.topic, 'safety');
  return isSafety ? or(isOfOthers, isLater) : and(isOfOthers, isLater);
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

export async function deleteInquiries(
  db: Db,
  { closedBefore, writtenBefore }: { closedBefore: Date; writtenBefore: Date },
): Promise<void> {
  await db.delete(inquiries).where(or(lt(inquiries.closedAt, closedBefore), lt(inquiries.at, writtenBefore)));
}
