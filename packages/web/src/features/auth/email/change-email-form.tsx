import { useSearchParams } from 'react-router';
import { useScrollIntoView } from '../../../lib/hooks/use-scroll-into-view.ts';
import { useSignedIn } from '../../../lib/session/session.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { useAuthMutation, useSignInAccount } from '../account.hooks.ts';
import { changeEmail, resendEmailChange } from '../auth.api.ts';
import { emailFormSchema } from '../auth.forms.ts';
import { CaptchaBox } from '../captcha/captcha-box.tsx';
import { FormRefusal } from '../components/auth-frame.tsx';
import { SECURITY_COPY } from '../security.copy.ts';
import { useAuthForm } from '../use-auth-form.ts';

const COPY = SECURITY_COPY.email;

/** Changes the email. Both the old and the new address must confirm it. */
export function ChangeEmailForm() {
  const { user } = useSignedIn();
  const [search] = useSearchParams();
  const account = useSignInAccount();
  const { form, onSubmit, refused, errors, busy } = useAuthForm(emailFormSchema, { email: '' }, async ({ email }) => {
    await changeEmail(email);
    form.reset();
    void account.refetch();
    toast.info(COPY.asked);
  });
  // The auth service adds a `message` when only one of the two links was opened.
  const half = search.has('message');
  const came = search.has('email') && account.data !== undefined;
  const failed = came && search.has('error_code');
  const changed = came && !half && !failed && !account.data?.newEmail;
  const top = useScrollIntoView<HTMLFormElement>(came);
  return (
    <form ref={top} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <h3 className="font-medium">{COPY.title}</h3>
      <p className="-mt-2 text-sm break-words text-ink-soft">
        {COPY.now}: <span className="font-medium text-ink">{user.email}</span>
      </p>
      {account.data?.newEmail && <Waiting current={user.email} next={account.data.newEmail} half={half} />}
      {changed && (
        <p role="status" className="rounded-md bg-good-soft px-4 py-3 text-sm text-good">
          {COPY.changed}
        </p>
      )}
      <FormRefusal error={refused ?? (failed ? COPY.linkFailed : null)} />
      <Input
        label={COPY.next}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <div>
        <Button type="submit" variant="secondary" loading={busy}>
          {COPY.submit}
        </Button>
      </div>
    </form>
  );
}

function Waiting({ current, next, half }: { current: string; next: string; half: boolean }) {
  const again = useAuthMutation(() => resendEmailChange(current));
  return (
    <div role="status" className="flex flex-col items-start gap-2 rounded-md bg-mist-soft px-4 py-3 text-sm text-mist">
      <p className="break-words">{half ? COPY.half : COPY.waiting(next)}</p>
      <CaptchaBox />
      <button
        type="button"
        disabled={again.isPending}
        onClick={() => again.mutate(undefined, { onSuccess: () => toast.success(COPY.sentAgain) })}
        className="min-h-11 font-medium underline underline-offset-4"
      >
        {COPY.again}
      </button>
    </div>
  );
}
