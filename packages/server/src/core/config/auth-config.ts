import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARS } from '@soulsight/contract/limits';
import { z } from 'zod';

export interface RateLimits {
  /** Calls in five minutes from one network address. */
  token: number;
  verify: number;
  signUp: number;
  otp: number;
  recover: number;
  resend: number;
  updateUser: number;
  /** Calls per minute. */
  factor: number;
  /** Sign-outs of the other devices per hour for one account. */
  signOutOthers: number;
  /** Anonymous sign-ins per hour. */
  anonymous: number;
  /** Wrong passwords per hour for one account, from all networks together from which it never signed in. */
  wrongPasswords: number;
  /** Wrong passwords per hour for one account from one network. */
  wrongPasswordsPerNetwork: number;
  /** Wrong six-digit codes per day for one address, in all its emails together. */
  wrongCodes: number;
}

/** The configuration of sign-in. The variables have GoTrue's names. */
export interface AuthConfig {
  /** Where mailed links and providers redirect to; no trailing slash. */
  siteUrl: string;
  /** The address of this service, `<public url>/auth/v1`. */
  apiUrl: string;
  audience: string;
  /** Globs of further addresses that a link may redirect to. */
  allowList: string[];
  signUpDisabled: boolean;
  autoConfirm: boolean;
  unverifiedSignIn: boolean;
  anonymous: boolean;
  /** Accounts by phone number. */
  phone: boolean;
  /** Numbers count as confirmed without a code. */
  smsAutoconfirm: boolean;
  manualLinking: boolean;
  reauthenticateForPassword: boolean;
  accessTokenS: number;
  passwordMinChars: number;
  otpS: number;
  /** Minimum time between two emails, or text messages, to one address. */
  mailPauseS: number;
  /** 0 for no limit. */
  sessionTimeboxS: number;
  sessionInactivityS: number;
  /** Whether passkeys sign in without a password. */
  passkeys: boolean;
  maxFactors: number;
  challengeS: number;
  limits: RateLimits;
  /** Minimum duration of requests about an address, so that timing does not reveal whether it has an account. */
  answerFloorMs: number;
  /** Cost of argon2id: memory in KiB and passes; the default is RFC 9106's recommendation for little memory. */
  argon2: { memoryKib: number; passes: number };
}

const UNITS_S: Record<string, number> = { s: 1, m: 60, h: 3600 };

/** Seconds of `90`, `90s`, `1m30s` or `24h`; null for anything else. */
export function readDurationS(text: string): number | null {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (!/^(\d{1,7}[hms])+$/.test(text)) return null;
  return [...text.matchAll(/(\d+)([hms])/g)].reduce(
    (sum, [, n, unit]) => sum + Number(n) * (UNITS_S[unit ?? 's'] ?? 1),
    0,
  );
}

function flag(otherwise: boolean) {
  return z
    .enum(['0', '1', 'true', 'false'], 'must be true or false')
    .transform((v) => v === '1' || v === 'true')
    .default(otherwise);
}

function duration(otherwiseS: number, { minS = 0 } = {}) {
  return z
    .string()
    .transform((text, ctx) => {
      const seconds = readDurationS(text);
      if (seconds !== null && seconds >= minS) return seconds;
      ctx.addIssue(`must be a duration such as 60, 60s or 24h${minS > 0 ? `, and at least ${minS} s` : ''}`);
      return z.NEVER;
    })
    .default(otherwiseS);
}

function count(otherwise: number) {
  return z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number above 0')
    .transform(Number)
    .default(otherwise);
}

/** Here 0 does not mean "no limit": what expires when it is made signs nobody in. */
const NOT_AT_ONCE = { minS: 1 };

