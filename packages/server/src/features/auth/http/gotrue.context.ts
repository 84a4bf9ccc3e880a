import type { FastifyRequest } from 'fastify';
import type { RateLimits } from '../../../core/config/auth-config.ts';
import { toNetwork } from '../../../core/http/address.ts';
import { bearerToken } from '../../../core/http/route.ts';
import type { AuthDeps } from '../auth.deps.ts';
import type { AuthService } from '../auth.service.ts';
import { resolveRedirect } from '../mail/redirect.rules.ts';
import type { LiveSession } from '../session/session.store.ts';
import { redirectQuery } from './gotrue.schemas.ts';

/** What the routes share. */
export interface GotrueContext {
  auth: AuthService;
  deps: AuthDeps;
  /** Counts the call for the caller's network. Throws `over_request_rate_limit`. */
  limit(request: FastifyRequest, kind: keyof RateLimits): Promise<void>;
  /** Counts the call for an account, from all networks together. Throws `over_request_rate_limit`. */
  limitUser(userId: string, kind: keyof RateLimits): Promise<void>;
  /** The session of the bearer token. Throws as `Authenticator.authenticate` does. */
  authenticate(request: FastifyRequest): Promise<LiveSession>;
  /** The requested redirect if it is allowed, else the site; `page` of the site if the request has none. */
  readRedirect(request: FastifyRequest, page?: string): string;
}

const DEFAULT_WINDOW_S = 300;
const WINDOWS_S: Partial<Record<keyof RateLimits, number>> = { factor: 60, signOutOthers: 3_600, anonymous: 3_600 };

export function gotrueContext(auth: AuthService): GotrueContext {
  const { deps } = auth;
  const { config, limits } = deps;
  const count = (kind: keyof RateLimits, of: string) =>
    limits.consume(`auth:${kind}:${of}`, { max: config.limits[kind], windowS: WINDOWS_S[kind] ?? DEFAULT_WINDOW_S });
  return {
    auth,
    deps,
    limit: (request, kind) => count(kind, toNetwork(request.ip)),
    limitUser: (userId, kind) => count(kind, `user:${userId}`),
    authenticate: (request) => auth.authenticator.authenticate(bearerToken(request)),
    readRedirect: (request, page = '') =>
      resolveRedirect(redirectQuery.parse(request.query).redirect_to || `${config.siteUrl}${page}`, config),
  };
}
