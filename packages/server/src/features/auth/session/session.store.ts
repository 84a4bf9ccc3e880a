import { and, desc, eq, lt, lte, ne, or, sql } from 'drizzle-orm';
import { arrayLiteral } from '../../../core/db/array-literal.ts';
import { isAmong, prepared } from '../../../core/db/prepared.ts';
import type { Db } from '../../../core/db/types.ts';
import { type FullUser, factorsJson, identitiesJson, toFullUserFromJson } from '../account/user.store.ts';
import { factors, refreshTokens, sessions, users } from '../auth.tables.ts';

export type SessionRow = typeof sessions.$inferSelect;
export type RefreshTokenRow = typeof refreshTokens.$inferSelect;

interface NewSession {
  session: SessionRow;
  token: Pick<RefreshTokenRow, 'id' | 'tokenHash' | 'createdAt'>;
  networkHash: string;
  now: Date;
  /** If set, the user must still have this epoch. */
  epoch?: number | undefined;
}

/**
 * Inserts a session with its first refresh token, and records the sign-in and its network, in one statement: all of it or, for a
 * user who does not exist or has another epoch, nothing. Written by hand, because half of a sign-in's time beside the hash was
 * spent on building it and on reading the user column by column. It waits for a change of the user that is under way, and looks at
 * the epoch after it.
 */
export async function insertSession(db: Db, values: NewSession): Promise<FullUser | null> {
  const { session, token, networkHash, epoch = null } = values;
  const now = values.now.toISOString();
  const id = sql`u.id`;
  const { rows } = await db.execute<Parameters<typeof toFullUserFromJson>[0]>(sql`
    with signed_in as (
      update users set last_sign_in_at = ${now}, updated_at = ${now}
      where id = ${session.userId} and (${epoch}::int is null or epoch = ${epoch}::int) returning *),
    opened as (
      insert into sessions (id, user_id, aal, amr, factor_id, passkey_id, identity_id, user_agent, ip, created_at, refreshed_at)
      select ${session.id}::uuid, id, ${session.aal}, ${JSON.stringify(session.amr)}::jsonb, ${session.factorId}::uuid, ${session.passkeyId}::uuid,
        ${session.identityId}::uuid, ${session.userAgent}, ${session.ip}, ${now}::timestamptz, ${now}::timestamptz from signed_in),
    first_token as (
      insert into refresh_tokens (id, session_id, token_hash, created_at)
      select ${token.id}::uuid, ${session.id}::uuid, ${token.tokenHash}, ${now}::timestamptz from signed_in),
    network as (
      insert into sign_in_networks (user_id, network_hash, last_at)
      select id, ${networkHash}, ${now}::timestamptz from signed_in
      on conflict (user_id, network_hash) do update set last_at = excluded.last_at)
    select to_jsonb(u) as user, ${identitiesJson(id)} as identities, ${factorsJson(id)} as factors from signed_in u`);
  return rows[0] ? toFullUserFromJson(rows[0]) : null;
}

/** Locks the session until the transaction ends, so that its refreshes run one after the other. */
export async function lockSession(tx: Db, id: string): Promise<SessionRow | null> {
  const [row] = await tx.select().from(sessions).where(eq(sessions.id, id)).for('update');
  return row ?? null;
}

/** Locks the user of a session until the transaction ends. False if there is no such session. */
export async function lockUserOfSession(tx: Db, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(eq(sessions.id, id))
    .for('update', { of: users });
  return rows.length > 0;
}

export async function updateSession(db: Db, id: string, change: Partial<SessionRow>): Promise<SessionRow | null> {
  const [row] = await db.update(sessions).set(change).where(eq(sessions.id, id)).returning();
  return row ?? null;
}

/** The most recently used first. */
export async function listSessions(db: Db, userId: string): Promise<SessionRow[]> {
  return db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(desc(sessions.refreshedAt));
}

export type SessionSelection =
  | { userId: string }
  | { userId: string; only: string }
  | { userId: string; except: string }
  | { userId: string; openedUntil: Date }
  | { userId: string; belowAal2: true; except: string }
  | { userId: string; passkeyId: string; except: string }
  | { userId: string; identityId: string; except: string };

/** Servers without `passkey_id` write the passkey to `factor_id` only. */
function openedByPasskey(passkeyId: string) {
  return or(eq(sessions.passkeyId, passkeyId), eq(sessions.factorId, passkeyId));
}

