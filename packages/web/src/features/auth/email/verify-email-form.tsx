import { useState } from 'react';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { showRefusal } from '../account.hooks.ts';
import { resendVerification, verifyEmailCode } from '../auth.api.ts';
import { AUTH_COPY } from '../auth.copy.ts';
import { emailCodeFormSchema } from '../auth.forms.ts';
import { CaptchaBox } from '../captcha/captcha-box.tsx';
import { FormRefusal } from '../components/auth-frame.tsx';
import { CodeInput } from '../components/code-input.tsx';
import { useAuthForm } from '../use-auth-form.ts';

const COPY = AUTH_COPY.verify;

/** Takes the code from the email, and can send another email. */
export function VerifyEmailForm({ email }: { email: string }) {
  const { form, onSubmit, refused, errors, busy } = useAuthForm(
    emailCodeFormSchema,
    { email, code: '' },
    async (values) => verifyEmailCode(values.email, values.code),
  );
  const [resending, setResending] = useState(false);

  async function resend() {
    if (!(await form.trigger('email'))) return;
    setResending(true);
    try {
      await resendVerification(form.getValues('email'));
      toast.success(COPY.resent);
    } catch (error) {
      showRefusal(error);
    } finally {
      setResending(false);
    }
  }

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
        {COPY.submit}
      </Button>
      <CaptchaBox />
      <Button variant="ghost" loading={resending} onClick={() => void resend()}>
        {COPY.resend}
      </Button>
    </form>
  );
}
