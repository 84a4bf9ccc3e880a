import { z } from 'zod';
import { emailSchema } from '../account/email.ts';

const SECRET_MAX_CHARS = 1_000;
const URL_MAX_CHARS = 2_000;
const NAME_MAX_CHARS = 100;

export const email = emailSchema;
export const secret = z.string().max(SECRET_MAX_CHARS);
export const displayName = z.string().trim().max(NAME_MAX_CHARS);
export const uuid = z.uuid();

/** `{captcha_token?}`, as every client sends it. */
const security = z.object({ captcha_token: secret.nullish() }).nullish();
const pkce = { code_challenge: z.string().nullish(), code_challenge_method: z.string().nullish() };
/** Codes are sent as text messages only. */
const phone = {
  phone: z.string().max(SECRET_MAX_CHARS).nullish(),
  channel: z.enum(['sms', ''], "Invalid channel, supported values are 'sms'").nullish(),
};
const metadata = z.record(z.string(), z.unknown()).nullish();

export const redirectQuery = z.object({ redirect_to: z.string().max(URL_MAX_CHARS).optional().catch(undefined) });

export const signUpBody = z.object({
  email: z.string().nullish(),
  ...phone,
  password: secret.nullish(),
  data: metadata,
  gotrue_meta_security: security,
  ...pkce,
});
export const passwordBody = z.object({
  email: z.string().max(SECRET_MAX_CHARS).nullish(),
  phone: z.string().nullish(),
  password: secret,
  gotrue_meta_security: security,
});
export const refreshBody = z.object({ refresh_token: secret.min(1, 'refresh_token required') });
export const pkceBody = z.object({
  auth_code: secret.min(1, 'invalid request: both auth code and code verifier should be non-empty'),
  code_verifier: secret.min(1, 'invalid request: both auth code and code verifier should be non-empty'),
});
export const idTokenBody = z.object({
  provider: z.string().nullish(),
  client_id: z.string().nullish(),
  issuer: z.string().nullish(),
  id_token: z.string().min(1).max(16_384),
  access_token: z.string().max(16_384).nullish(),
  nonce: secret.nullish(),
  link_identity: z.boolean().nullish(),
  gotrue_meta_security: security,
});
export const otpBody = z.object({
  email: z.string().nullish(),
  ...phone,
  data: metadata,
  create_user: z.boolean().nullish(),
  gotrue_meta_security: security,
  ...pkce,
});
export const recoverBody = z.object({ email: z.string().nullish(), gotrue_meta_security: security, ...pkce });
export const resendBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  type: z.enum(['signup', 'email_change', 'sms', 'phone_change']),
  gotrue_meta_security: security,
  ...pkce,
});
export const verifyBody = z.object({
  type: z.string(),
  token: secret.nullish(),
  token_hash: secret.nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  gotrue_meta_security: security,
});
export const verifyQuery = redirectQuery.extend({
  token: secret.optional(),
  token_hash: secret.optional(),
  type: z.string().optional(),
});
export const userBody = z.object({
  email: z.string().nullish(),
  ...phone,
  password: secret.nullish(),
  nonce: secret.nullish(),
  current_password: secret.nullish(),
  data: metadata,
  ...pkce,
});
export const logoutQuery = z.object({ scope: z.enum(['global', 'local', 'others']).default('global') });
