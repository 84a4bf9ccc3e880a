import { z } from 'zod';
import { emailSchema, passwordSchema } from './credentials.ts';
import { endpoint, idParamsSchema, instantSchema, okSchema, uuidSchema } from './endpoint.ts';
import { FIRST_NAME_MAX_CHARS } from './limits.ts';
import { daySchema, meSchema, meUpdateSchema } from './profile.ts';

/** Path of the auth service that `@supabase/auth-js` calls. */
export const AUTH_BASE_PATH = '/auth/v1';

/**
 * Set when somebody presses the button of a mailed link whose session goes to this site in the fragment of an address. The
 * fragment repeats its value as `proof`. Other sites cannot set it, so a session that somebody planted in an address is ignored.
 */
export const MAILED_SESSION_COOKIE = 'soulsight-mailed-session';

/** The user metadata that sign-up stores. */
export const signUpMetadataSchema = z.object({
  first_name: z.string().trim().min(1).max(FIRST_NAME_MAX_CHARS).optional(),
  birth_date: daySchema.optional(),
  terms_version: z.string().max(20).optional(),
  behavioural_analysis: z.boolean().optional(),
  timezone: z.string().max(60).optional(),
});

/** A session as the auth service returns it. */
const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds since 1970. */
  expires_at: z.number().int(),
  /** Seconds from now. */
  expires_in: z.number().int(),
  token_type: z.literal('bearer'),
  user: z.looseObject({ id: z.string(), email: z.string().optional() }),
});

/** The token of the captcha, where the installation has one. */
const captcha = { captcha_token: z.string().max(4_000).optional() };

export const postAuthLogin = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in',
  access: 'public',
  body: z.strictObject({ email: z.string().max(254), password: z.string().max(1_000), ...captcha }),
  response: sessionSchema,
  errors: ['not_signed_in', 'account_locked'],
  callsPerMinute: 30,
});
export const postAuthRegister = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Sign up; returns a session, or null if the email must be verified first',
  access: 'public',
  body: z.strictObject({
    email: emailSchema,
    password: passwordSchema,
    data: signUpMetadataSchema.default({}),
    ...captcha,
  }),
  response: z.strictObject({ session: sessionSchema.nullable() }),
  errors: ['validation_failed'],
  callsPerMinute: 6,
});
export const postAuthLogout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Sign out (scope global by default)',
  access: 'signed_in',
  body: z.strictObject({ scope: z.enum(['global', 'local', 'others']).default('global') }).default({ scope: 'global' }),
  response: okSchema,
});
/** What the server stores of a refresh token: the SHA-256 of it, base64url. It ends the session, but cannot continue it. */
const refreshTokenHashSchema = z.string().regex(/^[\w-]{43}$/);
export const postAuthSignOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  summary:
    'End the session of a refresh token that the device has removed already; the answer is the same if there is none',
  access: 'public',
  body: z.strictObject({
    refresh_token_hash: refreshTokenHashSchema,
    /** `global` also ends the sessions that the user had on other devices at that time. */
    scope: z.enum(['global', 'local']),
    /** How long ago the user signed out, for a device that had no network. Later sessions of other devices stay. */
    seconds_ago: z
      .number()
      .int()
      .min(0)
      .max(400 * 86_400),
  }),
  response: okSchema,
  callsPerMinute: 20,
});
export const getAuthMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The signed-in user',
  access: 'signed_in',
  response: meSchema,
});
export const patchAuthMe = endpoint({
  method: 'PATCH',
  path: '/api/auth/me',
  summary: 'Change your profile',
  access: 'signed_in',
  body: meUpdateSchema,
  response: meSchema,
});
export const postAuthRefresh = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  summary: 'A new session for a refresh token',
  access: 'public',
  body: z.strictObject({ refresh_token: z.string().max(200) }),
  response: sessionSchema,
  errors: ['session_expired'],
  callsPerMinute: 30,
});
export const postAuthVerifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Verify the email by the code that was sent to it',
  access: 'public',
  body: z.strictObject({ email: z.string().max(254), token: z.string().max(200) }),
  response: sessionSchema,
  errors: ['bad_request'],
  callsPerMinute: 6,
});
export const postAuthResendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/resend-verification',
  summary: 'Send the verification email again',
  access: 'public',
  body: z.strictObject({ email: z.string().max(254), ...captcha }),
  response: okSchema,
  callsPerMinute: 6,
});
export const postAuthForgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Email a link for setting a new password',
  access: 'public',
  body: z.strictObject({ email: z.string().max(254), ...captcha }),
  response: okSchema,
  callsPerMinute: 6,
});
export const postAuthResetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password, signed in by the recovery link',
  access: 'signed_in',
  body: z.strictObject({ password: passwordSchema }),
  response: okSchema,
  callsPerMinute: 6,
});

/** A signed-in browser or app. */
export const signedInDeviceSchema = z.strictObject({
  id: uuidSchema,
  /** A readable name, such as "Firefox on Linux". */
  device: z.string(),
  ip: z.string().nullable(),
  /** Whether the request came from this device. */
  current: z.boolean(),
  /** `aal2` after a second factor. */
  aal: z.enum(['aal1', 'aal2']),
  created_at: instantSchema,
  last_used_at: instantSchema,
});
export type SignedInDevice = z.infer<typeof signedInDeviceSchema>;

export const getAuthSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'Your signed-in devices, the last used first',
  access: 'signed_in',
  response: z.strictObject({ sessions: z.array(signedInDeviceSchema) }),
});
export const deleteAuthSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'Sign out one of your devices',
  access: 'signed_in',
  params: idParamsSchema,
  response: okSchema,
  errors: ['not_found'],
});

/** The endpoints of this file, by name. */
export const authEndpoints = {
  postAuthLogin,
  postAuthRegister,
  postAuthLogout,
  postAuthSignOut,
  getAuthMe,
  patchAuthMe,
  postAuthRefresh,
  postAuthVerifyEmail,
  postAuthResendVerification,
  postAuthForgotPassword,
  postAuthResetPassword,
  getAuthSessions,
  deleteAuthSession,
};
