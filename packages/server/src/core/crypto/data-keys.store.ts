import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../db/types.ts';
import { dataKeys } from './crypto.tables.ts';

export interface DataKey {
  owner: string;
  wrapped: Buffer;
  createdAt: Date;
}

export function findDataKeys(db: Db, owners: string[]): Promise<DataKey[]> {
  return db.select().from(dataKeys).where(inArray(dataKeys.owner, owners));
}

/** Inserts the key unless the owner has one. Returns the stored one. */
export async function insertDataKeyIfMissing(db: Db, owner: string, wrapped: Buffer, at: Date): Promise<Buffer> {
  const [added] = await db.insert(dataKeys).values({ owner, wrapped, createdAt: at }).onConflictDoNothing().returning();
  if (added) return added.wrapped;
  const [found] = await db.select().from(dataKeys).where(eq(dataKeys.owner, owner));
  if (!found) throw new Error(`The data key of ${owner} was shredded at the same time.`);
  return found.wrapped;
}

export async function deleteDataKey(db: Db, owner: string): Promise<void> {
  await db.delete(dataKeys).where(eq(dataKeys.owner, owner));
}
