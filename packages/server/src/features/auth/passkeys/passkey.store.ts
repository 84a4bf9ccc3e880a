import { and, asc, eq, lt, notInArray } from 'drizzle-orm';
import type { Db } from '../../../core/db/types.ts';
import { passkeyChallenges, passkeys } from '../auth.tables.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;
export type PasskeyChallengeRow = typeof passkeyChallenges.$inferSelect;

/** The oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt));
}

export async function findPasskeyByCredential(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

export async function lockPasskey(tx: Db, id: string): Promise<PasskeyRow | null> {
  const [row] = await tx.select().from(passkeys).where(eq(passkeys.id, id)).for('update');
  return row ?? null;
}

/** Null if the credential is registered already. */
export async function insertPasskey(db: Db, passkey: typeof passkeys.$inferInsert): Promise<PasskeyRow | null> {
  const [row] = await db.insert(passkeys).values(passkey).onConflictDoNothing().returning();
  return row ?? null;
}

/** Null if the user has no such passkey. */
export async function updatePasskey(
  db: Db,
  userId: string,
  id: string,
  change: Partial<PasskeyRow>,
): Promise<PasskeyRow | null> {
  const [row] = await db
    .update(passkeys)
    .set(change)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning();
  return row ?? null;
}

/** Null if the user has no such passkey. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<PasskeyRow | null> {
  const [row] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning();
  return row ?? null;
}

/** Deletes a user's passkeys except one. @param keepId null deletes all */
export async function deleteOtherPasskeys(db: Db, userId: string, keepId: string | null): Promise<PasskeyRow[]> {
  const kept = keepId ? [keepId] : [];
  return db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), notInArray(passkeys.id, kept)))
    .returning();
}

export async function insertPasskeyChallenge(
  db: Db,
  challenge: typeof passkeyChallenges.$inferInsert,
): Promise<PasskeyChallengeRow> {
  const [row] = await db.insert(passkeyChallenges).values(challenge).returning();
  if (!row) throw new Error('a passkey challenge was not inserted');
  return row;
}

/** Deletes a challenge and returns it. Null if it was answered already: of two concurrent answers only one gets it. */
export async function deletePasskeyChallenge(db: Db, id: string): Promise<PasskeyChallengeRow | null> {
  const [row] = await db.delete(passkeyChallenges).where(eq(passkeyChallenges.id, id)).returning();
  return row ?? null;
}

export async function deleteOldPasskeyChallenges(db: Db, before: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.createdAt, before));
}
