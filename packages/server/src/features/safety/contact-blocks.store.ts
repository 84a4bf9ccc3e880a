import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../core/db/types.ts';
import { contactBlocks } from './safety.tables.ts';

export type ContactBlockRow = typeof contactBlocks.$inferSelect;

/** Inserts a block of an address, or returns the one that exists. */
export async function upsertContactBlock(db: Db, row: Omit<ContactBlockRow, 'id'>): Promise<ContactBlockRow> {
  const [made] = await db
    .insert(contactBlocks)
    .values(row)
    .onConflictDoUpdate({ target: [contactBlocks.userId, contactBlocks.digest], set: { contact: row.contact } })
    .returning();
  return made as ContactBlockRow;
}

export async function listContactBlocks(db: Db, userId: string): Promise<ContactBlockRow[]> {
  return await db
    .select()
    .from(contactBlocks)
    .where(eq(contactBlocks.userId, userId))
    .orderBy(desc(contactBlocks.at), desc(contactBlocks.id));
}

export async function countContactBlocks(db: Db, userId: string): Promise<number> {
  return await db.$count(contactBlocks, eq(contactBlocks.userId, userId));
}

export async function deleteContactBlock(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(contactBlocks)
    .where(and(eq(contactBlocks.userId, userId), eq(contactBlocks.id, id)))
    .returning({ id: contactBlocks.id });
  return rows.length > 0;
}
