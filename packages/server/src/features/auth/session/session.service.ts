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
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  lockSession,
  revokeRefreshTokens,
  type SessionRow,
  type SessionSelection,
  updateSession,
} from './session.store.ts';

/** A session as a client gets it. */
export interface IssuedSession {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: PresentedUser;
}

export interface SessionService {
  /** Opens a session for someone who has just proved who they are. Throws `user_banned`. */
  open(tx: Db, userId: string, method: AuthMethod, client: Client): Promise<IssuedSession>;
  /** Raises a session by a second factor and ends the person's sessions that have not passed one. */
  elevate(tx: Db, session: SessionRow, method: AuthMethod, factorId: string): Promise<IssuedSession>;
  /** A new access token, and the next refresh token. Throws `refresh_token_*`, `session_expired`, `user_banned`. */
  refresh(refreshToken: string, client: Client): Promise<IssuedSession>;
  /** Ends sessions. Their open connections are closed when the transaction commits. */
  end(tx: Db, selection: SessionSelection): Promise<void>;
}

type RefreshOutcome = { issued: IssuedSession } | { refused: AuthError };

const AGENT_MAX_CHARS = 300;

export function createSessionService(deps: AuthDeps): SessionService {
  const { clock, config, digests, hooks, keys, sessionCache } = deps;

  async function end(tx: Db, selection: SessionSelection): Promise<void> {
    const { userId } = selection;
    const ids = await deleteSessions(tx, selection);
    sessionCache.invalidate(tx, userId);
    if (ids.length > 0) afterCommit(tx, () => publishEnded(userId, ids));
  }

  function publishEnded(userId: string, sessionIds: string[]): void {
    for (const hook of hooks) hook.sessionsEnded?.(userId, sessionIds);
  }

  async function issue(session: SessionRow, whole: FullUser, refreshTokenId: string): Promise<IssuedSession> {
    const { user } = whole;
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
      user: presentUser(whole),
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

  async function open(tx: Db, userId: string, method: AuthMethod, client: Client): Promise<IssuedSession> {
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
    const whole = await insertSession(tx, session, first, now);
    if (!whole) throw new AuthError('user_not_found');
    if (isSignInBlocked(whole.user, now)) {
      // Locked between the look at the account and this moment.
      await end(tx, { userId, only: session.id });
      throw new AuthError('user_banned');
    }
    return issue(session, whole, first.id);
  }

  async function elevate(tx: Db, session: SessionRow, method: AuthMethod, factorId: string): Promise<IssuedSession> {
    const live = await findLiveRefreshToken(tx, session.id);
    const raised = await updateSession(tx, session.id, {
      aal: 'aal2',
      amr: withMethod(session.amr, method, clock.now()),
      factorId,
      refreshedAt: clock.now(),
    });
    sessionCache.invalidate(tx, session.userId);
    const whole = await findFullUser(tx, session.userId);
    if (!raised || !whole) throw new AuthError('session_not_found');
    await end(tx, { userId: session.userId, belowAal2: true, except: session.id });
    return issue(raised, whole, await rotateToken(tx, session.id, live?.id ?? null));
  }

  async function tryRefresh(tx: Tx, tokenHash: string, client: Client): Promise<RefreshOutcome> {
    const known = await findRefreshToken(tx, tokenHash);
    const session = known && (await lockSession(tx, known.sessionId));
    // Read again under the lock: another request may have used the token meanwhile.
    const presented = session && (await findRefreshToken(tx, tokenHash));
    const whole = session && (await findFullUser(tx, session.userId));
    if (!presented || !whole) return { refused: new AuthError('refresh_token_not_found') };
    const now = clock.now();
    if (isSignInBlocked(whole.user, now)) return { refused: new AuthError('user_banned') };
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
      issued: await issue(session, whole, decision === 'repeat' ? live.id : await rotateToken(tx, session.id, live.id)),
    };
  }

  return {
    open,
    elevate,
    async refresh(refreshToken, client) {
      // A refusal may have ended the session. Throw it after the commit, so that the end is not rolled back.
      const outcome = await deps.db.transaction((tx) => tryRefresh(tx, hashSecret(refreshToken), client));
      if ('issued' in outcome) return outcome.issued;
      throw outcome.refused;
    },
    end,
  };
}
