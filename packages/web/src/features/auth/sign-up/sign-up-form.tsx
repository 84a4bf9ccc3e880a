import { Controller } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { PATHS } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/choice.tsx';
import { Input, PasswordInput } from '../../../ui/input.tsx';
import { Link } from '../../../ui/link.tsx';
import { TermsCheckbox } from '../../../ui/terms-checkbox.tsx';
import { signUp } from '../auth.api.ts';
import { AUTH_COPY } from '../auth.copy.ts';
import { type SignUpValues, signUpFormSchema } from '../auth.forms.ts';
import { CaptchaBox } from '../captcha/captcha-box.tsx';
import { FormRefusal } from '../components/auth-frame.tsx';
import { ProviderButtons } from '../sign-in/provider-buttons.tsx';
import { useAuthForm } from '../use-auth-form.ts';

const COPY = AUTH_COPY.register;
const VERIFY = PATHS.verifyEmail;
const EMPTY: SignUpValues = {
  first_name: '',
  email: '',
  password: '',
  birth_date: '',
  terms: false,
  // Consent must be given actively.
  behavioural_analysis: false,
};

/** The sign-up form, with two separate consents. */
export function SignUpForm() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { form, onSubmit, refused, errors, busy } = useAuthForm(signUpFormSchema, EMPTY, async (values) => {
    // Once signed in, the guard redirects to the verify-email page.
    await navigate(pathname, { replace: true, state: { from: VERIFY } });
    const signedIn = await signUp(values);
    if (!signedIn) await navigate(VERIFY, { replace: true, state: { email: values.email } });
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <FormRefusal error={refused} />
      <ProviderButtons />
      <Input
        label="First name"
        autoComplete="given-name"
        hint="Hidden until you both unlock Voice."
        error={errors.first_name?.message}
        {...form.register('first_name')}
      />
      <Input
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        hint={COPY.passwordHint}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Input
        label="Date of birth"
        type="date"
        autoComplete="bday"
        hint={COPY.birthHint}
        error={errors.birth_date?.message}
        {...form.register('birth_date')}
      />
      <div className="flex flex-col gap-1">
        <Controller
          control={form.control}
          name="terms"
          render={({ field }) => (
            <TermsCheckbox checked={field.value} onChange={field.onChange} error={errors.terms?.message} />
          )}
        />
        <Controller
          control={form.control}
          name="behavioural_analysis"
          render={({ field }) => <Checkbox checked={field.value} onChange={field.onChange} label={COPY.analysis} />}
        />
      </div>
      <CaptchaBox />
      <Button type="submit" size="lg" block loading={busy}>
        {COPY.submit}
      </Button>
      <p className="text-center text-sm text-ink-soft">
        {COPY.haveAccount}{' '}
        <Link to={PATHS.signIn} className="py-2 font-medium text-accent-text underline-offset-4 hover:underline">
          {COPY.toLogin}
        </Link>
      </p>
    </form>
  );
}
