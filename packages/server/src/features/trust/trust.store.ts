import { TRUST_CHANGES, type TrustChangeKind } from '@soulsight/affinity/trust';
import { and, asc, desc, eq, inArray, isNotNull, isNull, notInArray } from 'drizzle-orm';
import type { Db } from '../../core/db/types.ts';
import { users } from '../auth/auth.tables.ts';
import { trustChanges, trustProfiles } from './trust.tables.ts';

export type TrustChangeRow = typeof trustChanges.$inferSelect & { cause: TrustChangeKind };
export type TrustProfileRow = typeof trustProfiles.$inferSelect;

/** Inserts the user's row when missing, with the prior Beta(17, 3). */
export async function ensureTrustProfile(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .insert(trustProfiles)
    .values({ userId, alpha: 17, beta: 3, fadedAt: at, updatedAt: at })
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

/** All changes of these users, newest first, without those of a kind that no longer counts. */
export async function listTrustChanges(db: Db, userIds: readonly string[]): Promise<TrustChangeRow[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .select()
    .from(trustChanges)
    .where(inArray(trustChanges.userId, [...userIds]))
    .orderBy(desc(trustChanges.at), desc(trustChanges.id));
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

export async function updatePhotoVerification(
  db: Db,
  userId: string,
  value: { photoVerified: boolean; photoRequestedAt: Date | null },
): Promise<void> {
  await db.update(trustProfiles).set(value).where(eq(trustProfiles.userId, userId));
}

/** Users who asked for a review of their main photo, the longest waiting first. */
export function listPhotoRequests(db: Db, without: readonly string[], limit: number) {
  return db
    .select({ userId: trustProfiles.userId, requestedAt: trustProfiles.photoRequestedAt })
    .from(trustProfiles)
    .innerJoin(users, eq(users.id, trustProfiles.userId))
    .where(and(isNotNull(trustProfiles.photoRequestedAt), isNull(users.deletedAt), notInArray(users.id, [...without])))
    .orderBy(asc(trustProfiles.photoRequestedAt))
    .limit(limit);
}
