import { and, asc, count, desc, eq, getTableColumns, inArray, ne, notInArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { SealedRecord } from '../../../core/db/columns.ts';
import type { Db } from '../../../core/db/types.ts';
import {
  factors,
  identities,
  type OneTimeType,
  oneTimeTokens,
  passkeyChallenges,
  passkeys,
  users,
} from '../auth.tables.ts';

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;
export type IdentityRow = typeof identities.$inferSelect;
export type FactorRow = typeof factors.$inferSelect;

export interface PresentableIdentity
  extends Pick<IdentityRow, 'id' | 'providerId' | 'userId' | 'identityData' | 'provider' | 'email' | 'lastSignInAt'> {
  createdAt: Date | null;
  updatedAt: Date | null;
}

export interface PresentableFactor
  extends Pick<FactorRow, 'id' | 'friendlyName' | 'factorType' | 'status' | 'phone' | 'lastChallengedAt'> {
  createdAt: Date | null;
  updatedAt: Date | null;
}

/** A user with everything that `presentUser` shows. */
export interface FullUser {
  user: UserRow;
  identities: PresentableIdentity[];
  factors: PresentableFactor[];
}

export async function findUser(db: Db, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** Locks the row until the transaction ends, so that changes of one user run one after the other. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return row ?? null;
}

/** The columns that password sign-in needs. */
export type Credentials = Pick<
  UserRow,
  'id' | 'epoch' | 'encryptedPassword' | 'emailConfirmedAt' | 'phoneConfirmedAt' | 'bannedUntil' | 'deletedAt'
>;

/** Whether a login name is a phone number and not an email. */
export function isPhone(login: string): boolean {
  return /^\d+$/.test(login);
}

/** @param login a normalised email, or a phone number (which has no at-sign) */
export async function findCredentials(db: Db, login: string): Promise<Credentials | null> {
  const { id, epoch, encryptedPassword, emailConfirmedAt, phoneConfirmedAt, bannedUntil, deletedAt } = users;
  const [row] = await db
    .select({ id, epoch, encryptedPassword, emailConfirmedAt, phoneConfirmedAt, bannedUntil, deletedAt })
    .from(users)
    .where(isPhone(login) ? eq(users.phone, login) : eq(users.email, login));
  return row ?? null;
}

/** @param email in lower case */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row ?? null;
}

/** Null if the email or phone is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | null> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning();
  return row ?? null;
}

/** Null if the user does not exist. */
export async function updateUser(db: Db, id: string, change: Partial<NewUser>): Promise<UserRow | null> {
  const [row] = await db.update(users).set(change).where(eq(users.id, id)).returning();
  return row ?? null;
}

/** Only the owner of an address can follow these, so a session of an account that nobody has confirmed must not void them. */
const OF_THE_ADDRESS: OneTimeType[] = ['confirmation', 'recovery', 'phone_confirmation'];

/**
 * Makes everything that began before this moment unable to complete: pending changes of email and phone, and mailed links and codes,
 * but for those that undo a change. Call it in the transaction of the change.
 */
export async function incrementEpoch(db: Db, id: string): Promise<void> {
  const [user] = await db
    .update(users)
    .set({ epoch: sql`${users.epoch} + 1`, newEmail: null, emailChangeAgreed: null, newPhone: null })
    .where(eq(users.id, id))
    .returning({ emailConfirmedAt: users.emailConfirmedAt, phoneConfirmedAt: users.phoneConfirmedAt });
  const isConfirmed = (user?.emailConfirmedAt ?? user?.phoneConfirmedAt ?? null) !== null;
  const kept: OneTimeType[] = isConfirmed ? ['undo'] : ['undo', ...OF_THE_ADDRESS];
  await db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, id), notInArray(oneTimeTokens.type, kept)));
}

export async function deleteUser(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(users).where(eq(users.id, id)).returning({ id: users.id });
  return rows.length > 0;
}

/** The newest first. */
export async function listUsers(db: Db, page: number, perPage: number): Promise<{ ids: string[]; total: number }> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const [sum] = await db.select({ total: count() }).from(users);
  return { ids: rows.map((row) => row.id), total: sum?.total ?? 0 };
}

/** Both lists are JSON columns of the user's row: one statement instead of three. */
interface FullUserRow {
  user: UserRow;
  identities: Record<string, unknown>[];
  factors: Record<string, unknown>[];
}

/** @param id the user's id in the statement */
export function identitiesJson(id: SQLWrapper) {
  return sql<Record<string, unknown>[]>`(
    select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at, i.id), '[]'::jsonb)
    from ${identities} i where i.user_id = ${id})`;
}