/** @returns the ids of the deleted sessions */
export async function deleteSessions(db: Db, selection: SessionSelection): Promise<string[]> {
  const rows = await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, selection.userId),
        'only' in selection ? eq(sessions.id, selection.only) : undefined,
        'except' in selection ? ne(sessions.id, selection.except) : undefined,
        'openedUntil' in selection ? lte(sessions.createdAt, selection.openedUntil) : undefined,
        'belowAal2' in selection ? eq(sessions.aal, 'aal1') : undefined,
        'passkeyId' in selection ? openedByPasskey(selection.passkeyId) : undefined,
        'identityId' in selection ? eq(sessions.identityId, selection.identityId) : undefined,
      ),
    )
    .returning({ id: sessions.id });
  return rows.map((row) => row.id);
}

/** Deletes the sessions that have not been used since `before`. */
export async function deleteStaleSessions(db: Db, before: Date): Promise<string[]> {
  const rows = await db.delete(sessions).where(lt(sessions.refreshedAt, before)).returning({ id: sessions.id });
  return rows.map((row) => row.id);
}

export async function insertRefreshToken(db: Db, token: typeof refreshTokens.$inferInsert): Promise<void> {
  await db.insert(refreshTokens).values(token);
}

export async function findRefreshToken(db: Db, tokenHash: string): Promise<RefreshTokenRow | null> {
  const [row] = await db.select().from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash));
  return row ?? null;
}

export async function findLiveRefreshToken(db: Db, sessionId: string): Promise<RefreshTokenRow | null> {
  const [row] = await db
    .select()
    .from(refreshTokens)
    .where(and(eq(refreshTokens.sessionId, sessionId), eq(refreshTokens.revoked, false)));
  return row ?? null;
}

export async function revokeRefreshTokens(db: Db, sessionId: string): Promise<void> {
  await db
    .update(refreshTokens)
    .set({ revoked: true })
    .where(and(eq(refreshTokens.sessionId, sessionId), eq(refreshTokens.revoked, false)));
}

/** A session with the columns of its user that every authenticated call needs. */
export interface LiveSession {
  sessionId: string;
  userId: string;
  /** The user's, see `users.epoch`. */
  epoch: number;
  aal: 'aal1' | 'aal2';
  createdAt: Date;
  email: string | null;
  emailConfirmedAt: Date | null;
  isModerator: boolean;
  isOperator: boolean;
  isDemo: boolean;
  isAnonymous: boolean;
  bannedUntil: Date | null;
  lockedUntil: Date | null;
  deletedAt: Date | null;
  /** The user has a verified second factor, whether or not this session has passed one. */
  hasFactor: boolean;
}

const live = {
  sessionId: sessions.id,
  userId: users.id,
  epoch: users.epoch,
  aal: sessions.aal,
  createdAt: sessions.createdAt,
  email: users.email,
  emailConfirmedAt: users.emailConfirmedAt,
  isModerator: users.isModerator,
  isOperator: users.isOperator,
  isDemo: users.isDemo,
  isAnonymous: users.isAnonymous,
  bannedUntil: users.bannedUntil,
  lockedUntil: users.lockedUntil,
  deletedAt: users.deletedAt,
  hasFactor: sql<boolean>`exists (select 1 from ${factors} where ${factors.userId} = ${users.id} and ${factors.status} = 'verified')`,
};

const selectLive = prepared(['ids'], (db, { ids }) =>
  db.select(live).from(sessions).innerJoin(users, eq(users.id, sessions.userId)).where(isAmong(sessions.id, ids)),
);

export async function findLiveSession(db: Db, sessionId: string, userId: string): Promise<LiveSession | null> {
  const session = (await findLiveSessions(db, [sessionId])).get(sessionId);
  return session?.userId === userId ? session : null;
}

/** By session id; those that have ended are absent. */
export async function findLiveSessions(db: Db, sessionIds: readonly string[]): Promise<Map<string, LiveSession>> {
  const rows: LiveSession[] = await selectLive(db, { ids: arrayLiteral(sessionIds) });
  return new Map(rows.map((row) => [row.sessionId, row]));
}

/** How the user of a session has authenticated, the latest first; null for no such session. */
export async function findSessionMethods(db: Db, sessionId: string): Promise<SessionRow['amr'] | null> {
  const [row] = await db.select({ amr: sessions.amr }).from(sessions).where(eq(sessions.id, sessionId));
  return row?.amr ?? null;
}

/** Deletes revoked tokens that can no longer be presented, so that a session's history stays short. */
export async function deleteOldRefreshTokens(db: Db, before: Date): Promise<void> {
  await db
    .delete(refreshTokens)
    .where(
      and(
        eq(refreshTokens.revoked, true),
        lt(refreshTokens.createdAt, before),
        sql`not exists (select 1 from refresh_tokens child where child.parent_id = ${refreshTokens.id} and not child.revoked)`,
      ),
    );
}
