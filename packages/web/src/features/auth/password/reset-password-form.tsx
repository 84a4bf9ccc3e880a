import { KeyRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { PATHS } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordInput } from '../../../ui/input.tsx';
import { useAuthMutation, useAuthSettings } from '../account.hooks.ts';
import { setPassword } from '../auth.api.ts';
import { AUTH_COPY } from '../auth.copy.ts';
import { newPasswordFormSchema } from '../auth.forms.ts';
import { FormRefusal } from '../components/auth-frame.tsx';
import { createPasskey } from '../passkeys/passkey.api.ts';
import { supportsPasskeys } from '../second-step/second-step.api.ts';
import { useAuthForm } from '../use-auth-form.ts';

const COPY = AUTH_COPY.reset;

interface ResetPasswordFormProps {
  /** Offers to create a passkey in place of a password. */
  passkeyInstead?: boolean;
}

/** Sets the new password, using the session that the email link created. */
export function ResetPasswordForm({ passkeyInstead = false }: ResetPasswordFormProps) {
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
      {passkeyInstead && <PasskeyInstead />}
    </form>
  );
}

/** An invited person may do without a password. */
function PasskeyInstead() {
  const navigate = useNavigate();
  const isOffered = useAuthSettings()?.passkeys === true && supportsPasskeys();
  const create = useAuthMutation((_: undefined) => createPasskey(), AUTH_COPY.invite.passkeyAdded);
  if (!isOffered) return null;
  return (
    <Button
      variant="secondary"
      size="lg"
      block
      icon={<KeyRound aria-hidden className="size-5" />}
      loading={create.isPending}
      onClick={() => create.mutate(undefined, { onSuccess: () => navigate(PATHS.dashboard, { replace: true }) })}
    >
      {AUTH_COPY.invite.passkey}
    </Button>
  );
}
