import type { DistanceBand } from '@soulsight/contract/profile';
import { PHOTO_VARIANTS } from '@soulsight/contract/reveal-stages';
import { DAY_MS } from '@soulsight/contract/time';
import { and, asc, count, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { arrayLiteral } from '../../core/db/array-literal.ts';
import { isAmong, prepared } from '../../core/db/prepared.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { users } from '../auth/auth.tables.ts';
import { matchSides } from '../match/match.tables.ts';
import { trustProfiles } from '../trust/trust.tables.ts';
import { photos, profilePrompts, profiles } from './profile.tables.ts';

export type ProfileRow = typeof profiles.$inferSelect;
export type PhotoRow = typeof photos.$inferSelect;
export type PromptRow = typeof profilePrompts.$inferSelect;
export type AccountRow = Pick<
  typeof users.$inferSelect,
  | 'id'
  | 'email'
  | 'emailConfirmedAt'
  | 'bannedUntil'
  | 'lockedUntil'
  | 'deletedAt'
  | 'isDemo'
  | 'isModerator'
  | 'isOperator'
  | 'createdAt'
>;

/** Inserts the row when missing; returns whether it did. */
export async function insertProfile(db: Db, row: typeof profiles.$inferInsert): Promise<boolean> {
  const rows = await db.insert(profiles).values(row).onConflictDoNothing().returning({ id: profiles.userId });
  return rows.length > 0;
}

/** Deletes what a user said about themselves, without the photos. */
export async function deleteProfile(tx: Tx, userId: string): Promise<void> {
  await tx.delete(profilePrompts).where(eq(profilePrompts.userId, userId));
  await tx.delete(profiles).where(eq(profiles.userId, userId));
}

const selectTimezone = prepared(['userId'], (db, { userId }) =>
  db.select({ timezone: profiles.timezone }).from(profiles).where(eq(profiles.userId, userId)),
);

export async function findTimezone(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await selectTimezone(db, { userId });
  return row?.timezone;
}

const selectProfile = prepared(['userId'], (db, { userId }) =>
  db.select().from(profiles).where(eq(profiles.userId, userId)),
);

export async function findProfile(db: Db, userId: string): Promise<ProfileRow | undefined> {
  const [row] = await selectProfile(db, { userId });
  return row;
}

/** Locks the row until the end of the transaction. */
export async function lockProfile(db: Db, userId: string): Promise<ProfileRow | undefined> {
  const [row] = await db.select().from(profiles).where(eq(profiles.userId, userId)).for('update');
  return row;
}

/** Keeps the rows as they are until the end of the transaction. In the order of the ids, so that two of these do not wait for each other. */
export function lockProfilesShared(tx: Tx, userIds: readonly string[]): Promise<ProfileRow[]> {
  return tx
    .select()
    .from(profiles)
    .where(inArray(profiles.userId, [...userIds]))
    .orderBy(asc(profiles.userId))
    .for('share');
}

export async function listProfiles(db: Db, userIds: readonly string[]): Promise<ProfileRow[]> {
  if (userIds.length === 0) return [];
  return await db
    .select()
    .from(profiles)
    .where(inArray(profiles.userId, [...userIds]));
}

export async function updateProfile(
  db: Db,
  userId: string,
  values: Partial<typeof profiles.$inferInsert>,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await db.update(profiles).set(values).where(eq(profiles.userId, userId));
}

/** Sets `last_active_at`, unless it was set less than `pauseMs` ago. */
export async function updateLastActive(db: Db, userId: string, at: Date, pauseMs: number): Promise<void> {
  const before = new Date(at.getTime() - pauseMs);
  await db
    .update(profiles)
    .set({ lastActiveAt: at })
    .where(and(eq(profiles.userId, userId), or(isNull(profiles.lastActiveAt), lt(profiles.lastActiveAt, before))));
}

const ACCOUNT = {
  id: users.id,
  email: users.email,
  emailConfirmedAt: users.emailConfirmedAt,
  bannedUntil: users.bannedUntil,
  lockedUntil: users.lockedUntil,
  deletedAt: users.deletedAt,
  isDemo: users.isDemo,
  isModerator: users.isModerator,
  isOperator: users.isOperator,
  createdAt: users.createdAt,
};

const selectAccount = prepared(['userId'], (db, { userId }) =>
  db.select(ACCOUNT).from(users).where(eq(users.id, userId)),
);

export async function findAccount(db: Db, userId: string): Promise<AccountRow | undefined> {
  const [row] = await selectAccount(db, { userId });
  return row;
}

/** A profile with what a viewer may be told of the account, and with what the viewer was shown at the introduction. */
export type ShownRow = {
  profile: ProfileRow;
  isDemo: boolean;
  /** A moderator compared the photos with a selfie. */
  photosChecked: boolean;
  ageBand: string | null;
  distanceBand: DistanceBand | null;
};

const selectShown = prepared(['viewerId', 'ids'], (db, { viewerId, ids }) =>
  db
    .select({
      profile: profiles,
      isDemo: users.isDemo,
      photosChecked: sql<boolean>`coalesce(${trustProfiles.photoVerified}, false)`,
      ageBand: matchSides.ageBand,
      distanceBand: matchSides.distanceBand,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .leftJoin(trustProfiles, eq(trustProfiles.userId, profiles.userId))
    .leftJoin(matchSides, and(eq(matchSides.userId, viewerId), eq(matchSides.otherId, profiles.userId)))
    .where(isAmong(profiles.userId, ids)),
);

export async function listShown(db: Db, viewerId: string, userIds: readonly string[]): Promise<ShownRow[]> {
  if (userIds.length === 0) return [];
  return await selectShown(db, { viewerId, ids: arrayLiteral(userIds) });
}

/** Kilometres between two users, as far as they are known to each other: between the points of the search. Null without a place. */
export async function findDistanceKm(db: Db, one: string, other: string): Promise<number | null> {
  const { rows } = await db.execute<{ km: number | null }>(sql`
    select 2 * 6371 * asin(least(1, sqrt((a.x - b.x) ^ 2 + (a.y - b.y) ^ 2 + (a.z - b.z) ^ 2) / (2 * 6371)))::float8 as km
    from discovery a, discovery b where a.user_id = ${one}::uuid and b.user_id = ${other}::uuid`);
  return rows[0]?.km ?? null;
}

const selectPrompts = prepared(['ids'], (db, { ids }) =>
  db.select().from(profilePrompts).where(isAmong(profilePrompts.userId, ids)).orderBy(asc(profilePrompts.position)),
);

export function listPrompts(db: Db, userIds: readonly string[]): Promise<PromptRow[]> {
  return selectPrompts(db, { ids: arrayLiteral(userIds) });
}

export async function replacePrompts(db: Db, userId: string, rows: PromptRow[]): Promise<void> {
  await db.delete(profilePrompts).where(eq(profilePrompts.userId, userId));
  if (rows.length > 0) await db.insert(profilePrompts).values(rows);
}

export async function countPrompts(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(profilePrompts).where(eq(profilePrompts.userId, userId));
  return row?.n ?? 0;
}

const selectPhotos = prepared(['ids'], (db, { ids }) =>
  db.select().from(photos).where(isAmong(photos.userId, ids)).orderBy(asc(photos.position), asc(photos.createdAt)),
);

export function listPhotos(db: Db, userIds: readonly string[]): Promise<PhotoRow[]> {
  return selectPhotos(db, { ids: arrayLiteral(userIds) });
}

/** The storage keys of all pictures. */
export async function listPictureKeys(db: Db): Promise<string[]> {
  const rows = await db.select().from(photos);
  return rows.flatMap((row) => PHOTO_VARIANTS.map((variant) => row[variant]));
}

export async function findPhoto(db: Db, id: string): Promise<PhotoRow | undefined> {
  const [row] = await db.select().from(photos).where(eq(photos.id, id));
  return row;
}

export async function insertPhoto(db: Db, row: typeof photos.$inferInsert): Promise<PhotoRow> {
  const [inserted] = await db.insert(photos).values(row).returning();
  return inserted as PhotoRow;
}

export async function deletePhoto(db: Db, id: string): Promise<void> {
  await db.delete(photos).where(eq(photos.id, id));
}

/** Numbers the photos from 0 in the order of `ids`. */
export async function updatePhotoOrder(db: Db, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) await db.update(photos).set({ position }).where(eq(photos.id, id));
}

/** How long after its end a suspension is still checked. Longer than any outage of the hourly job. */
const ENDED_SUSPENSION_WINDOW_MS = 30 * DAY_MS;

/** Hidden, unpaused users whose suspension or ban ended recently. */
export function listEndedSuspensions(db: Db, now: Date, limit: number) {
  const over = sql`greatest(${users.lockedUntil}, ${users.bannedUntil})`;
  const since = new Date(now.getTime() - ENDED_SUSPENSION_WINDOW_MS);
  return db
    .select({ userId: profiles.userId })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        eq(profiles.discoverable, false),
        eq(profiles.paused, false),
        sql`${over} < ${now.toISOString()}::timestamptz and ${over} > ${since.toISOString()}::timestamptz`,
      ),
    )
    .limit(limit);
}

export async function countPhotos(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(photos).where(eq(photos.userId, userId));
  return row?.n ?? 0;
}

/** The random seed of each user's aura. */
export async function listAuraSeeds(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ userId: profiles.userId, seed: profiles.auraSeed })
    .from(profiles)
    .where(inArray(profiles.userId, [...userIds]));
  return new Map(rows.map(({ userId, seed }) => [userId, seed]));
}

/** Whether the user consents to behavioural analysis. */
export async function hasAnalysisConsent(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.select({ at: profiles.analysisConsentAt }).from(profiles).where(eq(profiles.userId, userId));
  return row?.at != null;
}

/** Those of the users who consent to behavioural analysis. */
export async function listConsenting(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(and(inArray(profiles.userId, [...userIds]), sql`${profiles.analysisConsentAt} is not null`));
  return new Set(rows.map((row) => row.userId));
}

export async function findMainPhoto(db: Db, userId: string): Promise<{ id: string } | undefined> {
  const [row] = await db
    .select({ id: photos.id })
    .from(photos)
    .where(eq(photos.userId, userId))
    .orderBy(asc(photos.position))
    .limit(1);
  return row;
}
