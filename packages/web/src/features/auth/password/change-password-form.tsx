import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateRoots } from '../../../lib/api/query-keys.ts';
import { useSignedIn } from '../../../lib/session/session.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordInput } from '../../../ui/input.tsx';
import { sendReauthenticationEmail, setPassword } from '../auth.api.ts';
import { AUTH_COPY } from '../auth.copy.ts';
import { changePasswordFormSchema } from '../auth.forms.ts';
import { isRefusal } from '../auth-refusal.ts';
import { FormRefusal } from '../components/auth-frame.tsx';
import { CodeInput } from '../components/code-input.tsx';
import { SECURITY_COPY } from '../security.copy.ts';
import { useAuthForm } from '../use-auth-form.ts';

const COPY = SECURITY_COPY.password;

/** Changes the password and signs out other devices. An old session needs a code from an email first. */
export function ChangePasswordForm() {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const { form, onSubmit, refused, errors, busy } = useAuthForm(
    changePasswordFormSchema(needsCode),
    { password: '', again: '', code: '' },
    async ({ password, code }) => {
      try {
        await setPassword(password, code || undefined);
      } catch (error) {
        if (!isRefusal(error, 'reauthentication_needed')) throw error;
        await sendReauthenticationEmail();
        setNeedsCode(true);
        return;
      }
      setNeedsCode(false);
      invalidateRoots(queryClient, 'auth');
      form.reset();
      toast.success(AUTH_COPY.reset.done);
    },
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <h3 className="font-medium">{COPY.title}</h3>
      <p className="-mt-2 text-sm text-ink-soft">{COPY.lead}</p>
      {/* Tells the browser's password manager which account this is. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <FormRefusal error={refused} />
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordInput
        label="New password again"
        autoComplete="new-password"
        error={errors.again?.message}
        {...form.register('again')}
      />
      {needsCode && (
        <CodeInput label={COPY.code} hint={COPY.codeHint} error={errors.code?.message} {...form.register('code')} />
      )}
      <div>
        <Button type="submit" variant="secondary" loading={busy}>
          {COPY.submit}
        </Button>
      </div>
    </form>
  );
}
