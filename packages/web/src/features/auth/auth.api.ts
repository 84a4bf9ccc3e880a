import { TERMS_VERSION } from '@soulsight/contract/limits';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';
import { PATHS } from '../../lib/paths.ts';
import type { SignInValues, SignUpValues } from './auth.forms.ts';
import { authClient } from './auth-client.ts';
import { unwrap } from './auth-refusal.ts';
import { takeCaptchaToken, takeNextCaptchaToken } from './captcha/captcha.ts';

/** The links in the emails about a change of email lead here; the query string shows that one was opened. */
const EMAIL_CHANGE_RETURN_PATH = `${PATHS.settings}?email=change`;
const toAbsoluteUrl = (path: string) => `${window.location.origin}${path}`;

/** Signs in. @throws AuthRefusal */
export async function signIn({ email, password }: SignInValues): Promise<void> {
  await unwrap(authClient.signInWithPassword({ email, password, options: takeCaptchaToken() }), 'login');
}

const readyAccountSchema = z.object({ email: z.string(), password: z.string() });
const readyAccountsSchema = z.object({ free: readyAccountSchema, premium: readyAccountSchema });

/** The demo's ready accounts; null if the server shows none. */
export const readyAccountsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.auth, 'ready-accounts'],
  queryFn: async ({ signal }) => {
    const response = await fetch('/dev/accounts.json', { signal });
    return response.ok ? readyAccountsSchema.parse(await response.json()) : null;
  },
});

/**
 * Signs up, then in: users may sign in before their email is verified.
 * @returns whether there is a session. Without one, the user continues with the email, whether or not the address was
 * already registered
 * @throws AuthRefusal
 */
export async function signUp(form: SignUpValues): Promise<boolean> {
  const { email, password, first_name, birth_date, behavioural_analysis } = form;
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { session } = await unwrap(
    authClient.signUp({
      email,
      password,
      options: {
        ...takeCaptchaToken(),
        emailRedirectTo: toAbsoluteUrl(PATHS.verifyEmail),
        data: { first_name, birth_date, terms_version: TERMS_VERSION, behavioural_analysis, timezone },
      },
    }),
    'register',
  );
  if (session) return true;
  const captcha = await takeNextCaptchaToken();
  if (!captcha) return false;
  const attempt = await authClient.signInWithPassword({ email, password, options: captcha });
  return !attempt.error;
}

/** Verifies an address with the code from the email. @throws AuthRefusal */
export async function verifyEmailCode(email: string, token: string): Promise<void> {
  await unwrap(authClient.verifyOtp({ email, token, type: 'signup' }));
}

/** Sends the verification email again. @throws AuthRefusal */
export async function resendVerification(email: string): Promise<void> {
  await unwrap(
    authClient.resend({
      email,
      type: 'signup',
      options: { ...takeCaptchaToken(), emailRedirectTo: toAbsoluteUrl(PATHS.verifyEmail) },
    }),
  );
}

/** Sends an email with a link to /reset-password. @throws AuthRefusal */
export async function requestPasswordReset(email: string): Promise<void> {
  await unwrap(
    authClient.resetPasswordForEmail(email, { ...takeCaptchaToken(), redirectTo: toAbsoluteUrl(PATHS.resetPassword) }),
  );
}

/** Signs in with the code from the password-reset email, instead of its link. @throws AuthRefusal */
export async function signInWithRecoveryCode(email: string, token: string): Promise<void> {
  await unwrap(authClient.verifyOtp({ email, token, type: 'recovery' }));
}

/**
 * Sets a new password for the signed-in user.
 * @param nonce the code from the email, which an old session needs
 * @throws AuthRefusal, with `reauthentication_needed` if a code is needed
 */
export async function setPassword(password: string, nonce?: string): Promise<void> {
  await unwrap(authClient.updateUser(nonce ? { password, nonce } : { password }));
}

/** Sends the code that an old session needs to change the password. @throws AuthRefusal */
export async function sendReauthenticationEmail(): Promise<void> {
  await unwrap(authClient.reauthenticate());
}

/** Refetches the account, to notice a verification on another device. */
export async function refreshAccount(): Promise<void> {
  const { data } = await authClient.getUser();
  if (data.user?.email_confirmed_at) await authClient.refreshSession();
}

/** Starts a change of email: both addresses get an email to confirm it. @throws AuthRefusal */
export async function changeEmail(email: string): Promise<void> {
  await unwrap(authClient.updateUser({ email }, { emailRedirectTo: toAbsoluteUrl(EMAIL_CHANGE_RETURN_PATH) }));
}

/** Sends both emails of a change of email again. @param current the current address @throws AuthRefusal */
export async function resendEmailChange(current: string): Promise<void> {
  await unwrap(
    authClient.resend({
      email: current,
      type: 'email_change',
      options: { ...takeCaptchaToken(), emailRedirectTo: toAbsoluteUrl(EMAIL_CHANGE_RETURN_PATH) },
    }),
  );
}
