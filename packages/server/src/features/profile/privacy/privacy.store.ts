import { and, asc, eq, isNotNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/types.ts';
import { factors, identities, sessions, users } from '../../auth/auth.tables.ts';
import { conversationMembers } from '../../chat/chat.tables.ts';
import { revealRequests } from '../../reveal/reveal.tables.ts';
import { blocks, reports, sanctions } from '../../safety/safety.tables.ts';
import { wingmanSuggestions } from '../../wingman/wingman.tables.ts';

/** Marks the account as leaving; false when it was already, or is not there. */
export async function markDeleted(db: Db, userId: string, at: Date, reason: string | null): Promise<boolean> {
  const rows = await db
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

/** Accounts whose time to change their mind is over. */
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

export async function listConversationIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: conversationMembers.conversationId })
    .from(conversationMembers)
    .where(eq(conversationMembers.userId, userId));
  return rows.map((row) => row.id);
}

/** Deletes the reports about a person, and answers their ids. */
export async function deleteReportsAbout(db: Db, userId: string): Promise<string[]> {
  const rows = await db.delete(reports).where(eq(reports.subjectId, userId)).returning({ id: reports.id });
  return rows.map((row) => row.id);
}

/** Deletes the account with everything that refers to it. */
export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.delete(users).where(eq(users.id, userId));
}

/** What the auth service keeps of a person, without secrets. */
export async function findAccountData(db: Db, userId: string) {
  const [account] = await db
    .select({
      id: users.id,
      email: users.email,
      email_confirmed_at: users.emailConfirmedAt,
      phone: users.phone,
      phone_confirmed_at: users.phoneConfirmedAt,
      last_sign_in_at: users.lastSignInAt,
      user_metadata: users.userMetadata,
      created_at: users.createdAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  return {
    account,
    identities: await db
      .select({ provider: identities.provider, email: identities.email, created_at: identities.createdAt })
      .from(identities)
      .where(eq(identities.userId, userId)),
    sessions: await db
      .select({
        created_at: sessions.createdAt,
        refreshed_at: sessions.refreshedAt,
        user_agent: sessions.userAgent,
        ip: sessions.ip,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    second_factors: await db
      .select({ type: factors.factorType, name: factors.friendlyName, status: factors.status })
      .from(factors)
      .where(eq(factors.userId, userId)),
  };
}

/** The reveals that the person asked for. */
export function listRevealData(db: Db, userId: string) {
  return db
    .select({
      match_id: revealRequests.matchId,
      stage: revealRequests.stage,
      status: revealRequests.status,
      created_at: revealRequests.createdAt,
    })
    .from(revealRequests)
    .where(eq(revealRequests.requesterId, userId));
}

export async function listSafetyData(db: Db, userId: string) {
  return {
    blocked: await db.select({ name: blocks.name, at: blocks.at }).from(blocks).where(eq(blocks.userId, userId)),
    reports: await db
      .select({
        id: reports.id,
        category: reports.category,
        status: reports.status,
        at: reports.createdAt,
        sealed: reports.details,
      })
      .from(reports)
      .where(eq(reports.reporterId, userId)),
    decisions: await db
      .select({
        action: sanctions.action,
        reason: sanctions.reason,
        until: sanctions.until,
        appeal: sanctions.appealText,
        answer: sanctions.appealAnswer,
        at: sanctions.at,
      })
      .from(sanctions)
      .where(eq(sanctions.userId, userId)),
  };
}

export function listWingmanData(db: Db, userId: string) {
  return db.select().from(wingmanSuggestions).where(eq(wingmanSuggestions.userId, userId));
}
