import { and, eq, gt, inArray, isNotNull, notExists, sql } from 'drizzle-orm';
import type { Db } from '../../core/db/types.ts';
import { factors, users } from '../auth/auth.tables.ts';
import { accountMarks, banMarks, type MARK_KINDS, sanctions } from './safety.tables.ts';

export type Mark = { kind: (typeof MARK_KINDS)[number]; digest: string };

/** The confirmed addresses of an account. A phone used as a second step counts. */
export async function findAddresses(db: Db, userId: string): Promise<{ email: string | null; phones: string[] }> {
  const [account] = await db
    .select({
      email: users.email,
      emailAt: users.emailConfirmedAt,
      phone: users.phone,
      phoneAt: users.phoneConfirmedAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  const stepPhones = await db
    .select({ phone: factors.phone })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.status, 'verified'), isNotNull(factors.phone)));
  const phones = [account?.phoneAt ? account.phone : null, ...stepPhones.map(({ phone }) => phone)];
  return { email: account?.emailAt ? account.email : null, phones: phones.filter((phone) => phone !== null) };
}

/** Replaces the marks of these kinds. */
export async function replaceMarks(
  db: Db,
  userId: string,
  kinds: readonly Mark['kind'][],
  marks: readonly Mark[],
  at: Date,
): Promise<void> {
  await db.delete(accountMarks).where(and(eq(accountMarks.userId, userId), inArray(accountMarks.kind, [...kinds])));
  if (marks.length === 0) return;
  await db
    .insert(accountMarks)
    .values(marks.map((mark) => ({ ...mark, userId, at })))
    .onConflictDoNothing();
}

export async function listMarks(db: Db, userId: string): Promise<Mark[]> {
  return await db
    .select({ kind: accountMarks.kind, digest: accountMarks.digest })
    .from(accountMarks)
    .where(eq(accountMarks.userId, userId));
}

/** Accounts with a confirmed address that have no mark of it yet. */
export async function listUnmarked(db: Db, limit: number): Promise<string[]> {
  const marked = db
    .select({ one: sql`1` })
    .from(accountMarks)
    .where(and(eq(accountMarks.userId, users.id), eq(accountMarks.kind, 'email')));
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.email), isNotNull(users.emailConfirmedAt), notExists(marked)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function insertBanMarks(db: Db, sanctionId: string, marks: readonly Mark[], until: Date): Promise<void> {
  if (marks.length === 0) return;
  await db
    .insert(banMarks)
    .values(marks.map((mark) => ({ ...mark, sanctionId, until })))
    .onConflictDoNothing();
}

export async function deleteBanMarks(db: Db, sanctionId: string): Promise<void> {
  await db.delete(banMarks).where(eq(banMarks.sanctionId, sanctionId));
}

/** Deletes the marks of bans that have ended. */
export async function deleteExpiredBanMarks(db: Db, now: Date): Promise<void> {
  await db.delete(banMarks).where(sql`${banMarks.until} <= ${now.toISOString()}::timestamptz`);
}

/** A ban of somebody else with one of these marks. */
export async function findBanByMarks(
  db: Db,
  userId: string,
  marks: readonly Mark[],
  now: Date,
): Promise<{ sanctionId: string } | null> {
  if (marks.length === 0) return null;
  const [row] = await db
    .select({ sanctionId: banMarks.sanctionId })
    .from(banMarks)
    .leftJoin(sanctions, eq(sanctions.id, banMarks.sanctionId))
    .where(
      and(
        inArray(
          banMarks.digest,
          marks.map(({ digest }) => digest),
        ),
        gt(banMarks.until, now),
        sql`${sanctions.userId} is distinct from ${userId}::uuid`,
      ),
    )
    .limit(1);
  return row ?? null;
}
