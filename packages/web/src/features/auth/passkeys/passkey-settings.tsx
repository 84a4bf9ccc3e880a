import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { useAuthMutation, useAuthSettings } from '../account.hooks.ts';
import { supportsPasskeys } from '../second-step/second-step.api.ts';
import { SECURITY_COPY } from '../security.copy.ts';
import { createPasskey, deletePasskey, type Passkey, passkeysQuery } from './passkey.api.ts';

const COPY = SECURITY_COPY.passkeys;

/** The passkeys that sign the user in without a password. Renders nothing if the installation has none. */
export function PasskeySettings() {
  return useAuthSettings()?.passkeys ? <PasskeyList /> : null;
}

function PasskeyList() {
  const passkeys = useQuery(passkeysQuery);
  const add = useAuthMutation((_: undefined) => createPasskey(), COPY.added);
  if (passkeys.isPending) return <TextSkeleton lines={2} />;
  if (passkeys.isLoadingError) return <ErrorState error={passkeys.error} onRetry={() => passkeys.refetch()} />;
  return (
    <div className="flex flex-col gap-4">
      <h3 className="font-medium">{COPY.title}</h3>
      <p className="-mt-2 text-sm text-ink-soft">{COPY.lead}</p>
      {passkeys.data.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {passkeys.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {supportsPasskeys() ? (
        <div>
          <Button
            variant="secondary"
            size="sm"
            icon={<KeyRound aria-hidden className="size-4" />}
            loading={add.isPending}
            onClick={() => add.mutate(undefined)}
          >
            {COPY.add}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-ink-faint">{COPY.unsupported}</p>
      )}
    </div>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [asking, setAsking] = useState(false);
  const remove = useAuthMutation(deletePasskey, COPY.removed);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-3">
      <span className="flex min-w-0 items-start gap-3">
        <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-faint" />
        <span className="flex min-w-0 flex-col">
          {passkey.name}
          <span className="text-sm text-ink-faint">
            {COPY.since(formatDate(passkey.createdAt))}
            {passkey.lastUsedAt && `, ${COPY.lastUsed(formatDate(passkey.lastUsedAt))}`}
          </span>
        </span>
      </span>
      <Button variant="ghost" size="sm" aria-label={`${COPY.remove} ${passkey.name}`} onClick={() => setAsking(true)}>
        {COPY.remove}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={COPY.removeTitle(passkey.name)}
        description={COPY.removeText}
        confirmLabel={COPY.remove}
        danger
        loading={remove.isPending}
        onConfirm={() => remove.mutate(passkey.id, { onSettled: () => setAsking(false) })}
      />
    </li>
  );
}
