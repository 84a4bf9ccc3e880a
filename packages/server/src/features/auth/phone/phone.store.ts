import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../../../core/db/types.ts';
import { toIdentityData } from '../account/sealed-account.ts';
import { insertIdentity, listIdentities, type UserRow, updateIdentity } from '../account/user.store.ts';
import { users } from '../auth.tables.ts';

/** @param phone as `parsePhone` returns it */
export async function findUserByPhone(db: Db, phone: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.phone, phone));
  return row ?? null;
}

/** The user who has a number and is changing to another, or the only one who is changing to it: of several nobody knows which asks. */
export async function findUserChangingPhone(db: Db, phone: string): Promise<UserRow | null> {
  const owner = await findUserByPhone(db, phone);
  if (owner?.newPhone && !owner.deletedAt) return owner;
  const waiting = await db
    .select()
    .from(users)
    .where(and(eq(users.newPhone, phone), isNull(users.deletedAt)))
    .limit(2);
  return waiting.length === 1 ? (waiting[0] ?? null) : null;
}

/** Adds or updates the identity for sign-in by phone. */
export async function setPhoneIdentity(tx: Tx, user: UserRow, now: Date): Promise<void> {
  const known = (await listIdentities(tx, user.id)).find((row) => row.provider === 'phone');
  const isConfirmed = user.phoneConfirmedAt !== null;
  const facts = { sub: user.id, phone: user.phone, phone_verified: isConfirmed, email_verified: false };
  const identityData = toIdentityData(facts);
  if (known) return updateIdentity(tx, known.id, { identityData, updatedAt: now });
  const row = { userId: user.id, provider: 'phone', providerId: user.id, email: null, identityData };
  await insertIdentity(tx, { ...row, lastSignInAt: now, createdAt: now, updatedAt: now });
}
