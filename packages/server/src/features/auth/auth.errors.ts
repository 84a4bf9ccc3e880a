/**
 * The error codes of Supabase Auth (GoTrue) that this service uses, each with its usual status and message. Clients
 * depend on the codes. A caller may give a more specific message or status. No status is 5xx, because clients retry those
 * as network errors.
 */
export const AUTH_ERRORS = {
  validation_failed: { status: 400, message: 'The request is not valid.' },
  bad_json: { status: 400, message: 'Could not parse request body as JSON' },
  invalid_credentials: { status: 400, message: 'Invalid login credentials' },
  email_not_confirmed: { status: 400, message: 'Email not confirmed' },
  phone_not_confirmed: { status: 400, message: 'Phone not confirmed' },
  user_banned: { status: 400, message: 'User is banned' },
  weak_password: { status: 422, message: 'Password is too weak.' },
  user_already_exists: { status: 422, message: 'User already registered' },
  signup_disabled: { status: 422, message: 'Signups not allowed for this instance' },
  email_provider_disabled: { status: 422, message: 'Email logins are disabled' },
  email_address_invalid: { status: 400, message: 'Unable to validate email address: invalid format' },
  phone_provider_disabled: { status: 400, message: 'Unsupported phone provider' },
  anonymous_provider_disabled: { status: 422, message: 'Anonymous sign-ins are disabled' },
  saml_provider_disabled: { status: 404, message: 'SAML 2.0 is disabled' },
  web3_provider_disabled: { status: 422, message: 'Web3 provider is disabled' },
  passkey_disabled: { status: 404, message: 'Passkeys are disabled' },
  too_many_passkeys: { status: 422, message: 'Maximum number of passkeys reached, delete one to continue' },
  webauthn_challenge_not_found: { status: 400, message: 'Challenge not found' },
  webauthn_challenge_expired: { status: 400, message: 'Challenge has expired' },
  webauthn_credential_exists: { status: 422, message: 'This passkey is registered already' },
  webauthn_credential_not_found: { status: 404, message: 'Passkey not found' },
  webauthn_verification_failed: { status: 400, message: 'The passkey could not be verified' },
  oauth_server_disabled: { status: 404, message: 'OAuth server is disabled' },
  feature_disabled: { status: 404, message: 'This is not offered by this instance' },
  refresh_token_not_found: { status: 400, message: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { status: 400, message: 'Invalid Refresh Token: Already Used' },
  session_expired: { status: 400, message: 'Invalid Refresh Token: Session Expired' },
  flow_state_not_found: { status: 404, message: 'invalid flow state, no valid flow state found' },
  flow_state_expired: { status: 422, message: 'invalid flow state, flow state has expired' },
  bad_code_verifier: { status: 400, message: 'code challenge does not match previously saved code verifier' },
  otp_disabled: { status: 422, message: 'Signups not allowed for otp' },
  otp_expired: { status: 403, message: 'Token has expired or is invalid' },
  over_email_send_rate_limit: {
    status: 429,
    message: 'For security purposes, you can only request this after some time.',
  },
  over_sms_send_rate_limit: {
    status: 429,
    message: 'For security purposes, you can only request this after some time.',
  },
  over_request_rate_limit: { status: 429, message: 'Request rate limit reached' },
  sms_send_failed: { status: 422, message: 'The text message could not be sent' },
  no_authorization: { status: 401, message: 'This endpoint requires a valid Bearer token' },
  not_admin: { status: 403, message: 'User not allowed' },
  bad_jwt: { status: 403, message: 'invalid JWT: unable to parse or verify signature' },
  user_not_found: { status: 403, message: 'User from sub claim in JWT does not exist' },
  session_not_found: { status: 403, message: 'Session from session_id claim in JWT does not exist' },
  same_password: { status: 422, message: 'New password should be different from the old password.' },
  email_exists: { status: 422, message: 'A user with this email address has already been registered' },
  phone_exists: { status: 422, message: 'A user with this phone number has already been registered' },
  reauthentication_needed: { status: 400, message: 'Password update requires reauthentication' },
  reauthentication_not_valid: { status: 422, message: 'Nonce has expired or is invalid' },
  current_password_mismatch: { status: 400, message: 'Current password does not match' },
  insufficient_aal: { status: 403, message: 'AAL2 required to change this' },
  bad_oauth_state: { status: 400, message: 'OAuth state parameter is invalid or has expired' },
  bad_oauth_callback: { status: 400, message: 'OAuth callback is not valid' },
  oauth_provider_not_supported: { status: 400, message: 'Unsupported provider' },
  provider_disabled: { status: 400, message: 'Unsupported provider: provider is not enabled' },
  provider_email_needs_verification: {
    status: 422,
    message: 'The provider has not verified this email address. Sign in another way and link it in settings.',
  },
  unexpected_audience: { status: 400, message: 'Unacceptable audience in id_token' },
  manual_linking_disabled: { status: 404, message: 'Manual linking is disabled' },
  identity_already_exists: { status: 422, message: 'Identity is already linked to another user' },
  single_identity_not_deletable: { status: 422, message: 'User must have at least 1 identity after unlinking' },
  identity_not_found: { status: 422, message: "Identity doesn't exist" },
  mfa_factor_name_conflict: {
    status: 422,
    message: 'A factor with this friendly name already exists for this user',
  },
  too_many_enrolled_mfa_factors: {
    status: 422,
    message: 'Maximum number of verified factors reached, unenroll to continue',
  },
  mfa_factor_not_found: { status: 404, message: 'Factor not found' },
  mfa_verification_failed: { status: 422, message: 'Invalid TOTP code entered' },
  mfa_challenge_expired: {
    status: 422,
    message: 'MFA challenge has expired, verify against another challenge or create a new challenge.',
  },
  mfa_ip_address_mismatch: { status: 422, message: 'Challenge and verify IP addresses mismatch.' },
  mfa_phone_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for Phone' },
  mfa_verified_factor_exists: { status: 422, message: 'Recovery codes exist already; regenerate them instead' },
  mfa_recovery_codes_sole_factor: {
    status: 422,
    message: 'Recovery codes need another verified factor beside them',
  },
  mfa_recovery_codes_locked: { status: 429, message: 'Too many wrong recovery codes. Wait, or use another factor.' },
  captcha_failed: { status: 400, message: 'captcha protection: request disallowed' },
  invite_not_found: { status: 403, message: 'Invite not found' },
  not_found: { status: 404, message: 'Not found' },
  conflict: { status: 409, message: 'Changed at the same moment by another request; please try again' },
} as const satisfies Record<string, { status: number; message: string }>;

export type AuthErrorCode = keyof typeof AUTH_ERRORS;
interface AuthErrorOptions {
  status?: number;
  reasons?: WeakPasswordReason[];
  retryAfterS?: number;
}
export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

/** The only error that the auth service throws on purpose. `http/` turns it into GoTrue's body or a redirect. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly reasons: WeakPasswordReason[] | undefined;
  /** Seconds until the request may succeed, for status 429. */
  readonly retryAfterS: number | undefined;

  constructor(code: AuthErrorCode, message?: string, options: AuthErrorOptions = {}) {
    super(message ?? AUTH_ERRORS[code].message);
    this.name = 'AuthError';
    this.code = code;
    this.status = options.status ?? AUTH_ERRORS[code].status;
    this.reasons = options.reasons;
    this.retryAfterS = options.retryAfterS;
  }
}

/** The refusal of a malformed request. */
export function invalid(message: string): AuthError {
  return new AuthError('validation_failed', message);
}
