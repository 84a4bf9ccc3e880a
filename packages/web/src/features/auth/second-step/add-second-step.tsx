import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, MessageSquareText, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { invalidateRoots } from '../../../lib/api/query-keys.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import type { Factor } from '../account.api.ts';
import { useAuthMutation, useAuthSettings } from '../account.hooks.ts';
import { SECURITY_COPY } from '../security.copy.ts';
import { PhoneDialog } from './phone-dialog.tsx';
import {
  addPasskey,
  createRecoveryCodes,
  enrollTotp,
  supportsPasskeys,
  type TotpEnrolment,
  unusedFactorName,
} from './second-step.api.ts';
import { TotpDialog } from './totp-dialog.tsx';

const COPY = SECURITY_COPY.steps;

interface AddSecondStepProps {
  factors: readonly Factor[];
  /** Called with the recovery codes that are created along with the first second factor. */
  onCodes: (codes: string[]) => void;
}

/** Buttons that add a second factor. */
export function AddSecondStep({ factors, onCodes }: AddSecondStepProps) {
  const [totp, setTotp] = useState<TotpEnrolment | null>(null);
  const [phone, setPhone] = useState(false);
  const begin = useAuthMutation((name: string) => enrollTotp(name));
  const passkey = useAuthMutation((name: string) => addPasskey(name));
  const codes = useAuthMutation((_: undefined) => createRecoveryCodes(false));
  const queries = useQueryClient();
  const settings = useAuthSettings();
  const hasCodes = factors.some((factor) => factor.kind === 'recovery_code');

  function added() {
    setTotp(null);
    setPhone(false);
    toast.success(COPY.added);
    void invalidateRoots(queries, 'auth');
    if (!hasCodes) codes.mutate(undefined, { onSuccess: onCodes });
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="text-sm text-ink-faint max-sm:basis-full">{COPY.addLabel}</span>
      <Button
        variant="secondary"
        size="sm"
        icon={<Smartphone aria-hidden className="size-4" />}
        loading={begin.isPending}
        onClick={() => begin.mutate(unusedFactorName('totp', factors), { onSuccess: setTotp })}
      >
        {COPY.add.totp}
      </Button>
      {supportsPasskeys() && (
        <Button
          variant="secondary"
          size="sm"
          icon={<KeyRound aria-hidden className="size-4" />}
          loading={passkey.isPending}
          onClick={() => passkey.mutate(unusedFactorName('webauthn', factors), { onSuccess: added })}
        >
          {COPY.add.webauthn}
        </Button>
      )}
      {settings?.textMessages && (
        <Button
          variant="secondary"
          size="sm"
          icon={<MessageSquareText aria-hidden className="size-4" />}
          onClick={() => setPhone(true)}
        >
          {COPY.add.phone}
        </Button>
      )}
      {totp && <TotpDialog enrolment={totp} onAdded={added} onClose={() => setTotp(null)} />}
      {phone && (
        <PhoneDialog name={unusedFactorName('phone', factors)} onAdded={added} onClose={() => setPhone(false)} />
      )}
    </div>
  );
}
