import { randomUUID } from 'node:crypto';
import { afterCommit } from '../../../core/db/commit-hooks.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import { type PresentedUser, presentUser } from '../account/user.presenter.ts';
import { type FullUser, findFullUser } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { hashSecret } from './secrets.ts';
import { type AuthMethod, decideRefresh, hasExpired, isSignInBlocked, withMethod } from './session.rules.ts';
import {
  deleteSessions,
  findLiveRefreshToken,
  findLiveSession,
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  listSessions,
  lockSession,
  revokeRefreshTokens,
  type SessionRow,
  type SessionSelection,
  updateSession,
} from './session.store.ts';

/** A session as clients receive it. */
export interface IssuedSession {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: PresentedUser;
}

export interface SessionService {
  /**
   * Opens a session for a user who has just authenticated.
   * @param epoch the user's epoch when authentication began. If it has changed since, this throws `conflict`, and `tx` must
   * be a transaction so that nothing remains.
   * Throws `user_banned`, `user_not_found`, `conflict`.
   */
  open(tx: Db, userId: string, method: AuthMethod, client: Client, epoch?: number): Promise<IssuedSession>;
  /** All sessions of a user, the most recently used first. */
  list(userId: string): Promise<SessionRow[]>;
  /** Ends one session. False if the user has no such session. */
  endOne(userId: string, sessionId: string): Promise<boolean>;
  /** Raises a session to aal2 after a second factor, and ends the user's sessions that are below it. */
  elevate(tx: Db, session: SessionRow, method: AuthMethod, factorId: string): Promise<IssuedSession>;
  /** Issues an access token and the next refresh token. Throws `refresh_token_*`, `session_expired`, `user_banned`. */
  refresh(refreshToken: string, client: Client): Promise<IssuedSession>;
  /** Ends sessions. Their open connections are closed when the transaction commits. */
  end(tx: Db, selection: SessionSelection): Promise<void>;
}

type RefreshOutcome = { issued: IssuedSession } | { refused: AuthError };

/** Longer user agents are cut. */
const AGENT_MAX_CHARS = 300;

