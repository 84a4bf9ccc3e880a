import { ChangeEmailForm } from '../../features/auth/email/change-email-form.tsx';
import { PasskeySettings } from '../../features/auth/passkeys/passkey-settings.tsx';
import { ChangePasswordForm } from '../../features/auth/password/change-password-form.tsx';
import { SecondStepSettings } from '../../features/auth/second-step/second-step-settings.tsx';
import { SignInMethods } from '../../features/auth/sign-in/sign-in-methods.tsx';

/** Everything about signing in; a script of its own, because the forms and the auth client are large. */
export function SignInSection() {
  return (
    <div className="flex flex-col gap-10">
      <div className="grid gap-10 md:grid-cols-2">
        <ChangeEmailForm />
        <ChangePasswordForm />
      </div>
      <PasskeySettings />
      <SecondStepSettings />
      <SignInMethods />
    </div>
  );
}
