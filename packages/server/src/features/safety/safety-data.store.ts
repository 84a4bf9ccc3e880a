import { asc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../../core/db/types.ts';
import { accountMarks, blocks, contactBlocks, inquiries, reports, sanctions } from './safety.tables.ts';

/** A user's blocks, their reports (with details encrypted), and decisions about them. */
export async function getSafetyData(db: Db, userId: string) {
  return {
    blocked: await db.select({ name: blocks.name, at: blocks.at }).from(blocks).where(eq(blocks.userId, userId)),
    sealedContacts: await db
      .select({ contact: contactBlocks.contact, at: contactBlocks.at })
      .from(contactBlocks)
      .where(eq(contactBlocks.userId, userId)),
    marks: await db
      .select({ kind: accountMarks.kind, at: accountMarks.at })
      .from(accountMarks)
      .where(eq(accountMarks.userId, userId)),
    reports: await db
      .select({
        id: reports.id,
        category: reports.category,
        status: reports.status,
        at: reports.createdAt,
        sealed: reports.details,
      })
      .from(reports)
      .where(eq(reports.reporterId, userId)),
    inquiries: await db
      .select({ topic: inquiries.topic, content: inquiries.content, at: inquiries.at, closed_at: inquiries.closedAt })
      .from(inquiries)
      .where(eq(inquiries.userId, userId))
      .orderBy(asc(inquiries.at)),
    decisions: await db
      .select({
        action: sanctions.action,
        reason: sanctions.reason,
        until: sanctions.until,
        appeal: sanctions.appealText,
        appeal_status: sanctions.appealStatus,
        answer: sanctions.appealAnswer,
        at: sanctions.at,
      })
      .from(sanctions)
      .where(eq(sanctions.userId, userId)),
  };
}

/** Deletes the reports about a user; returns their ids. */
export async function deleteReportsAbout(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.delete(reports).where(eq(reports.subjectId, userId)).returning({ id: reports.id });
  return rows.map((row) => row.id);
}
