import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import type { FastifyRequest } from 'fastify';
import type { RateLimits } from '../../../core/config/auth-config.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import type { AuthService } from '../auth.service.ts';
import { resolveRedirect } from '../mail/redirect.rules.ts';
import type { LiveSession } from '../session/session.store.ts';
import { readBearer, toNetwork } from './client.ts';
import { redirectQuery } from './gotrue.schemas.ts';

/** What the routes share. */
export interface GotrueContext {
  auth: AuthService;
  deps: AuthDeps;
  /** Counts the call for the caller's network. Throws `over_request_rate_limit`. */
  limit(request: FastifyRequest, kind: keyof RateLimits): Promise<void>;
  user(request: FastifyRequest): Promise<LiveSession>;
  /** Where the request wants its link to lead, if it may; `page` of the site where it does not say. */
  readRedirect(request: FastifyRequest, page?: string): string;
  captcha(
    request: FastifyRequest,
    security: { captcha_token?: string | null | undefined } | null | undefined,
  ): Promise<void>;
}

const FIVE_MINUTES_MS = 300_000;
const WINDOWS_MS: Partial<Record<keyof RateLimits, number>> = { factor: MINUTE_MS, anonymous: HOUR_MS };

export function gotrueContext(auth: AuthService): GotrueContext {
  const { deps } = auth;
  return {
    auth,
    deps,
    async limit(request, kind) {
      const windowMs = WINDOWS_MS[kind] ?? FIVE_MINUTES_MS;
      const allowed = await deps.limits.allow(
        `auth:${kind}:${toNetwork(request.ip)}`,
        deps.config.limits[kind],
        windowMs,
      );
      if (!allowed) throw new AuthError('over_request_rate_limit');
    },
    user: (request) => auth.authenticator.authenticate(readBearer(request)),
    readRedirect: (request, page = '') =>
      resolveRedirect(redirectQuery.parse(request.query).redirect_to || `${deps.config.siteUrl}${page}`, deps.config),
    captcha: (request, security) => deps.captcha.check(security?.captcha_token, request.ip),
  };
}
