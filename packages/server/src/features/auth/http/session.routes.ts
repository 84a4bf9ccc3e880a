import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readMetadata } from '../account/metadata.rules.ts';
import { AuthError, invalid } from '../auth.errors.ts';
import { readPkceChallenge } from '../session/pkce.ts';
import { readClient } from './client.ts';
import type { GotrueContext } from './gotrue.context.ts';
import { email, idTokenBody, logoutQuery, passwordBody, pkceBody, refreshBody, signUpBody } from './gotrue.schemas.ts';
import { withMinDuration } from './min-duration.ts';

/** Sign-up, sign-in, refresh, sign-out. */
export function registerSessionRoutes(app: FastifyInstance, context: GotrueContext): void {
  const { auth, deps } = context;

  app.post('/signup', async (request) => {
    await context.limit(request, 'signUp');
    const body = signUpBody.parse(request.body ?? {});
    await context.captcha(request, body.gotrue_meta_security);
    if (body.phone) throw new AuthError('phone_provider_disabled');
    const metadata = readMetadata(body.data, deps.clock.now());
    if (!body.email) {
      if (body.password) throw invalid('Sign up needs an email and a password');
      await context.limit(request, 'anonymous');
      return auth.signUps.signUpAnonymously(metadata, readClient(request));
    }
    const wanted = {
      email: email.parse(body.email),
      password: body.password ?? '',
      metadata,
      challenge: readPkceChallenge(body.code_challenge, body.code_challenge_method),
      redirectTo: context.readRedirect(request),
    };
    if (!wanted.password) throw invalid('Signup requires a valid password');
    const signedUp = await withMinDuration(deps.config.answerFloorMs, () =>
      auth.signUps.signUp(wanted, readClient(request)),
    );
    return 'session' in signedUp ? signedUp.session : signedUp.user;
  });

  const grants: Record<string, (request: FastifyRequest) => Promise<object>> = {
    async password(request) {
      const body = passwordBody.parse(request.body ?? {});
      await context.captcha(request, body.gotrue_meta_security);
      if (!body.email) throw body.phone ? new AuthError('phone_provider_disabled') : invalid('missing email or phone');
      return auth.signIns.byPassword(body.email.trim().toLowerCase(), body.password, readClient(request));
    },
    async refresh_token(request) {
      return auth.sessions.refresh(refreshBody.parse(request.body ?? {}).refresh_token, readClient(request));
    },
    async pkce(request) {
      const body = pkceBody.parse(request.body ?? {});
      return auth.signIns.byCode(body.auth_code, body.code_verifier, readClient(request));
    },
    async id_token(request) {
      const body = idTokenBody.parse(request.body ?? {});
      await context.captcha(request, body.gotrue_meta_security);
      const link = body.link_identity ? await context.user(request) : null;
      const wanted = { provider: body.provider ?? '', token: body.id_token, nonce: body.nonce || null };
      return auth.oauth.byIdToken(wanted, link, readClient(request));
    },
    async web3() {
      throw new AuthError('web3_provider_disabled');
    },
  };

  app.post('/token', async (request) => {
    await context.limit(request, 'token');
    const { grant_type: type } = request.query as { grant_type?: unknown };
    const grant = typeof type === 'string' && Object.hasOwn(grants, type) ? grants[type] : undefined;
    if (!grant) throw invalid('unsupported_grant_type');
    return grant(request);
  });

  app.post('/logout', async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await context.user(request);
    const { scope } = logoutQuery.parse(request.query);
    await auth.signOut(session, scope);
    return reply.code(204).send();
  });
}
