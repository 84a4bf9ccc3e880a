import { and, desc, eq, ne } from 'drizzle-orm';
import { lockName } from '../../../core/db/lock-name.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import { contactBlocks } from '../safety.tables.ts';

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

/** Keeps the user from blocking another address until the transaction ends. */
export async function lockContactBlocks(tx: Tx, userId: string): Promise<void> {
  await lockName(tx, `contacts:${userId}`);
}

/** How many addresses a user blocks besides this one. */
export async function countOtherContactBlocks(db: Db, userId: string, digest: string): Promise<number> {
  return await db.$count(contactBlocks, and(eq(contactBlocks.userId, userId), ne(contactBlocks.digest, digest)));
}

export async function deleteContactBlock(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(contactBlocks)
    .where(and(eq(contactBlocks.userId, userId), eq(contactBlocks.id, id)))
    .returning({ id: contactBlocks.id });
  return rows.length > 0;
}
