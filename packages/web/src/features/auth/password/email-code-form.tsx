import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { signInWithRecoveryCode } from '../auth.api.ts';
import { AUTH_COPY } from '../auth.copy.ts';
import { emailCodeFormSchema } from '../auth.forms.ts';
import { FormRefusal } from '../components/auth-frame.tsx';
import { CodeInput } from '../components/code-input.tsx';
import { useAuthForm } from '../use-auth-form.ts';

const COPY = AUTH_COPY.forgot;

/** Takes the address and the code of a password-reset email whose link was opened in another browser. */
export function EmailCodeForm() {
  const { form, onSubmit, refused, errors, busy } = useAuthForm(
    emailCodeFormSchema,
    { email: '', code: '' },
    ({ email, code }) => signInWithRecoveryCode(email, code),
  );
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
      <CodeInput
        label={COPY.code}
        error={errors.code?.message}
        onComplete={() => void onSubmit()}
        {...form.register('code')}
      />
      <Button type="submit" size="lg" block loading={busy}>
        {COPY.useCode}
      </Button>
    </form>
  );
}
