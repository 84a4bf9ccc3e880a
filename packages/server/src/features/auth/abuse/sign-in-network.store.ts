import { and, eq, lt } from 'drizzle-orm';
import type { Db } from '../../../core/db/types.ts';
import { signInNetworks } from '../auth.tables.ts';

/** Whether the user has signed in from this network before. */
export async function isFamiliarNetwork(db: Db, userId: string, networkHash: string): Promise<boolean> {
  const rows = await db
    .select({ userId: signInNetworks.userId })
    .from(signInNetworks)
    .where(and(eq(signInNetworks.userId, userId), eq(signInNetworks.networkHash, networkHash)));
  return rows.length > 0;
}

export async function deleteSignInNetworks(db: Db, userId: string): Promise<void> {
  await db.delete(signInNetworks).where(eq(signInNetworks.userId, userId));
}

/** Deletes the networks without a sign-in since `before`. */
export async function deleteOldSignInNetworks(db: Db, before: Date): Promise<void> {
  await db.delete(signInNetworks).where(lt(signInNetworks.lastAt, before));
}
