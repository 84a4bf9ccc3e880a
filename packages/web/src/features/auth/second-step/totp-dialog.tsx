import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { codeFormSchema } from '../auth.forms.ts';
import { FormRefusal } from '../components/auth-frame.tsx';
import { CodeInput } from '../components/code-input.tsx';
import { SECURITY_COPY } from '../security.copy.ts';
import { useAuthForm } from '../use-auth-form.ts';
import { answerTotp, createEnrolmentAnswer, type TotpEnrolment } from './second-step.api.ts';

const COPY = SECURITY_COPY.totp;

interface TotpDialogProps {
  enrolment: TotpEnrolment;
  onAdded: () => void;
  onClose: () => void;
}

/** Shows the QR code and asks for a first code to confirm the setup. */
export function TotpDialog({ enrolment, onAdded, onClose }: TotpDialogProps) {
  const [answer] = useState(createEnrolmentAnswer);
  const { form, onSubmit, refused, errors, busy } = useAuthForm(codeFormSchema, { code: '' }, async ({ code }) => {
    await answer.send(() => answerTotp(enrolment.factorId, code));
    onAdded();
  });

  function close() {
    void answer.cancel(enrolment.factorId);
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={COPY.title} description={COPY.scan} startsInForm>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {/* Cameras need black on white, so this ignores the theme. */}
        <img src={enrolment.qr} alt={COPY.picture} className="mx-auto size-52 rounded-lg bg-white p-2" />
        <details className="text-sm text-ink-soft">
          <summary className="min-h-11 py-2.5">{COPY.byHand}</summary>
          <code className="block rounded-md bg-raised px-4 py-3 tracking-wider break-all text-ink select-all">
            {enrolment.secret}
          </code>
        </details>
        <FormRefusal error={refused} />
        <CodeInput
          label={COPY.code}
          error={errors.code?.message}
          onComplete={() => void onSubmit()}
          {...form.register('code')}
        />
        <Button type="submit" size="lg" block loading={busy}>
          {COPY.submit}
        </Button>
      </form>
    </Dialog>
  );
}
