import type { FastifyInstance } from 'fastify';
import { findInvalidPgText } from '../../../core/http/pg-text.ts';
import { AuthError, invalid } from '../auth.errors.ts';
import type { AuthService } from '../auth.service.ts';
import { registerAdminRoutes } from './admin.routes.ts';
import { registerFactorRoutes } from './factor.routes.ts';
import { gotrueContext } from './gotrue.context.ts';
import { API_VERSION_HEADER, hasVersion, sendAuthError, sendFailure, toAuthError } from './gotrue.errors.ts';
import { registerInfoRoutes } from './info.routes.ts';
import { registerMailedLinkRoutes } from './link.routes.ts';
import { registerMailRoutes } from './mail.routes.ts';
import { registerOAuthRoutes } from './oauth.routes.ts';
import { registerPasskeyRoutes } from './passkey.routes.ts';
import { registerRefusals } from './refusals.routes.ts';
import { registerSessionRoutes } from './session.routes.ts';
import { registerUserRoutes } from './user.routes.ts';

const ALLOWED_HEADERS = 'authorization, apikey, content-type, x-client-info, x-supabase-api-version, x-requested-with';
const PREFLIGHT_S = '86400';

/**
 * The auth service for Supabase's clients, with GoTrue's requests, responses and errors. Register it under `/auth/v1`.
 */
export function gotrueRoutes(auth: AuthService) {
  return async (app: FastifyInstance): Promise<void> => {
    readBodies(app);
    app.addHook('onRequest', async (request, reply) => {
      // Tokens are sent in headers and bodies, never in cookies, so any origin may call.
      reply.header('access-control-allow-origin', '*');
      reply.header('access-control-expose-headers', 'X-Supabase-Api-Version, X-Total-Count, Link, Retry-After');
      reply.header('cache-control', 'no-store');
      if (hasVersion(request)) reply.header(API_VERSION_HEADER, request.headers[API_VERSION_HEADER]);
    });
    app.addHook('preValidation', async ({ body, params, query }) => {
      const field = findInvalidPgText({ body, params, query });
      if (field !== null) throw invalid(`${field}: contains text that cannot be stored`);
    });
    app.options('/*', { logLevel: 'silent' }, async (_request, reply) => {
      reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE, OPTIONS');
      reply.header('access-control-allow-headers', ALLOWED_HEADERS);
      reply.header('access-control-max-age', PREFLIGHT_S);
      return reply.code(204).send();
    });
    app.setErrorHandler((error, request, reply) => {
      const refusal = toAuthError(error);
      return refusal ? sendAuthError(request, reply, refusal) : sendFailure(request, reply, error);
    });
    app.setNotFoundHandler((request, reply) => sendAuthError(request, reply, new AuthError('not_found')));

    const context = gotrueContext(auth);
    registerInfoRoutes(app, context);
    registerSessionRoutes(app, context);
    registerMailRoutes(app, context);
    registerMailedLinkRoutes(app, context);
    registerUserRoutes(app, context);
    registerOAuthRoutes(app, context);
    registerAdminRoutes(app, context);
    registerPasskeyRoutes(app, context);
    registerRefusals(app);
    await app.register(async (inner) => registerFactorRoutes(inner, context));
  };
}

/** Clients send the JSON content type even without a body (sign-out, DELETE). */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser(/^application\/(json|.*\+json)/, { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) done(null, undefined);
    else parse(request, text as string, done);
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(text as string)));
  });
  // Other content types count as no body; the schema then reports what is missing.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _text, done) => done(null, undefined));
}
