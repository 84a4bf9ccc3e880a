import { and, eq, exists, gte, or } from 'drizzle-orm';
import type { Db } from '../../../core/db/types.ts';
import { factors, passkeyChallenges, passkeys, recoveryCodes } from '../auth.tables.ts';

/** Deletes second factors and passkeys that were added since a time, recovery codes that were made since, and unfinished ones. */
export async function deleteCredentialsSince(db: Db, userId: string, since: Date): Promise<void> {
  const newCodes = db
    .select({ id: recoveryCodes.id })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.factorId, factors.id), gte(recoveryCodes.createdAt, since)));
  await db
    .delete(factors)
    .where(
      and(
        eq(factors.userId, userId),
        or(gte(factors.createdAt, since), eq(factors.status, 'unverified'), exists(newCodes)),
      ),
    );
  await db.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
  await db.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
}
