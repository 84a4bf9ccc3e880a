import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useSessionContext } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Input } from '../../../ui/input.tsx';
import { Spinner } from '../../../ui/loaders/spinner.tsx';
import { FACTOR_KINDS, type Factor } from '../account.api.ts';
import { useSignInAccount } from '../account.hooks.ts';
import { AUTH_COPY } from '../auth.copy.ts';
import { codeFormSchema, emptyFormSchema, recoveryCodeFormSchema } from '../auth.forms.ts';
import { FormRefusal } from '../components/auth-frame.tsx';
import { CodeInput } from '../components/code-input.tsx';
import { useAuthForm } from '../use-auth-form.ts';
import {
  answerChallenge,
  answerPasskey,
  answerRecoveryCode,
  answerTotp,
  createChallenge,
  supportsPasskeys,
} from './second-step.api.ts';

const COPY = AUTH_COPY.second;

/** The factors that work in this browser, quickest first. */
function usableFactors(factors: readonly Factor[]): Factor[] {
  return FACTOR_KINDS.flatMap((kind) => factors.filter((factor) => factor.kind === kind)).filter(
    (factor) => factor.verified && (factor.kind !== 'webauthn' || supportsPasskeys()),
  );
}

/** Asks for one of the user's second factors after the password. */
export function SecondStepForm() {
  const account = useSignInAccount();
  const { signOut } = useSessionContext();
  const [chosen, setChosen] = useState<string | null>(null);
  if (account.isPending) return <Spinner size="lg" />;
  if (account.isLoadingError) return <ErrorState error={account.error} onRetry={() => account.refetch()} />;
  const factors = usableFactors(account.data.factors);
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0];
  return (
    <div className="flex flex-col gap-6">
      {factor && <Step key={factor.id} factor={factor} />}
      <div className="flex flex-col">
        {factors
          .filter((other) => other !== factor)
          .map((other) => (
            <Button key={other.id} variant="ghost" onClick={() => setChosen(other.id)}>
              {COPY.instead[other.kind]}
              {other.kind === 'phone' && other.phone && ` (${maskPhone(other.phone)})`}
            </Button>
          ))}
        <Button variant="ghost" onClick={() => void signOut('local')}>
          {COPY.otherAccount}
        </Button>
      </div>
    </div>
  );
}

function maskPhone(phone: string): string {
  return `…${phone.slice(-3)}`;
}

function Step({ factor }: { factor: Factor }) {
  if (factor.kind === 'totp') return <TotpStep factorId={factor.id} />;
  if (factor.kind === 'phone') return <PhoneStep factorId={factor.id} phone={maskPhone(factor.phone ?? '')} />;
  if (factor.kind === 'webauthn') return <PasskeyStep factorId={factor.id} />;
  return <RecoveryStep />;
}

function TotpStep({ factorId }: { factorId: string }) {
  return (
    <CodeForm
      label={COPY.totp}
      hint={COPY.totpHint}
      submitLabel={COPY.submit}
      onCode={(c) => answerTotp(factorId, c)}
    />
  );
}

interface CodeFormProps {
  label: string;
  hint?: string;
  submitLabel: string;
  onCode: (code: string) => Promise<void>;
}

/** A six-digit code, submitted as soon as it is complete. */
export function CodeForm({ label, hint, submitLabel, onCode }: CodeFormProps) {
  const { form, onSubmit, refused, errors, busy } = useAuthForm(codeFormSchema, { code: '' }, ({ code }) =>
    onCode(code),
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <FormRefusal error={refused} />
      <CodeInput
        label={label}
        hint={hint}
        autoFocus
        error={errors.code?.message}
        onComplete={() => void onSubmit()}
        {...form.register('code')}
      />
      <Button type="submit" size="lg" block loading={busy}>
        {submitLabel}
      </Button>
    </form>
  );
}

function PhoneStep({ factorId, phone }: { factorId: string; phone: string }) {
  const [asked, setAsked] = useState<string | null>(null);
  const { onSubmit, refused, busy } = useAuthForm(emptyFormSchema, {}, async () =>
    setAsked(await createChallenge(factorId)),
  );
  return (
    <div className="flex flex-col gap-4">
      <FormRefusal error={refused} />
      {asked && (
        <>
          <p role="status" className="text-ink-soft">
            {COPY.phoneSent(phone)}
          </p>
          <CodeForm
            key={asked}
            label={COPY.phone}
            submitLabel={COPY.submit}
            onCode={(code) => answerChallenge(factorId, asked, code)}
          />
        </>
      )}
      <Button
        variant={asked ? 'ghost' : 'primary'}
        size={asked ? 'md' : 'lg'}
        block
        loading={busy}
        onClick={() => void onSubmit()}
      >
        {asked ? COPY.phoneAgain : `${COPY.instead.phone} (${phone})`}
      </Button>
    </div>
  );
}

function PasskeyStep({ factorId }: { factorId: string }) {
  const { onSubmit, refused, busy } = useAuthForm(emptyFormSchema, {}, () => answerPasskey(factorId));
  return (
    <div className="flex flex-col gap-4">
      <FormRefusal error={refused} />
      <Button
        size="lg"
        block
        loading={busy}
        icon={<KeyRound aria-hidden className="size-5" />}
        onClick={() => void onSubmit()}
      >
        {COPY.webauthn}
      </Button>
      <p className="text-center text-sm text-ink-faint">{COPY.webauthnHint}</p>
    </div>
  );
}

function RecoveryStep() {
  const { form, onSubmit, refused, errors, busy } = useAuthForm(recoveryCodeFormSchema, { code: '' }, ({ code }) =>
    answerRecoveryCode(code),
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <FormRefusal error={refused} />
      <Input
        label={COPY.recovery}
        hint={COPY.recoveryHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={errors.code?.message}
        {...form.register('code')}
      />
      <Button type="submit" size="lg" block loading={busy}>
        {COPY.submit}
      </Button>
    </form>
  );
}
