import { randomUUID } from 'node:crypto';
import { afterCommit } from '../../../core/db/commit-hooks.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import { toNetworkHash } from '../abuse/wrong-passwords.ts';
import { findFullUser } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { hashSecret } from './secrets.ts';
import {
  type AuthMethod,
  decideRefresh,
  hasExpired,
  isFromBeforeRaising,
  isSignInBlocked,
  withMethod,
} from './session.rules.ts';
import {
  deleteSessions,
  findLiveRefreshToken,
  findLiveSession,
  findRefreshToken,
  insertSession,
  listSessions,
  lockSession,
  type SessionRow,
  type SessionSelection,
  updateSession,
} from './session.store.ts';
import { createRefreshToken, type IssuedSession, issueSession, rotateRefreshToken } from './session-tokens.ts';

interface OpenedBy {
  epoch?: number;
  passkeyId?: string;
  identityId?: string | null;
}

export interface SessionService {
  /**
   * Opens a session for a user who has just authenticated.
   * @param by `passkeyId`: the passkey that signed in, with the user verified: the session begins at aal2.
   * `identityId`: the provider's account or phone number that signed in.
   * `epoch`: the user's epoch when authentication began. If it has changed since, this throws `conflict` and nothing is stored.
   * Throws `user_banned`, `user_not_found`, `conflict`.
   */
  open(tx: Db, userId: string, method: AuthMethod, client: Client, by?: OpenedBy): Promise<IssuedSession>;
  /** All sessions of a user, the most recently used first. */
  list(userId: string): Promise<SessionRow[]>;
  /** Ends one session. False if the user has no such session. */
  endOne(userId: string, sessionId: string): Promise<boolean>;
  /** Raises a session to aal2 after a second factor, and ends the user's sessions that are below it. */
  elevate(tx: Db, session: SessionRow, method: AuthMethod, factorId: string): Promise<IssuedSession>;
  /** Issues an access token and the next refresh token. Throws `refresh_token_*`, `session_expired`, `user_banned`, `conflict`. */
  refresh(refreshToken: string, client: Client): Promise<IssuedSession>;
  /** Ends sessions. Their open connections are closed when the transaction commits. */
  end(tx: Db, selection: SessionSelection): Promise<void>;
  /** Ends sessions because their user signs out: the other tabs and devices are told without an error. */
  signOut(tx: Db, selection: SessionSelection): Promise<void>;
}

/** Longer user agents are cut. */
const AGENT_MAX_CHARS = 300;

export function createSessionService(deps: AuthDeps): SessionService {
  const { clock, db, sessionCache } = deps;

  async function open(
    tx: Db,
    userId: string,
    method: AuthMethod,
    client: Client,
    { epoch, identityId = null, passkeyId }: OpenedBy = {},
  ): Promise<IssuedSession> {
    const now = clock.now();
    const aal = passkeyId ? ('aal2' as const) : ('aal1' as const);
    const level = { aal, factorId: passkeyId ?? null, passkeyId: passkeyId ?? null };
    const session = { ...createSession(userId, method, client, now), ...level, identityId };
    const token = createRefreshToken(deps, session.id, null);
    const networkHash = toNetworkHash(deps, userId, client);
    const fullUser = await insertSession(tx, { session, token, networkHash, now, epoch });
    if (!fullUser) throw new AuthError(epoch === undefined ? 'user_not_found' : 'conflict');
    if (isSignInBlocked(fullUser.user, now)) {
      // Blocked after the caller's own check.
      await endSessions(tx, deps, { userId, only: session.id });
      throw new AuthError('user_banned');
    }
    return issueSession(tx, deps, session, fullUser, token.id);
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
    await endSessions(tx, deps, { userId: session.userId, belowAal2: true, except: session.id });
    // Without a parent: a refresh token that was issued below aal2 must not return one above.
    return issueSession(tx, deps, raised, fullUser, await rotateRefreshToken(tx, deps, session.id, null));
  }

  return {
    open,
    elevate,
    async refresh(refreshToken, client) {
      // A refusal may have ended the session. Throw it after the commit, so that the end is not rolled back.
      const outcome = await db.transaction((tx) => tryRefresh(tx, deps, hashSecret(refreshToken), client));
      if ('issued' in outcome) return outcome.issued;
      throw outcome.refused;
    },
    end: (tx, selection) => endSessions(tx, deps, selection),
    signOut: (tx, selection) => endSessions(tx, deps, selection, true),
    list: (userId) => listSessions(db, userId),
    async endOne(userId, sessionId) {
      const known = await findLiveSession(db, sessionId, userId);
      if (known) await endSessions(db, deps, { userId, only: sessionId }, true);
      return known !== null;
    },
  };
}

function createSession(
  userId: string,
  method: AuthMethod,
  client: Client,
  now: Date,
): Omit<SessionRow, 'aal' | 'factorId' | 'passkeyId' | 'identityId'> {
  return {
    id: randomUUID(),
    userId,
    amr: withMethod([], method, now),
    userAgent: client.userAgent?.slice(0, AGENT_MAX_CHARS) ?? null,
    ip: client.ip,
    createdAt: now,
    refreshedAt: now,
  };
}

async function endSessions(
  tx: Db,
  { listeners, sessionCache }: AuthDeps,
  selection: SessionSelection,
  byUser = false,
): Promise<void> {
  const { userId } = selection;
  const ids = await deleteSessions(tx, selection);
  if (!('only' in selection))
    for (const listener of listeners) await listener.sessionsRevoked?.(tx, userId, ids.length);
  sessionCache.invalidate(tx, userId);
  if (ids.length === 0) return;
  afterCommit(tx, () => {
    for (const listener of listeners) listener.sessionsEnded?.(userId, ids, byUser);
  });
}

type RefreshOutcome = { issued: IssuedSession } | { refused: AuthError };

async function tryRefresh(tx: Tx, deps: AuthDeps, tokenHash: string, client: Client): Promise<RefreshOutcome> {
  const { clock, config } = deps;
  const known = await findRefreshToken(tx, tokenHash);
  const session = known && (await lockSession(tx, known.sessionId));
  // Read it again under the lock, because another request may have used it.
  const presented = session && (await findRefreshToken(tx, tokenHash));
  const fullUser = session && (await findFullUser(tx, session.userId));
  if (!presented || !fullUser) return { refused: new AuthError('refresh_token_not_found') };
  const now = clock.now();
  if (isSignInBlocked(fullUser.user, now)) return { refused: new AuthError('user_banned') };
  const thisOne = { userId: session.userId, only: session.id };
  if (hasExpired(session, config, now)) {
    await endSessions(tx, deps, thisOne);
    return { refused: new AuthError('session_expired') };
  }
  const live = await findLiveRefreshToken(tx, session.id);
  const decision = decideRefresh(presented, live, now);
  if (decision === 'revoke' || !live) {
    if (live && isFromBeforeRaising(presented, session.amr, now)) return { refused: new AuthError('conflict') };
    await endSessions(tx, deps, thisOne);
    return { refused: new AuthError('refresh_token_already_used') };
  }
  const userAgent = client.userAgent?.slice(0, AGENT_MAX_CHARS) ?? session.userAgent;
  await updateSession(tx, session.id, { refreshedAt: now, ip: client.ip, userAgent });
  const tokenId = decision === 'repeat' ? live.id : await rotateRefreshToken(tx, deps, session.id, presented.id);
  return { issued: await issueSession(tx, deps, session, fullUser, tokenId) };
}
