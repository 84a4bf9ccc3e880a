import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { atMost } from './own-session.ts';
import { isSignInBlocked } from './session.rules.ts';
import { findLiveSession, type LiveSession } from './session.store.ts';

/** A live session with the expiry of its access token, in seconds since 1970. */
export type TokenSession = LiveSession & { expiresAt: number };

export interface Authenticator {
  /**
   * The live session of an access token, always read from the database. Its `aal` is never above the token's own.
   * Throws `no_authorization`, `bad_jwt`, `user_not_found`, `session_not_found`, `user_banned`.
   */
  authenticate(token: string | null): Promise<LiveSession>;
  /** The same for the product's own calls; the answer may be a few seconds old (see `SessionCache`). */
  authenticateCached(token: string | null): Promise<TokenSession>;
  /** Checks a session again that a token has authenticated before. */
  recheckCached(session: Pick<TokenSession, 'sessionId' | 'userId' | 'aal' | 'expiresAt'>): Promise<TokenSession>;
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
  aal: z.enum(['aal1', 'aal2']).catch('aal1'),
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
    const { sub, session_id: sessionId, aud, exp, aal } = parsed.data;
    if (![aud].flat().includes(config.audience)) throw new AuthError('bad_jwt', 'invalid claim: audience');
    const session = await requireLiveSession(sessionId, sub, lookup);
    return { ...atMost(aal, session), expiresAt: exp };
  }

  async function requireLiveSession(sessionId: string, userId: string, lookup: SessionLookup): Promise<LiveSession> {
    const session = await lookup(sessionId, userId);
    if (!session) throw new AuthError((await findUser(db, userId)) ? 'session_not_found' : 'user_not_found');
    if (isSignInBlocked(session, clock.now())) throw new AuthError('user_banned', undefined, { status: 403 });
    return session;
  }

  const shared: SessionLookup = sessionCache.find;

  return {
    authenticate: (token) => authenticateWith(token, (sessionId, userId) => findLiveSession(db, sessionId, userId)),
    authenticateCached: (token) => authenticateWith(token, shared),
    async recheckCached({ sessionId, userId, aal, expiresAt }) {
      return { ...atMost(aal, await requireLiveSession(sessionId, userId, shared)), expiresAt };
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
