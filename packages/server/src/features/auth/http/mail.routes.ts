import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AuthError, invalid } from '../auth.errors.ts';
import type { MailRequest } from '../mail/mail-request.ts';
import { resolveRedirect, withFragment, withQuery } from '../mail/redirect.rules.ts';
import { readPkceChallenge } from '../session/pkce.ts';
import { VERIFY_TYPES, type VerifyResult, type VerifyType } from '../sign-up/verify.service.ts';
import { readClient } from './client.ts';
import type { GotrueContext } from './gotrue.context.ts';
import { toAuthError } from './gotrue.errors.ts';
import { otpBody, recoverBody, resendBody, verifyBody, verifyQuery } from './gotrue.schemas.ts';
import { toSessionFragment } from './session-fragment.ts';

const HALF = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

interface MailRequestBody {
  email?: string | null | undefined;
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
  gotrue_meta_security?: { captcha_token?: string | null | undefined } | null | undefined;
}

/** Calls that send an email, and the links and codes of those emails. */
export function registerMailRoutes(app: FastifyInstance, context: GotrueContext): void {
  const { auth, deps } = context;

  function readMailRequest(request: FastifyRequest, body: MailRequestBody, page = ''): MailRequest {
    return {
      email: body.email ?? '',
      challenge: readPkceChallenge(body.code_challenge, body.code_challenge_method),
      redirectTo: context.readRedirect(request, page),
      captchaToken: body.gotrue_meta_security?.captcha_token,
    };
  }

  app.post('/otp', async (request) => {
    await context.limit(request, 'otp');
    const body = otpBody.parse(request.body ?? {});
    if (body.phone && !body.email) throw new AuthError('phone_provider_disabled');
    const mail = readMailRequest(request, body);
    const createUser = body.create_user ?? true;
    await auth.mailRequests.otp({ ...mail, createUser, metadata: body.data }, readClient(request));
    return {};
  });

  app.post('/recover', async (request) => {
    await context.limit(request, 'recover');
    const body = recoverBody.parse(request.body ?? {});
    await auth.mailRequests.recover(readMailRequest(request, body, '/reset-password'), readClient(request));
    return {};
  });

  app.post('/resend', async (request) => {
    await context.limit(request, 'resend');
    const body = resendBody.parse(request.body ?? {});
    const { type } = body;
    if (type === 'sms' || type === 'phone_change') throw new AuthError('phone_provider_disabled');
    await auth.mailRequests.resend({ ...readMailRequest(request, body), type }, readClient(request));
    return {};
  });

  app.post('/verify', async (request) => {
    await context.limit(request, 'verify');
    const body = verifyBody.parse(request.body ?? {});
    const type = verifyType(body.type);
    const client = readClient(request);
    const verified = body.token_hash
      ? await auth.verifications.token(body.token_hash, type, client)
      : await auth.verifications.code(readEmail(body), readCode(body), type, client);
    return verified.kind === 'session' ? verified.session : { msg: HALF, code: '200' };
  });

  // Opened by a click in an email. Mail scanners send HEAD requests, which must not use the link up.
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const query = verifyQuery.parse(request.query);
    const token = query.token ?? query.token_hash ?? '';
    const redirect = resolveRedirect(query.redirect_to, deps.config);
    try {
      await context.limit(request, 'verify');
      const verified = await auth.verifications.link(token, verifyType(query.type ?? ''), readClient(request));
      return reply.redirect(landing(redirect, verified, query.type ?? '', token), 303);
    } catch (error) {
      const known = toAuthError(error);
      if (!known) throw error;
      return reply.redirect(refusal(redirect, known, token), 303);
    }
  });
}

function verifyType(type: string): VerifyType {
  if (type === 'sms' || type === 'phone_change') throw new AuthError('phone_provider_disabled');
  if (!VERIFY_TYPES.includes(type as VerifyType)) throw invalid('Verify requires a verification type');
  return type as VerifyType;
}

function readEmail(body: { email?: string | null | undefined; phone?: string | null | undefined }): string {
  if (!body.email) throw invalid('Only an email address should be provided on verify');
  return body.email;
}

function readCode(body: { token?: string | null | undefined }): string {
  if (!body.token) throw invalid('Verify requires a token or a token hash');
  return body.token;
}

function landing(redirect: string, verified: VerifyResult, type: string, token: string): string {
  if (verified.kind === 'code') return withQuery(redirect, { code: verified.code });
  if (verified.kind === 'session') return withFragment(redirect, toSessionFragment(verified.session, type));
  return isPkce(token) ? withQuery(redirect, { message: HALF }) : withFragment(redirect, { message: HALF });
}

function refusal(redirect: string, error: AuthError, token: string): string {
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