/** Without the columns that hold secrets. */
export function factorsJson(id: SQLWrapper) {
  return sql<Record<string, unknown>[]>`(
    select coalesce(jsonb_agg(to_jsonb(f) - 'secret' - 'webauthn' order by f.created_at, f.id), '[]'::jsonb)
    from ${factors} f where f.user_id = ${id})`;
}

function toFullUser({ user, identities: identityRows, factors: factorRows }: FullUserRow): FullUser {
  const instant = (value: unknown) => (typeof value === 'string' ? new Date(value) : null);
  return {
    user,
    identities: identityRows.map((row) => ({
      id: String(row.id),
      providerId: String(row.provider_id),
      userId: String(row.user_id),
      identityData: row.identity_data as SealedRecord,
      provider: String(row.provider),
      email: row.email as string | null,
      lastSignInAt: instant(row.last_sign_in_at),
      createdAt: instant(row.created_at),
      updatedAt: instant(row.updated_at),
    })),
    factors: factorRows.map((row) => ({
      id: String(row.id),
      friendlyName: row.friendly_name as string | null,
      factorType: row.factor_type as FactorRow['factorType'],
      status: row.status as FactorRow['status'],
      phone: row.phone as string | null,
      createdAt: instant(row.created_at),
      updatedAt: instant(row.updated_at),
      lastChallengedAt: instant(row.last_challenged_at),
    })),
  };
}

const USER_COLUMNS = Object.entries(getTableColumns(users));

/** @param row the user's row as `to_jsonb` writes it, too: much cheaper to read than its columns one by one */
export function toFullUserFromJson(row: Omit<FullUserRow, 'user'> & { user: Record<string, unknown> }): FullUser {
  const user = USER_COLUMNS.map(([key, { name, dataType }]) => {
    const value = row.user[name];
    return [key, dataType === 'date' && typeof value === 'string' ? new Date(value) : value];
  });
  return toFullUser({ ...row, user: Object.fromEntries(user) as UserRow });
}

export async function findFullUser(db: Db, id: string): Promise<FullUser | null> {
  return (await listFullUsers(db, [id]))[0] ?? null;
}

/** In the order of `ids`, without those that do not exist. */
export async function listFullUsers(db: Db, ids: readonly string[]): Promise<FullUser[]> {
  if (ids.length === 0) return [];
  // Qualified, because a bare `id` inside the subqueries would be the subquery's own.
  const id = sql`users.id`;
  const rows = await db
    .select({ user: users, identities: identitiesJson(id), factors: factorsJson(id) })
    .from(users)
    .where(inArray(users.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.user.id, toFullUser(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return db.select().from(identities).where(eq(identities.userId, userId)).orderBy(asc(identities.createdAt));
}

export async function findIdentity(db: Db, provider: string, providerId: string): Promise<IdentityRow | null> {
  const [row] = await db
    .select()
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.providerId, providerId)));
  return row ?? null;
}

/** Null if the provider's account is linked already. */
export async function insertIdentity(db: Db, identity: typeof identities.$inferInsert): Promise<IdentityRow | null> {
  const [row] = await db.insert(identities).values(identity).onConflictDoNothing().returning();
  return row ?? null;
}

export async function updateIdentity(
  db: Db,
  id: string,
  change: Partial<typeof identities.$inferInsert>,
): Promise<void> {
  await db.update(identities).set(change).where(eq(identities.id, id));
}

export async function deleteIdentity(db: Db, id: string): Promise<void> {
  await db.delete(identities).where(eq(identities.id, id));
}

/** Deletes all identities, or only those of other providers than `exceptProvider`. */
export async function deleteIdentities(db: Db, userId: string, exceptProvider?: string): Promise<void> {
  await db
    .delete(identities)
    .where(
      and(
        eq(identities.userId, userId),
        exceptProvider === undefined ? undefined : ne(identities.provider, exceptProvider),
      ),
    );
}

/** Deletes all factors with their challenges and recovery codes. */
/** Deletes every second factor and passkey, finished or not. */
export async function deleteFactors(db: Db, userId: string): Promise<void> {
  await db.delete(factors).where(eq(factors.userId, userId));
  await db.delete(passkeys).where(eq(passkeys.userId, userId));
  await db.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
}

export async function listFactors(db: Db, userId: string): Promise<FactorRow[]> {
  return db.select().from(factors).where(eq(factors.userId, userId)).orderBy(asc(factors.createdAt));
}
