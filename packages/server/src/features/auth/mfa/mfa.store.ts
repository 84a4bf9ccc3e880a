import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/types.ts';
import type { FactorRow } from '../account/user.store.ts';
import { challenges, factors, recoveryCodes, sessions } from '../auth.tables.ts';

export type ChallengeRow = typeof challenges.$inferSelect;

export async function findFactor(db: Db, userId: string, id: string): Promise<FactorRow | null> {
  const [row] = await db
    .select()
    .from(factors)
    .where(and(eq(factors.id, id), eq(factors.userId, userId)));
  return row ?? null;
}

export async function lockFactor(tx: Db, id: string): Promise<FactorRow | null> {
  const [row] = await tx.select().from(factors).where(eq(factors.id, id)).for('update');
  return row ?? null;
}

export async function insertFactor(db: Db, factor: typeof factors.$inferInsert): Promise<FactorRow> {
  const [row] = await db.insert(factors).values(factor).returning();
  if (!row) throw new Error('a factor was not inserted');
  return row;
}

export async function updateFactor(db: Db, id: string, change: Partial<FactorRow>): Promise<void> {
  await db.update(factors).set(change).where(eq(factors.id, id));
}

/** Counts a wrong code, and locks the factor once there are `max` of them. */
export async function updateFailures(db: Db, id: string, limit: { max: number; until: Date }): Promise<void> {
  await db
    .update(factors)
    .set({
      failures: sql`${factors.failures} + 1`,
      lockedUntil: sql`case when ${factors.failures} + 1 >= ${limit.max} then ${limit.until.toISOString()}::timestamptz else ${factors.lockedUntil} end`,
    })
    .where(eq(factors.id, id));
}

export async function deleteFactor(db: Db, id: string): Promise<void> {
  await db.delete(factors).where(eq(factors.id, id));
}

/** Deletes unfinished enrolments. @param which `except`: one that has just been finished */
export async function deleteUnverifiedFactors(
  db: Db,
  userId: string,
  which: { before?: Date; except?: string },
): Promise<void> {
  await db
    .delete(factors)
    .where(
      and(
        eq(factors.userId, userId),
        eq(factors.status, 'unverified'),
        which.before ? lt(factors.createdAt, which.before) : undefined,
        which.except ? ne(factors.id, which.except) : undefined,
      ),
    );
}

/**
 * Lowers the sessions that passed a removed factor to aal1, or all sessions if none is left (`factorId` null). A session that a
 * passkey opened is at aal2 by that.
 */
export async function updateSessionsToAal1(db: Db, userId: string, factorId: string | null): Promise<void> {
  await db
    .update(sessions)
    .set({
      aal: sql`case when ${sessions.passkeyId} is null then 'aal1' else ${sessions.aal} end`,
      factorId: sessions.passkeyId,
    })
    .where(and(eq(sessions.userId, userId), factorId ? eq(sessions.factorId, factorId) : undefined));
}

/** Lowers the sessions that a removed passkey opened to aal1, unless they have passed a second factor since. */
export async function updateSessionsWithoutPasskey(db: Db, userId: string, passkeyId: string): Promise<void> {
  const passedOther = sql`coalesce(${sessions.factorId} <> ${passkeyId}, false)`;
  await db
    .update(sessions)
    .set({
      aal: sql`case when ${passedOther} then ${sessions.aal} else 'aal1' end`,
      factorId: sql`case when ${passedOther} then ${sessions.factorId} end`,
      passkeyId: null,
    })
    .where(and(eq(sessions.userId, userId), or(eq(sessions.passkeyId, passkeyId), eq(sessions.factorId, passkeyId))));
}

export async function insertChallenge(db: Db, challenge: typeof challenges.$inferInsert): Promise<ChallengeRow> {
  const [row] = await db.insert(challenges).values(challenge).returning();
  if (!row) throw new Error('a challenge was not inserted');
  return row;
}

export async function findChallenge(db: Db, factorId: string, id: string): Promise<ChallengeRow | null> {
  const [row] = await db
    .select()
    .from(challenges)
    .where(and(eq(challenges.id, id), eq(challenges.factorId, factorId)));
  return row ?? null;
}

/** Deletes a challenge. False if it was used already: of two concurrent verifications only one gets it. */
export async function deleteChallenge(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(challenges).where(eq(challenges.id, id)).returning({ id: challenges.id });
  return rows.length > 0;
}

export async function updateAttempts(db: Db, id: string): Promise<number> {
  const [row] = await db
    .update(challenges)
    .set({ attempts: sql`${challenges.attempts} + 1` })
    .where(eq(challenges.id, id))
    .returning({ attempts: challenges.attempts });
  return row?.attempts ?? Number.POSITIVE_INFINITY;
}

export async function deleteOldChallenges(db: Db, before: Date): Promise<void> {
  await db.delete(challenges).where(lt(challenges.createdAt, before));
}

export async function replaceRecoveryCodes(
  db: Db,
  factorId: string,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.factorId, factorId));
  await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ factorId, codeHash, createdAt: now })));
}

export async function countRecoveryCodes(db: Db, factorId: string): Promise<{ total: number; remaining: number }> {
  const rows = await db.select().from(recoveryCodes).where(eq(recoveryCodes.factorId, factorId));
  return { total: rows.length, remaining: rows.filter((row) => row.usedAt === null).length };
}

/** Marks a code as used. False if it was used already: of two concurrent requests only one gets it. */
export async function updateRecoveryCodeUsed(db: Db, factorId: string, codeHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(eq(recoveryCodes.factorId, factorId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)),
    )
    .returning({ id: recoveryCodes.id });
  return rows.length > 0;
}
