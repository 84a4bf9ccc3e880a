import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AuthError } from '../auth.errors.ts';
import { withFragment, withQuery } from '../mail/redirect.rules.ts';
import type { OAuthResult } from '../oauth/oauth.service.ts';
import { readPkceChallenge } from '../session/pkce.ts';
import { readClient } from './client.ts';
import type { GotrueContext } from './gotrue.context.ts';
import { toAuthError } from './gotrue.errors.ts';
import { uuid } from './gotrue.schemas.ts';
import { toSessionFragment } from './session-fragment.ts';

const COOKIE = 'auth_flow';
const COOKIE_S = 300;

const authorizeQuery = z.object({
  provider: z.string().default(''),
  scopes: z.string().max(500).optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  skip_http_redirect: z.string().optional(),
});

/** Sign-in by OpenID providers, linking and unlinking. */
export function registerOAuthRoutes(app: FastifyInstance, context: GotrueContext): void {
  const { auth, deps } = context;
  const secure = deps.config.apiUrl.startsWith('https:');

  function readRequest(request: FastifyRequest) {
    const query = authorizeQuery.parse(request.query);
    return {
      provider: query.provider,
      scopes: query.scopes ?? null,
      challenge: readPkceChallenge(query.code_challenge, query.code_challenge_method),
      redirectTo: context.readRedirect(request),
      skip: query.skip_http_redirect === 'true',
    };
  }

  function bind(reply: FastifyReply, cookie: string): void {
    const attributes = `Path=${new URL(deps.config.apiUrl).pathname}; Max-Age=${COOKIE_S}; HttpOnly; SameSite=Lax`;
    reply.header('set-cookie', `${COOKIE}=${cookie}; ${attributes}${secure ? '; Secure' : ''}`);
  }

  app.get('/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const wanted = readRequest(request);
    try {
      const { url, cookie } = await auth.oauth.begin(wanted, null);
      bind(reply, cookie);
      return wanted.skip ? { url } : reply.redirect(url, 302);
    } catch (error) {
      // The browser is waiting: send it back if the provider cannot be reached.
      if (!(error instanceof AuthError) || error.code !== 'bad_oauth_callback' || wanted.skip) throw error;
      return reply.redirect(refusal(wanted.redirectTo, error), 302);
    }
  });

  app.get('/user/identities/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const session = await context.authenticate(request);
    const wanted = readRequest(request);
    const { url, cookie } = await auth.oauth.begin(wanted, session);
    bind(reply, cookie);
    return wanted.skip ? { url } : reply.redirect(url, 302);
  });

  app.delete('/user/identities/:id', async (request) => {
    const session = await context.authenticate(request);
    const id = z.object({ id: uuid }).safeParse(request.params);
    if (!id.success) throw new AuthError('identity_not_found');
    await auth.identities.unlink(session, id.data.id);
    return {};
  });

  async function callback(request: FastifyRequest, reply: FastifyReply, values: unknown): Promise<FastifyReply> {
    const params = new URLSearchParams(
      z
        .record(z.string(), z.string())
        .catch({})
        .parse(values ?? {}),
    );
    try {
      const returned = await auth.oauth.finish({ params, browser: readBrowser(request) }, readClient(request));
      return reply.redirect(landing(returned), 302);
    } catch (error) {
      const known = toAuthError(error);
      if (!known) throw error;
      return reply.redirect(refusal(deps.config.siteUrl, known), 303);
    }
  }

  app.get('/callback', { exposeHeadRoute: false }, (request, reply) => callback(request, reply, request.query));
  app.post('/callback', (request, reply) => callback(request, reply, request.body));
}

/** Current browsers send `sec-fetch-site`; programs do not. */
function readBrowser(request: FastifyRequest): { cookie: string | null } | null {
  if (request.headers['sec-fetch-site'] === undefined) return null;
  const match = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '');
  return { cookie: match?.[1] ?? null };
}

function landing(returned: OAuthResult): string {
  if ('code' in returned) return withQuery(returned.redirectTo, { code: returned.code });
  if ('session' in returned) return withFragment(returned.redirectTo, toSessionFragment(returned.session));
  return refusal(returned.redirectTo, returned.refused, returned.declined);
}

function refusal(redirectTo: string, error: AuthError, declined = false): string {
  const params = {
    error: error.code === 'bad_oauth_callback' && !declined ? 'server_error' : 'access_denied',
    error_code: error.code,
    error_description: error.message,
  };
  return withFragment(withQuery(redirectTo, params), params);
}
