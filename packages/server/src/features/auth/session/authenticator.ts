import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { isSignInBlocked } from './session.rules.ts';
import { findLiveSession, type LiveSession } from './session.store.ts';

/** A session with the end of the access token that told of it, in seconds since 1970. */
export type TokenSession = LiveSession & { expiresAt: number };

export interface Authenticator {
  /**
   * Who an access token belongs to, from the database itself.
   * Throws `no_authorization`, `bad_jwt`, `user_not_found`, `session_not_found`, `user_banned`.
   */
  authenticate(token: string | null): Promise<LiveSession>;
  /** The same for the many calls of the product, which may share an answer that is seconds old within this process. */
  authenticateCached(token: string | null): Promise<TokenSession>;
  /** Another look at a session that a token told of before: no token is needed for it. */
  recheckCached(session: Pick<TokenSession, 'sessionId' | 'userId' | 'expiresAt'>): Promise<TokenSession>;
  /** Throws unless the token carries the `service_role`. */
  requireAdmin(token: string | null): Promise<void>;
  /** A key for `apikey`: `anon` for the browser, `service_role` for the installation's own tools. */
  issueApiKey(role: 'anon' | 'service_role'): Promise<string>;
}

const API_KEY_S = 10 * 365 * 86_400;
const userClaims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
});

type SessionLookup = (sessionId: string, userId: string) => Promise<LiveSession | null>;

export function createAuthenticator(deps: AuthDeps): Authenticator {
  const { clock, config, db, keys, sessionCache } = deps;

  async function verifyClaims(token: string | null): Promise<JWTPayload> {
    if (!token) throw new AuthError('no_authorization');
    return keys.verify(token, clock.now());
  }

  async function authenticateWith(token: string | null, lookup: SessionLookup): Promise<TokenSession> {
    const claims = await verifyClaims(token);
    const parsed = userClaims.safeParse(claims);
    if (!parsed.success) throw new AuthError('bad_jwt', 'invalid claim: missing sub claim');
    const { sub, session_id: sessionId, aud, exp } = parsed.data;
    if (![aud].flat().includes(config.audience)) throw new AuthError('bad_jwt', 'invalid claim: audience');
    return { ...(await requireLiveSession(sessionId, sub, lookup)), expiresAt: exp };
  }

  async function requireLiveSession(sessionId: string, userId: string, lookup: SessionLookup): Promise<LiveSession> {
    const session = await lookup(sessionId, userId);
    if (!session) throw new AuthError((await findUser(db, userId)) ? 'session_not_found' : 'user_not_found');
    if (isSignInBlocked(session, clock.now())) throw new AuthError('user_banned', undefined, { status: 403 });
    return session;
  }

  const shared: SessionLookup = (sessionId, userId) => sessionCache.find(db, sessionId, userId);

  return {
    authenticate: (token) => authenticateWith(token, (sessionId, userId) => findLiveSession(db, sessionId, userId)),
    authenticateCached: (token) => authenticateWith(token, shared),
    async recheckCached({ sessionId, userId, expiresAt }) {
      return { ...(await requireLiveSession(sessionId, userId, shared)), expiresAt };
    },
    async requireAdmin(token) {
      const claims = await verifyClaims(token);
      if (claims.role !== 'service_role') throw new AuthError('not_admin');
    },
    issueApiKey(role) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      return keys.sign({ role, aud: config.audience, iat: issuedAt, exp: issuedAt + API_KEY_S });
    },
  };
}