export function createSessionService(deps: AuthDeps): SessionService {
  const { clock, config, db, digests, hooks, keys, sessionCache } = deps;

  async function end(tx: Db, selection: SessionSelection): Promise<void> {
    const { userId } = selection;
    const ids = await deleteSessions(tx, selection);
    sessionCache.invalidate(tx, userId);
    if (ids.length > 0) afterCommit(tx, () => publishEnded(userId, ids));
  }

  function publishEnded(userId: string, sessionIds: string[]): void {
    for (const hook of hooks) hook.sessionsEnded?.(userId, sessionIds);
  }

  async function issue(session: SessionRow, fullUser: FullUser, refreshTokenId: string): Promise<IssuedSession> {
    const { user } = fullUser;
    const issuedAt = Math.floor(clock.now().getTime() / 1000);
    const expiresAt = issuedAt + config.accessTokenS;
    const accessToken = await keys.sign({
      sub: user.id,
      aud: config.audience,
      exp: expiresAt,
      iat: issuedAt,
      jti: randomUUID(),
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: user.appMetadata,
      user_metadata: user.userMetadata,
      role: user.role,
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: user.isAnonymous,
    });
    return {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: config.accessTokenS,
      expires_at: expiresAt,
      refresh_token: digests.refreshToken(refreshTokenId),
      user: presentUser(fullUser),
    };
  }

  function tokenRow(sessionId: string, parentId: string | null) {
    const id = randomUUID();
    const tokenHash = hashSecret(digests.refreshToken(id));
    return { id, sessionId, tokenHash, parentId, createdAt: clock.now() };
  }

  async function rotateToken(tx: Db, sessionId: string, parentId: string | null): Promise<string> {
    const row = tokenRow(sessionId, parentId);
    await revokeRefreshTokens(tx, sessionId);
    await insertRefreshToken(tx, row);
    return row.id;
  }

  async function open(
    tx: Db,
    userId: string,
    method: AuthMethod,
    client: Client,
    epoch?: number,
  ): Promise<IssuedSession> {
    const now = clock.now();
    const session: SessionRow = {
      id: randomUUID(),
      userId,
      aal: 'aal1',
      amr: withMethod([], method, now),
      factorId: null,
      userAgent: client.userAgent?.slice(0, AGENT_MAX_CHARS) ?? null,
      ip: client.ip,
      createdAt: now,
      refreshedAt: now,
    };
    const first = tokenRow(session.id, null);
    const fullUser = await insertSession(tx, session, first, now);
    if (!fullUser) throw new AuthError('user_not_found');
    if (epoch !== undefined && fullUser.user.epoch !== epoch) throw new AuthError('conflict');
    if (isSignInBlocked(fullUser.user, now)) {
      // Blocked after the caller's own check.
      await end(tx, { userId, only: session.id });
      throw new AuthError('user_banned');
    }
    return issue(session, fullUser, first.id);
  }

  async function elevate(tx: Db, session: SessionRow, method: AuthMethod, factorId: string): Promise<IssuedSession> {
    const raised = await updateSession(tx, session.id, {
      aal: 'aal2',
      amr: withMethod(session.amr, method, clock.now()),
      factorId,
      refreshedAt: clock.now(),
    });
    sessionCache.invalidate(tx, session.userId);
    const fullUser = await findFullUser(tx, session.userId);
    if (!raised || !fullUser) throw new AuthError('session_not_found');
    await end(tx, { userId: session.userId, belowAal2: true, except: session.id });
    // Without a parent: a refresh token that was issued below aal2 must not return one above.
    return issue(raised, fullUser, await rotateToken(tx, session.id, null));
  }

  async function tryRefresh(tx: Tx, tokenHash: string, client: Client): Promise<RefreshOutcome> {
    const known = await findRefreshToken(tx, tokenHash);
    const session = known && (await lockSession(tx, known.sessionId));
    // Read it again under the lock, because another request may have used it.
    const presented = session && (await findRefreshToken(tx, tokenHash));
    const fullUser = session && (await findFullUser(tx, session.userId));
    if (!presented || !fullUser) return { refused: new AuthError('refresh_token_not_found') };
    const now = clock.now();
    if (isSignInBlocked(fullUser.user, now)) return { refused: new AuthError('user_banned') };
    const own = { userId: session.userId, only: session.id };
    if (hasExpired(session, config, now)) {
      await end(tx, own);
      return { refused: new AuthError('session_expired') };
    }
    const live = await findLiveRefreshToken(tx, session.id);
    const decision = decideRefresh(presented, live);
    if (decision === 'revoke' || !live) {
      await end(tx, own);
      return { refused: new AuthError('refresh_token_already_used') };
    }
    const userAgent = client.userAgent?.slice(0, AGENT_MAX_CHARS) ?? session.userAgent;
    await updateSession(tx, session.id, { refreshedAt: now, ip: client.ip, userAgent });
    return {
      issued: await issue(
        session,
        fullUser,
        decision === 'repeat' ? live.id : await rotateToken(tx, session.id, live.id),
      ),
    };
  }

  return {
    open,
    elevate,
    async refresh(refreshToken, client) {
      // A refusal may have ended the session. Throw it after the commit, so that the end is not rolled back.
      const outcome = await db.transaction((tx) => tryRefresh(tx, hashSecret(refreshToken), client));
      if ('issued' in outcome) return outcome.issued;
      throw outcome.refused;
    },
    end,
    list: (userId) => listSessions(db, userId),
    async endOne(userId, sessionId) {
      const known = await findLiveSession(db, sessionId, userId);
      if (known) await end(db, { userId, only: sessionId });
      return known !== null;
    },
  };
}
