import { useState } from 'react';
import { PATHS } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { requestPasswordReset, signInWithRecoveryCode } from '../auth.api.ts';
import { AUTH_COPY } from '../auth.copy.ts';
import { codeFormSchema, emailFormSchema } from '../auth.forms.ts';
import { CaptchaBox } from '../captcha/captcha-box.tsx';
import { FormRefusal } from '../components/auth-frame.tsx';
import { CodeInput } from '../components/code-input.tsx';
import { useAuthForm } from '../use-auth-form.ts';

const COPY = AUTH_COPY.forgot;

/** Sends the link. The response is the same whether or not the account exists. */
export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, onSubmit, refused, errors, busy } = useAuthForm(emailFormSchema, { email: '' }, async ({ email }) => {
    await requestPasswordReset(email);
    setSentTo(email);
  });
  if (sentTo !== null) return <RecoveryCodeForm email={sentTo} />;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <FormRefusal error={refused} />
      <Input
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <CaptchaBox />
      <Button type="submit" size="lg" block loading={busy}>
        {COPY.submit}
      </Button>
      <ButtonLink to={PATHS.signIn} variant="ghost">
        {COPY.back}
      </ButtonLink>
    </form>
  );
}

/**
 * Takes the code instead of the link, for users who read email on another device. The new session redirects to
 * /reset-password.
 */
function RecoveryCodeForm({ email }: { email: string }) {
  const { form, onSubmit, refused, errors, busy } = useAuthForm(codeFormSchema, { code: '' }, ({ code }) =>
    signInWithRecoveryCode(email, code),
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <p role="status" className="rounded-md bg-good-soft px-4 py-3 text-good">
        {COPY.sent}
      </p>
      <FormRefusal error={refused} />
      <CodeInput
        label={COPY.code}
        hint={COPY.codeHint}
        error={errors.code?.message}
        onComplete={() => void onSubmit()}
        {...form.register('code')}
      />
      <Button type="submit" size="lg" block loading={busy}>
        {COPY.useCode}
      </Button>
      <ButtonLink to={PATHS.signIn} variant="ghost">
        {COPY.back}
      </ButtonLink>
    </form>
  );
}
