import { useNavigate } from 'react-router';
import { PATHS } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordInput } from '../../../ui/input.tsx';
import { setPassword } from '../auth.api.ts';
import { AUTH_COPY } from '../auth.copy.ts';
import { newPasswordFormSchema } from '../auth.forms.ts';
import { FormRefusal } from '../components/auth-frame.tsx';
import { useAuthForm } from '../use-auth-form.ts';

const COPY = AUTH_COPY.reset;

/** Sets the new password, using the session that the email link created. */
export function ResetPasswordForm() {
  const navigate = useNavigate();
  const { form, onSubmit, refused, errors, busy } = useAuthForm(
    newPasswordFormSchema,
    { password: '', again: '' },
    async ({ password }) => {
      await setPassword(password);
      toast.success(COPY.done);
      navigate(PATHS.dashboard, { replace: true });
    },
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <FormRefusal error={refused} />
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        hint={AUTH_COPY.register.passwordHint}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordInput
        label="New password again"
        autoComplete="new-password"
        error={errors.again?.message}
        {...form.register('again')}
      />
      <Button type="submit" size="lg" block loading={busy}>
        {COPY.submit}
      </Button>
    </form>
  );
}