/** The variables of sign-in with their defaults. */
export const authVariables = {
  GOTRUE_SITE_URL: z.url('must be a URL').optional(),
  GOTRUE_URI_ALLOW_LIST: z.string().default(''),
  GOTRUE_JWT_AUD: z.string().default('authenticated'),
  GOTRUE_JWT_EXP: duration(3600, NOT_AT_ONCE),
  GOTRUE_PASSWORD_MIN_LENGTH: count(PASSWORD_MIN_CHARS).refine(
    (chars) => chars <= PASSWORD_MAX_BYTES,
    `must be at most ${PASSWORD_MAX_BYTES}`,
  ),
  GOTRUE_DISABLE_SIGNUP: flag(false),
  GOTRUE_MAILER_AUTOCONFIRM: flag(false),
  GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: flag(true),
  GOTRUE_MAILER_OTP_EXP: duration(86_400, NOT_AT_ONCE),
  GOTRUE_SMTP_MAX_FREQUENCY: duration(60),
  GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: flag(false),
  GOTRUE_EXTERNAL_PHONE_ENABLED: flag(false),
  GOTRUE_SMS_AUTOCONFIRM: flag(false),
  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: flag(true),
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: flag(true),
  GOTRUE_SESSIONS_TIMEBOX: duration(0),
  GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: duration(0),
  GOTRUE_PASSKEY_ENABLED: flag(true),
  GOTRUE_MFA_MAX_ENROLLED_FACTORS: count(10),
  GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION: duration(300, NOT_AT_ONCE),
  GOTRUE_RATE_LIMIT_TOKEN_REFRESH: count(150),
  GOTRUE_RATE_LIMIT_VERIFY: count(30),
  GOTRUE_RATE_LIMIT_SIGNUP: count(30),
  GOTRUE_RATE_LIMIT_OTP: count(30),
  GOTRUE_RATE_LIMIT_RECOVER: count(30),
  GOTRUE_RATE_LIMIT_RESEND: count(30),
  GOTRUE_RATE_LIMIT_USER_UPDATE: count(30),
  GOTRUE_RATE_LIMIT_FACTOR: count(15),
  GOTRUE_RATE_LIMIT_SIGN_OUT_OTHERS: count(5),
  GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: count(30),
  GOTRUE_RATE_LIMIT_WRONG_PASSWORDS: count(300),
  GOTRUE_RATE_LIMIT_WRONG_PASSWORDS_NETWORK: count(30),
  GOTRUE_RATE_LIMIT_WRONG_CODES: count(30),
  GOTRUE_ANSWER_FLOOR_MS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be milliseconds')
    .transform(Number)
    .default(250),
  GOTRUE_ARGON2_MEMORY_KIB: count(65_536),
  GOTRUE_ARGON2_PASSES: count(3),
};

type Variables = z.output<z.ZodObject<typeof authVariables>>;

/** @param publicUrl the product's own address, without a trailing slash */
export function toAuthConfig(v: Variables, publicUrl: string): AuthConfig {
  return {
    siteUrl: (v.GOTRUE_SITE_URL ?? publicUrl).replace(/\/+$/, ''),
    apiUrl: `${publicUrl}/auth/v1`,
    audience: v.GOTRUE_JWT_AUD,
    allowList: v.GOTRUE_URI_ALLOW_LIST.split(',')
      .map((glob) => glob.trim())
      .filter(Boolean),
    signUpDisabled: v.GOTRUE_DISABLE_SIGNUP,
    autoConfirm: v.GOTRUE_MAILER_AUTOCONFIRM,
    unverifiedSignIn: v.GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS,
    anonymous: v.GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED,
    phone: v.GOTRUE_EXTERNAL_PHONE_ENABLED,
    smsAutoconfirm: v.GOTRUE_SMS_AUTOCONFIRM,
    manualLinking: v.GOTRUE_SECURITY_MANUAL_LINKING_ENABLED,
    reauthenticateForPassword: v.GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION,
    accessTokenS: v.GOTRUE_JWT_EXP,
    passwordMinChars: v.GOTRUE_PASSWORD_MIN_LENGTH,
    otpS: v.GOTRUE_MAILER_OTP_EXP,
    mailPauseS: v.GOTRUE_SMTP_MAX_FREQUENCY,
    sessionTimeboxS: v.GOTRUE_SESSIONS_TIMEBOX,
    sessionInactivityS: v.GOTRUE_SESSIONS_INACTIVITY_TIMEOUT,
    passkeys: v.GOTRUE_PASSKEY_ENABLED,
    maxFactors: v.GOTRUE_MFA_MAX_ENROLLED_FACTORS,
    challengeS: v.GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION,
    limits: {
      token: v.GOTRUE_RATE_LIMIT_TOKEN_REFRESH,
      verify: v.GOTRUE_RATE_LIMIT_VERIFY,
      signUp: v.GOTRUE_RATE_LIMIT_SIGNUP,
      otp: v.GOTRUE_RATE_LIMIT_OTP,
      recover: v.GOTRUE_RATE_LIMIT_RECOVER,
      resend: v.GOTRUE_RATE_LIMIT_RESEND,
      updateUser: v.GOTRUE_RATE_LIMIT_USER_UPDATE,
      factor: v.GOTRUE_RATE_LIMIT_FACTOR,
      signOutOthers: v.GOTRUE_RATE_LIMIT_SIGN_OUT_OTHERS,
      anonymous: v.GOTRUE_RATE_LIMIT_ANONYMOUS_USERS,
      wrongPasswords: v.GOTRUE_RATE_LIMIT_WRONG_PASSWORDS,
      wrongPasswordsPerNetwork: v.GOTRUE_RATE_LIMIT_WRONG_PASSWORDS_NETWORK,
      wrongCodes: v.GOTRUE_RATE_LIMIT_WRONG_CODES,
    },
    answerFloorMs: v.GOTRUE_ANSWER_FLOOR_MS,
    argon2: { memoryKib: v.GOTRUE_ARGON2_MEMORY_KIB, passes: v.GOTRUE_ARGON2_PASSES },
  };
}
