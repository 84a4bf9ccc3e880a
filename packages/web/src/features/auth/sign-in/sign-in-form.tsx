import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PATHS } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, PasswordInput } from '../../../ui/input.tsx';
import { Link } from '../../../ui/link.tsx';
import { signIn } from '../auth.api.ts';
import { AUTH_COPY, providerErrorMessage } from '../auth.copy.ts';
import { signInFormSchema } from '../auth.forms.ts';
import { CaptchaBox } from '../captcha/captcha-box.tsx';
import { FormRefusal } from '../components/auth-frame.tsx';
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx';
import { useAuthForm } from '../use-auth-form.ts';
import { LookAround } from './look-around.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

const COPY = AUTH_COPY.login;

/** Email and password, or a provider. The guard redirects after signing in. */
export function SignInForm() {
  const [search] = useSearchParams();
  const [otherRefused, setOtherRefused] = useState<string | null>(null);
  const { form, onSubmit, refused, errors, busy } = useAuthForm(signInFormSchema, { email: '', password: '' }, signIn);
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <FormRefusal error={refused ?? otherRefused ?? providerErrorMessage(search)} />
      <ProviderButtons />
      <Input
        label="Email"
        type="email"
        autoComplete="email webauthn"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Link
        to={PATHS.forgotPassword}
        className="-mt-2 self-end py-2 text-sm text-ink-soft underline-offset-4 hover:underline"
      >
        {COPY.forgot}
      </Link>
      <CaptchaBox />
      <Button type="submit" size="lg" block loading={busy}>
        {COPY.submit}
      </Button>
      <PasskeySignIn onRefused={setOtherRefused} />
      <LookAround onRefused={setOtherRefused} />
      <p className="text-center text-sm text-ink-soft">
        {COPY.noAccount}{' '}
        <Link to={PATHS.signUp} className="py-2 font-medium text-accent-text underline-offset-4 hover:underline">
          {COPY.toRegister}
        </Link>
      </p>
    </form>
  );
}
