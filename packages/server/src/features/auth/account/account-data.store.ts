import { and, asc, eq, inArray, isNotNull, lte, notInArray, sql } from 'drizzle-orm';
import type { SealedText } from '../../../core/crypto/sealed-text.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import { factors, identities, passkeys, sessions, signInNetworks, users } from '../auth.tables.ts';

/** What auth stores about a user, without secrets. */
export async function getAccountData(db: Db, userId: string) {
  const [account] = await db
    .select({
      id: users.id,
      email: users.email,
      email_confirmed_at: users.emailConfirmedAt,
      phone: users.phone,
      phone_confirmed_at: users.phoneConfirmedAt,
      new_email: users.newEmail,
      new_phone: users.newPhone,
      last_sign_in_at: users.lastSignInAt,
      user_metadata: users.userMetadata,
      invited_at: users.invitedAt,
      is_anonymous: users.isAnonymous,
      is_moderator: users.isModerator,
      is_operator: users.isOperator,
      banned_until: users.bannedUntil,
      locked_until: users.lockedUntil,
      created_at: users.createdAt,
      updated_at: users.updatedAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  return {
    account,
    identities: await db
      .select({
        provider: identities.provider,
        provider_id: identities.providerId,
        email: identities.email,
        identity_data: identities.identityData,
        last_sign_in_at: identities.lastSignInAt,
        created_at: identities.createdAt,
      })
      .from(identities)
      .where(eq(identities.userId, userId)),
    sessions: await db
      .select({
        created_at: sessions.createdAt,
        refreshed_at: sessions.refreshedAt,
        user_agent: sessions.userAgent,
        ip: sessions.ip,
        amr: sessions.amr,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    second_factors: await db
      .select({
        type: factors.factorType,
        name: factors.friendlyName,
        status: factors.status,
        phone: factors.phone,
        created_at: factors.createdAt,
      })
      .from(factors)
      .where(eq(factors.userId, userId)),
    passkeys: await db
      .select({ name: passkeys.friendlyName, created_at: passkeys.createdAt, last_used_at: passkeys.lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId)),
    /** A digest tells nobody which network it was. */
    networks: await db
      .select({ last_signed_in_at: signInNetworks.lastAt })
      .from(signInNetworks)
      .where(eq(signInNetworks.userId, userId)),
  };
}

/** When email and phone were confirmed. A phone used as a second step counts as confirmed. */
export async function findContacts(
  db: Db,
  userId: string,
): Promise<{ emailConfirmedAt: Date | null; phoneConfirmedAt: Date | null } | undefined> {
  const [row] = await db
    .select({ emailConfirmedAt: users.emailConfirmedAt, phoneConfirmedAt: users.phoneConfirmedAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!row || row.phoneConfirmedAt) return row;
  const [phone] = await db
    .select({ at: factors.updatedAt })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.factorType, 'phone'), eq(factors.status, 'verified')))
    .limit(1);
  return { ...row, phoneConfirmedAt: phone?.at ?? null };
}

/** Marks the account as deleted; false when it already was or does not exist. */
export async function markDeleted(tx: Tx, userId: string, at: Date, reason: SealedText | null): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({
      deletedAt: at,
      updatedAt: at,
      ...(reason !== null && {
        appMetadata: sql`${users.appMetadata} || ${JSON.stringify({ deletion_reason: reason })}::jsonb`,
      }),
    })
    .where(and(eq(users.id, userId), sql`${users.deletedAt} is null`))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Undoes `markDeleted`; false when the account was not marked. */
export async function unmarkDeleted(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ deletedAt: null, updatedAt: at, appMetadata: sql`${users.appMetadata} - 'deletion_reason'` })
    .where(and(eq(users.id, userId), isNotNull(users.deletedAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Accounts marked as deleted at or before `before`, the earliest first. */
export async function listErasable(
  db: Db,
  { before, except, limit }: { before: Date; except: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.deletedAt), lte(users.deletedAt, before), notInArray(users.id, [...except])))
    .orderBy(asc(users.deletedAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Those of these ids that have an account. */
export async function listExisting(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return rows.map((row) => row.id);
}

/** Deletes the account with every row that refers to it. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId));
}
