import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AuthError, invalid } from '../auth.errors.ts';
import type { MailRequest } from '../mail/mail-request.ts';
import { parsePhone } from '../phone/phone-number.ts';
import { readPkceChallenge } from '../session/pkce.ts';
import { readClient } from './client.ts';
import type { GotrueContext } from './gotrue.context.ts';
import { otpBody, recoverBody, resendBody, verifyBody } from './gotrue.schemas.ts';
import { HALF_CONFIRMED, readVerifyType } from './link.routes.ts';

interface MailRequestBody {
  email?: string | null | undefined;
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
  gotrue_meta_security?: { captcha_token?: string | null | undefined } | null | undefined;
}

/** Calls that send an email, and the codes of those emails. */
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
    if (body.phone && body.email) throw invalid('Only an email address or phone number should be provided');
    if (body.phone) {
      if (!deps.config.phone) throw new AuthError('phone_provider_disabled');
      const captchaToken = body.gotrue_meta_security?.captcha_token;
      const sms = { phone: parsePhone(body.phone), createUser: body.create_user ?? true, captchaToken };
      await auth.phones.otp({ ...sms, metadata: body.data }, readClient(request));
      return {};
    }
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
    if (type === 'sms' || type === 'phone_change') {
      if (!deps.config.phone) throw new AuthError('phone_provider_disabled', 'Phone logins are disabled');
      if (!body.phone) throw invalid('Type provided requires a phone number');
      const captchaToken = body.gotrue_meta_security?.captcha_token;
      await auth.phones.resend({ phone: parsePhone(body.phone), type, captchaToken }, readClient(request));
      return {};
    }
    await auth.mailRequests.resend({ ...readMailRequest(request, body), type }, readClient(request));
    return {};
  });

  app.post('/verify', async (request) => {
    await context.limit(request, 'verify');
    const body = verifyBody.parse(request.body ?? {});
    const client = readClient(request);
    if (body.phone && !body.email) {
      const phone = parsePhone(body.phone);
      if (body.type !== 'sms' && body.type !== 'phone_change') throw invalid('Verify requires a verification type');
      return auth.phones.verify(phone, readCode(body), body.type, client);
    }
    const type = readVerifyType(body.type);
    const verified = body.token_hash
      ? await auth.verifications.token(body.token_hash, type, client)
      : await auth.verifications.code(readEmail(body), readCode(body), type, client);
    return verified.kind === 'session' ? verified.session : { msg: HALF_CONFIRMED, code: '200' };
  });
}

function readEmail(body: { email?: string | null | undefined; phone?: string | null | undefined }): string {
  if (!body.email) throw invalid('Only an email address should be provided on verify');
  return body.email;
}

function readCode(body: { token?: string | null | undefined }): string {
  if (!body.token) throw invalid('Verify requires a token or a token hash');
  return body.token;
}
