import { MAILED_SESSION_COOKIE } from '@soulsight/contract/auth';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthConfig } from '../../../core/config/auth-config.ts';
import { type AuthError, invalid } from '../auth.errors.ts';
import { resolveRedirect, withFragment, withQuery } from '../mail/redirect.rules.ts';
import { randomSecret } from '../session/secrets.ts';
import { VERIFY_TYPES, type VerifyResult, type VerifyType } from '../sign-up/verify.service.ts';
import { readClient } from './client.ts';
import type { GotrueContext } from './gotrue.context.ts';
import { toAuthError } from './gotrue.errors.ts';
import { verifyQuery } from './gotrue.schemas.ts';
import { LINK_PAGE_HEADERS, renderLinkPage } from './link-page.ts';
import { toSessionFragment } from './session-fragment.ts';

/** How long the browser may take to follow the redirect. */
const PROOF_S = 60;

/** GoTrue's answer to the first half of an email change. */
export const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * Mailed links. Mail scanners, previews and prefetching browsers open links too, so opening one only shows a page. Its button
 * posts to `/verify/confirm`, which uses the link up.
 */
export function registerMailedLinkRoutes(app: FastifyInstance, context: GotrueContext): void {
  const { auth, deps } = context;

  /** Runs `work`; a refusal redirects to the product with GoTrue's error parameters. */
  async function orRedirect(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (link: { token: string; type: string; redirect: string }) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const query = verifyQuery.parse((request.method === 'POST' ? request.body : request.query) ?? {});
    const token = query.token ?? query.token_hash ?? '';
    const redirect = resolveRedirect(query.redirect_to, deps.config);
    try {
      return await work({ token, type: query.type ?? '', redirect });
    } catch (error) {
      const known = toAuthError(error);
      if (!known) throw error;
      return reply.redirect(toRefusalUrl(redirect, known, token), 303);
    }
  }

  app.get('/verify', (request, reply) =>
    orRedirect(request, reply, async ({ token, type, redirect }) => {
      const preview = await auth.verifications.preview(token, readVerifyType(type));
      return reply.headers(LINK_PAGE_HEADERS).send(renderLinkPage(preview, { token, type, redirect_to: redirect }));
    }),
  );

  app.post('/verify/confirm', (request, reply) =>
    orRedirect(request, reply, async ({ token, type, redirect }) => {
      // Another site must not press the button for the user.
      if (isCrossSite(request)) {
        const query = { token, type, redirect_to: redirect };
        return reply.redirect(withQuery(`${deps.config.apiUrl}/verify`, query), 303);
      }
      await context.limit(request, 'verify');
      const verified = await auth.verifications.link(token, readVerifyType(type), readClient(request));
      const landing = toLandingUrl(redirect, verified, type, token);
      return reply.redirect(verified.kind === 'session' ? withProof(reply, deps.config, landing) : landing, 303);
    }),
  );
}

/** Throws `validation_failed` for an unknown type. */
export function readVerifyType(type: string): VerifyType {
  if (!VERIFY_TYPES.includes(type as VerifyType)) throw invalid('Verify requires a verification type');
  return type as VerifyType;
}

/** Current browsers say where a request comes from; programs do not. */
function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

function toLandingUrl(redirect: string, verified: VerifyResult, type: string, token: string): string {
  if (verified.kind === 'code') return withQuery(redirect, { code: verified.code });
  if (verified.kind === 'session') return withFragment(redirect, toSessionFragment(verified.session, type));
  const params = { message: HALF_CONFIRMED };
  return isPkce(token) ? withQuery(redirect, params) : withFragment(redirect, params);
}

/** Tells our own pages that the session in the address was asked for by a button pressed in this browser. */
function withProof(reply: FastifyReply, { siteUrl }: AuthConfig, landing: string): string {
  if (new URL(landing).origin !== new URL(siteUrl).origin) return landing;
  const proof = randomSecret();
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  reply.header('set-cookie', `${MAILED_SESSION_COOKIE}=${proof}; Path=/; Max-Age=${PROOF_S}; SameSite=Lax${secure}`);
  return `${landing}&${new URLSearchParams({ proof })}`;
}

function toRefusalUrl(redirect: string, error: AuthError, token: string): string {
  const expired = error.code === 'otp_expired';
  const params = {
    error: 'access_denied',
    error_code: error.code,
    error_description: expired ? 'Email link is invalid or has expired' : error.message,
  };
  return withFragment(isPkce(token) ? withQuery(redirect, params) : redirect, params);
}

function isPkce(token: string): boolean {
  return token.startsWith('pkce_');
}
