import { TRUST_CHANGES, TRUST_PRIOR, type TrustChangeKind } from '@soulsight/affinity/trust';
import type { SelfieRefusal } from '@soulsight/contract/trust';
import { and, asc, count, desc, eq, isNotNull, isNull, lt, min, notInArray, or } from 'drizzle-orm';
import { arrayLiteral } from '../../core/db/array-literal.ts';
import { isAmong, prepared } from '../../core/db/prepared.ts';
import type { Db } from '../../core/db/types.ts';
import { selfieChecks, trustChanges, trustProfiles } from './trust.tables.ts';

export type TrustChangeRow = typeof trustChanges.$inferSelect & { cause: TrustChangeKind };
export type TrustProfileRow = typeof trustProfiles.$inferSelect;
export type SelfieCheckRow = typeof selfieChecks.$inferSelect;

/** Inserts the user's row with the prior, if they have none. */
export async function ensureTrustProfile(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .insert(trustProfiles)
    .values({ userId, ...TRUST_PRIOR, fadedAt: at, updatedAt: at })
    .onConflictDoNothing();
}

/** Locks the user's row until the end of the transaction, so that changes of one user are serialised. */
export async function lockTrustProfile(db: Db, userId: string): Promise<TrustProfileRow | undefined> {
  const [row] = await db.select().from(trustProfiles).where(eq(trustProfiles.userId, userId)).for('update');
  return row;
}

export async function findTrustProfile(db: Db, userId: string): Promise<TrustProfileRow | undefined> {
  const [row] = await db.select().from(trustProfiles).where(eq(trustProfiles.userId, userId));
  return row;
}

const selectTrustChanges = prepared(['ids'], (db, { ids }) =>
  db
    .select()
    .from(trustChanges)
    .where(isAmong(trustChanges.userId, ids))
    .orderBy(desc(trustChanges.at), desc(trustChanges.id)),
);

/** All changes of these users, newest first, without those of a kind that no longer counts. */
export async function listTrustChanges(db: Db, userIds: readonly string[]): Promise<TrustChangeRow[]> {
  if (userIds.length === 0) return [];
  const rows = await selectTrustChanges(db, { ids: arrayLiteral(userIds) });
  return rows.filter((row): row is TrustChangeRow => row.cause in TRUST_CHANGES);
}

export async function insertTrustChange(db: Db, change: Omit<TrustChangeRow, 'id'>): Promise<void> {
  await db.insert(trustChanges).values(change);
}

/** Deletes the changes of a cause, or the one of a cause and subject. */
export async function deleteTrustChanges(
  db: Db,
  userId: string,
  cause: TrustChangeKind,
  subjectId?: string,
): Promise<void> {
  await db
    .delete(trustChanges)
    .where(
      and(
        eq(trustChanges.userId, userId),
        eq(trustChanges.cause, cause),
        subjectId === undefined ? undefined : eq(trustChanges.subjectId, subjectId),
      ),
    );
}

export async function updateTrustState(
  db: Db,
  userId: string,
  state: { alpha: number; beta: number; isNew: boolean },
  at: Date,
): Promise<void> {
  await db
    .update(trustProfiles)
    .set({ ...state, fadedAt: at, updatedAt: at })
    .where(eq(trustProfiles.userId, userId));
}

export async function updatePhotoVerified(db: Db, userId: string, photoVerified: boolean): Promise<void> {
  await db.update(trustProfiles).set({ photoVerified }).where(eq(trustProfiles.userId, userId));
}

export async function findSelfieCheck(db: Db, userId: string): Promise<SelfieCheckRow | undefined> {
  const [row] = await db.select().from(selfieChecks).where(eq(selfieChecks.userId, userId));
  return row;
}

/** Inserts the user's check in place of the one before. */
export async function replaceSelfieCheck(db: Db, row: SelfieCheckRow): Promise<void> {
  await db.insert(selfieChecks).values(row).onConflictDoUpdate({ target: selfieChecks.userId, set: row });
}

/** Stores the picture of a check without one; returns whether there was such a check. */
export async function submitSelfie(
  db: Db,
  id: string,
  values: { picture: Buffer; submittedAt: Date },
): Promise<boolean> {
  const open = and(eq(selfieChecks.id, id), isNull(selfieChecks.picture), isNull(selfieChecks.refusal));
  return (await db.update(selfieChecks).set(values).where(open).returning({ id: selfieChecks.id })).length > 0;
}

/** Keeps the reason of a refusal, and not the picture. */
export async function refuseSelfie(db: Db, id: string, refusal: SelfieRefusal): Promise<void> {
  await db.update(selfieChecks).set({ refusal, picture: null, submittedAt: null }).where(eq(selfieChecks.id, id));
}

export async function deleteSelfieCheck(db: Db, userId: string): Promise<void> {
  await db.delete(selfieChecks).where(eq(selfieChecks.userId, userId));
}

/** Deletes the user's check if it has a picture. */
export async function deleteWaitingSelfie(db: Db, userId: string): Promise<void> {
  await db.delete(selfieChecks).where(and(eq(selfieChecks.userId, userId), isNotNull(selfieChecks.picture)));
}

/** Deletes pictures from before a time, and expired poses without a picture. */
export async function deleteOldSelfieChecks(db: Db, at: { now: Date; submittedBefore: Date }): Promise<void> {
  const unused = and(isNull(selfieChecks.picture), isNull(selfieChecks.refusal), lt(selfieChecks.expiresAt, at.now));
  await db.delete(selfieChecks).where(or(lt(selfieChecks.submittedAt, at.submittedBefore), unused));
}

/** A check with a picture. */
export async function findWaitingSelfie(db: Db, id: string): Promise<SelfieCheckRow | undefined> {
  const [row] = await db
    .select()
    .from(selfieChecks)
    .where(and(eq(selfieChecks.id, id), isNotNull(selfieChecks.picture)));
  return row;
}

/** The number of checks with a picture, and the time of the oldest. */
export async function measureWaitingSelfies(db: Db): Promise<{ waiting: number; oldest: Date | null }> {
  const [row] = await db
    .select({ waiting: count(), oldest: min(selfieChecks.submittedAt) })
    .from(selfieChecks)
    .where(isNotNull(selfieChecks.submittedAt));
  return row ?? { waiting: 0, oldest: null };
}

/** Checks with a picture, without those of these users, the longest waiting first. */
export function listWaitingSelfies(db: Db, without: readonly string[], limit: number) {
  const { id, userId, pose, submittedAt } = selfieChecks;
  return db
    .select({ id, userId, pose, submittedAt })
    .from(selfieChecks)
    .where(and(isNotNull(submittedAt), notInArray(userId, [...without])))
    .orderBy(asc(submittedAt))
    .limit(limit);
}
