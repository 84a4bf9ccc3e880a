import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AuthError, invalid } from '../auth.errors.ts';
import { parsePhone } from '../phone/phone-number.ts';
import { readPkceChallenge } from '../session/pkce.ts';
import { readClient } from './client.ts';
import type { GotrueContext } from './gotrue.context.ts';
import { idTokenBody, logoutQuery, passwordBody, pkceBody, refreshBody, signUpBody } from './gotrue.schemas.ts';

/** Sign-up, sign-in, refresh and sign-out. */
export function registerSessionRoutes(app: FastifyInstance, context: GotrueContext): void {
  const { auth, deps } = context;

  app.post('/signup', async (request) => {
    await context.limit(request, 'signUp');
    const body = signUpBody.parse(request.body ?? {});
    if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided on signup.');
    const common = { metadata: body.data, captchaToken: body.gotrue_meta_security?.captcha_token };
    if (body.phone) {
      return signUpByPhone(context, request, { ...common, phone: body.phone, password: body.password });
    }
    if (!body.email) {
      if (body.password) throw invalid('Sign up needs an email and a password');
      await context.limit(request, 'anonymous');
      return auth.signUps.signUpAnonymously(common, readClient(request));
    }
    if (!body.password) throw invalid('Signup requires a valid password');
    const signUp = {
      ...common,
      email: body.email,
      password: body.password,
      challenge: readPkceChallenge(body.code_challenge, body.code_challenge_method),
      redirectTo: context.readRedirect(request),
    };
    const result = await auth.signUps.signUp(signUp, readClient(request));
    return 'session' in result ? result.session : result.user;
  });

  const grants: Record<string, (request: FastifyRequest) => Promise<object>> = {
    async password(request) {
      const { email, phone, password, gotrue_meta_security: security } = passwordBody.parse(request.body ?? {});
      if (email && phone) throw invalid('Only an email address or phone number should be provided on login.');
      if (phone && !deps.config.phone) {
        throw new AuthError('phone_provider_disabled', 'Phone logins are disabled', { status: 422 });
      }
      const login = phone ? { phone: parsePhone(phone) } : email ? { email } : null;
      if (!login) throw invalid('missing email or phone');
      const signIn = { ...login, password, captchaToken: security?.captcha_token };
      return auth.signIns.byPassword(signIn, readClient(request));
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
      const session = body.link_identity ? await context.authenticate(request) : null;
      const signIn = {
        provider: body.provider ?? '',
        token: body.id_token,
        nonce: body.nonce || null,
        captchaToken: body.gotrue_meta_security?.captcha_token,
      };
      return auth.oauth.byIdToken(signIn, session, readClient(request));
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
    const session = await context.authenticate(request);
    const { scope } = logoutQuery.parse(request.query);
    // Somebody who only knows the password must not sign out the devices of its owner.
    const isBelow = session.hasFactor && session.aal !== 'aal2';
    if (isBelow && scope === 'others') throw new AuthError('insufficient_aal');
    // It voids mailed links: a thief with a session must not keep the owner out by repeating it.
    if (scope === 'others') await context.limitUser(session.userId, 'signOutOthers');
    await auth.signOut(session, isBelow ? 'local' : scope);
    return reply.code(204).send();
  });
}

async function signUpByPhone(
  { auth, deps }: GotrueContext,
  request: FastifyRequest,
  body: {
    phone: string;
    password: string | null | undefined;
    metadata: unknown;
    captchaToken?: string | null | undefined;
  },
): Promise<object> {
  if (!deps.config.phone) throw new AuthError('phone_provider_disabled', 'Phone signups are disabled');
  if (!body.password) throw invalid('Signup requires a valid password');
  const signUp = { ...body, phone: parsePhone(body.phone), password: body.password };
  const result = await auth.phones.signUp(signUp, readClient(request));
  return 'session' in result ? result.session : result.user;
}
