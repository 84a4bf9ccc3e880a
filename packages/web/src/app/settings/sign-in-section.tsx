import { useSignInAccount } from '../../features/auth/account.hooks.ts';
import { ChangeEmailForm } from '../../features/auth/email/change-email-form.tsx';
import { PasskeySettings } from '../../features/auth/passkeys/passkey-settings.tsx';
import { ChangePasswordForm } from '../../features/auth/password/change-password-form.tsx';
import { SecondStepSettings } from '../../features/auth/second-step/second-step-settings.tsx';
import { SECURITY_COPY } from '../../features/auth/security.copy.ts';
import { SignInMethods } from '../../features/auth/sign-in/sign-in-methods.tsx';
import { PATHS } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';

/** Everything about signing in; a script of its own, because the forms and the auth client are large. */
export function SignInSection() {
  const account = useSignInAccount().data;
  return (
    <div className="flex flex-col gap-10">
      <div className="grid gap-10 md:grid-cols-2">
        <ChangeEmailForm />
        <ChangePasswordForm />
      </div>
      {account && account.email !== '' && !account.emailVerified ? (
        <p className="text-sm text-ink-soft">
          {SECURITY_COPY.unverified.text}{' '}
          <Link to={PATHS.verifyEmail} className="text-ink underline underline-offset-4">
            {SECURITY_COPY.unverified.link}
          </Link>
        </p>
      ) : (
        <>
          <PasskeySettings />
          <SecondStepSettings />
          <SignInMethods />
        </>
      )}
    </div>
  );
}
