import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Input } from '../../../ui/input.tsx';
import { phoneFormSchema } from '../auth.forms.ts';
import { FormRefusal } from '../components/auth-frame.tsx';
import { SECURITY_COPY } from '../security.copy.ts';
import { useAuthForm } from '../use-auth-form.ts';
import {
  answerChallenge,
  cancelEnrolment,
  createChallenge,
  createEnrolmentAnswer,
  enrollPhone,
} from './second-step.api.ts';
import { CodeForm } from './second-step-form.tsx';

const COPY = SECURITY_COPY.phone;

interface PhoneDialogProps {
  /** A name that no factor has yet. */
  name: string;
  onAdded: () => void;
  onClose: () => void;
}

interface Asked {
  factorId: string;
  challengeId: string;
}

/** Asks for a phone number, then for the code sent to it. */
export function PhoneDialog({ name, onAdded, onClose }: PhoneDialogProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [answer] = useState(createEnrolmentAnswer);

  async function ask(phone: string) {
    const factorId = await enrollPhone(name, phone);
    try {
      setAsked({ factorId, challengeId: await createChallenge(factorId) });
    } catch (error) {
      await cancelEnrolment(factorId);
      throw error;
    }
  }

  function close() {
    if (asked) void answer.cancel(asked.factorId);
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={COPY.title} description={COPY.lead} startsInForm>
      {asked ? (
        <CodeForm
          label={COPY.code}
          submitLabel={COPY.submit}
          onCode={async (code) => {
            await answer.send(() => answerChallenge(asked.factorId, asked.challengeId, code));
            onAdded();
          }}
        />
      ) : (
        <NumberForm onNumber={ask} />
      )}
    </Dialog>
  );
}

function NumberForm({ onNumber }: { onNumber: (phone: string) => Promise<void> }) {
  const { form, onSubmit, refused, errors, busy } = useAuthForm(phoneFormSchema, { phone: '' }, ({ phone }) =>
    onNumber(phone),
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <FormRefusal error={refused} />
      <Input
        label={COPY.number}
        type="tel"
        autoComplete="tel"
        placeholder="+49 151 23456789"
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      <Button type="submit" size="lg" block loading={busy}>
        {COPY.send}
      </Button>
    </form>
  );
}
