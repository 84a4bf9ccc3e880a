import { KeyRound, MessageSquareText, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import type { Factor } from '../account.api.ts';
import { useRemoveFactor, useSignInAccount } from '../account.hooks.ts';
import { FACTOR_LABELS, SECURITY_COPY } from '../security.copy.ts';
import { AddSecondStep } from './add-second-step.tsx';
import { RecoveryCodesDialog, RecoveryCodesRow } from './recovery-codes.tsx';

const COPY = SECURITY_COPY.steps;
const ICONS = { totp: Smartphone, webauthn: KeyRound, phone: MessageSquareText } as const;
type Step = Factor & { kind: keyof typeof ICONS };

function isStep(factor: Factor): factor is Step {
  return factor.verified && factor.kind !== 'recovery_code';
}

/** The user's second factors, buttons to add more, and the recovery codes. */
export function SecondStepSettings() {
  const account = useSignInAccount();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (account.isPending) return <TextSkeleton lines={3} />;
  if (account.isLoadingError) return <ErrorState error={account.error} onRetry={() => account.refetch()} />;
  const { factors } = account.data;
  const steps = factors.filter(isStep);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <h3 className="font-medium">{COPY.title}</h3>
        {steps.length > 0 && <Badge tone="good">{COPY.on}</Badge>}
      </div>
      <p className="-mt-2 text-sm text-ink-soft">{steps.length > 0 ? COPY.lead : `${COPY.none} ${COPY.lead}`}</p>
      {steps.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {steps.map((step) => (
            <StepRow key={step.id} step={step} last={steps.length === 1} />
          ))}
          <RecoveryCodesRow made={factors.some(({ kind }) => kind === 'recovery_code')} onFresh={setCodes} />
        </ul>
      )}
      <AddSecondStep factors={factors} onCodes={setCodes} />
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </div>
  );
}

function StepRow({ step, last }: { step: Step; last: boolean }) {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveFactor(COPY.removed);
  const Icon = ICONS[step.kind];
  const name = step.name || FACTOR_LABELS[step.kind];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-3">
      <span className="flex min-w-0 items-start gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-faint" />
        <span className="flex flex-col">
          {name}
          <span className="text-sm text-ink-faint">
            {step.phone && `+${step.phone.replace('+', '')}, `}
            {COPY.since(formatDate(step.createdAt))}
          </span>
        </span>
      </span>
      <Button variant="ghost" size="sm" aria-label={`${COPY.remove} ${name}`} onClick={() => setAsking(true)}>
        {COPY.remove}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={COPY.removeTitle(name)}
        description={last ? COPY.removeLast : COPY.removeOne}
        confirmLabel={COPY.remove}
        danger
        loading={remove.isPending}
        onConfirm={() => remove.mutate(step.id, { onSettled: () => setAsking(false) })}
      />
    </li>
  );
}
