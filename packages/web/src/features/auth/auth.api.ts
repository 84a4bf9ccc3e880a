import { TERMS_VERSION } from '@soulsight/contract/limits';
import { PATHS } from '../../lib/paths.ts';
import type { SignInValues, SignUpValues } from './auth.forms.ts';
import { authClient } from './auth-client.ts';
import { unwrap } from './auth-refusal.ts';
import { takeCaptchaToken } from './captcha/captcha.ts';

/** Where the letters of a change of email lead, and how the page knows that one was followed. */
const EMAIL_CHANGE_RETURN_PATH = `${PATHS.settings}?email=change`;
const toAbsoluteUrl = (path: string) => `${window.location.origin}${path}`;

/** Signs in. @throws AuthRefusal */
export async function signIn({ email, password }: SignInValues): Promise<void> {
  await unwrap(authClient.signInWithPassword({ email, password, options: takeCaptchaToken() }));
}

/**
 * Signs up and, since a person may sign in before the email is verified, in.
 * @returns whether a session stands; without one the letter is the way on, whether or not the address was known before
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
  const attempt = await authClient.signInWithPassword({ email, password, options: takeCaptchaToken() });
  return !attempt.error;
}

/** Verifies an address by the mailed code. @throws AuthRefusal */
export async function verifyEmailCode(email: string, token: string): Promise<void> {
  await unwrap(authClient.verifyOtp({ email, token, type: 'signup' }));
}

/** Mails the verification again. @throws AuthRefusal */
export async function resendVerification(email: string): Promise<void> {
  await unwrap(
    authClient.resend({
      email,
      type: 'signup',
      options: { ...takeCaptchaToken(), emailRedirectTo: toAbsoluteUrl(PATHS.verifyEmail) },
    }),
  );
}

/** Mails a link that leads to /reset-password. @throws AuthRefusal */
export async function requestPasswordReset(email: string): Promise<void> {
  await unwrap(
    authClient.resetPasswordForEmail(email, { ...takeCaptchaToken(), redirectTo: toAbsoluteUrl(PATHS.resetPassword) }),
  );
}

/** Takes the recovery letter's code instead of its link. @throws AuthRefusal */
export async function signInWithRecoveryCode(email: string, token: string): Promise<void> {
  await unwrap(authClient.verifyOtp({ email, token, type: 'recovery' }));
}

/**
 * Sets a new password for the signed-in person.
 * @param nonce the mailed code, which an old session needs
 * @throws AuthRefusal, with `reauthentication_needed` where a code is needed
 */
export async function setPassword(password: string, nonce?: string): Promise<void> {
  await unwrap(authClient.updateUser(nonce ? { password, nonce } : { password }), 'register');
}

/** Mails the code that shows, in an old session, that it is still the same person. @throws AuthRefusal */
export async function sendReauthenticationEmail(): Promise<void> {
  await unwrap(authClient.reauthenticate());
}

/** Reads the account again, so that a verification elsewhere is seen. */
export async function refreshAccount(): Promise<void> {
  const { data } = await authClient.getUser();
  if (data.user?.email_confirmed_at) await authClient.refreshSession();
}

/** Asks both addresses for a change of email. @throws AuthRefusal */
export async function changeEmail(email: string): Promise<void> {
  await unwrap(
    authClient.updateUser({ email }, { emailRedirectTo: toAbsoluteUrl(EMAIL_CHANGE_RETURN_PATH) }),
    'register',
  );
}

/** Mails both letters of a change of email again. @param current the address as it is now. @throws AuthRefusal */
export async function resendEmailChange(current: string): Promise<void> {
  await unwrap(
    authClient.resend({
      email: current,
      type: 'email_change',
      options: { ...takeCaptchaToken(), emailRedirectTo: toAbsoluteUrl(EMAIL_CHANGE_RETURN_PATH) },
    }),
  );
}
