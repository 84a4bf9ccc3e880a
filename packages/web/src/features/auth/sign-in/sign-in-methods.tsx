import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useScrollIntoView } from '../../../lib/hooks/use-scroll-into-view.ts';
import { Button } from '../../../ui/button.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import type { Identity } from '../account.api.ts';
import { useAuthSettings, useConnectIdentity, useDisconnectIdentity, useSignInAccount } from '../account.hooks.ts';
import { providerErrorMessage } from '../auth.copy.ts';
import { FormRefusal } from '../components/auth-frame.tsx';
import { SECURITY_COPY } from '../security.copy.ts';

const COPY = SECURITY_COPY.ways;

/** The user's sign-in methods. Renders nothing if email and password is the only possible one. */
export function SignInMethods() {
  const account = useSignInAccount().data;
  const settings = useAuthSettings();
  const providers = settings?.providers ?? [];
  const connect = useConnectIdentity();
  const [search] = useSearchParams();
  // Errors of an email link are shown by ChangeEmailForm.
  const refused = search.has('email') ? null : providerErrorMessage(search);
  const top = useScrollIntoView<HTMLDivElement>(refused !== null && account !== undefined && settings !== undefined);
  if (!account || (providers.length === 0 && account.identities.every(({ provider }) => provider === 'email'))) {
    return null;
  }
  const available = providers.filter(({ name }) => !account.identities.some(({ provider }) => provider === name));
  const labelFor = (provider: string) =>
    provider === 'email' ? COPY.email : (providers.find(({ name }) => name === provider)?.label ?? provider);
  return (
    <div ref={top} className="flex flex-col gap-3">
      <h3 className="font-medium">{COPY.title}</h3>
      <FormRefusal error={refused} />
      <ul className="flex flex-col divide-y divide-line">
        {account.identities.map((identity) => (
          <MethodRow
            key={identity.id}
            identity={identity}
            label={labelFor(identity.provider)}
            only={account.identities.length === 1}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {available.map(({ name, label }) => (
          <Button
            key={name}
            variant="secondary"
            size="sm"
            loading={connect.isPending && connect.variables === name}
            onClick={() => connect.mutate(name)}
          >
            {COPY.connect(label)}
          </Button>
        ))}
      </div>
    </div>
  );
}

function MethodRow({ identity, label, only }: { identity: Identity; label: string; only: boolean }) {
  const [asking, setAsking] = useState(false);
  const disconnect = useDisconnectIdentity(COPY.done);
  return (
    <li className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2">
      <span className="flex min-w-0 flex-col">
        {label}
        {identity.email && <span className="truncate text-sm text-ink-faint">{identity.email}</span>}
        {only && <span className="text-sm text-ink-faint">{COPY.only}</span>}
      </span>
      {!only && (
        <Button variant="ghost" size="sm" aria-label={`${COPY.disconnect} ${label}`} onClick={() => setAsking(true)}>
          {COPY.disconnect}
        </Button>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={COPY.disconnectTitle(label)}
        description={identity.provider === 'email' ? COPY.disconnectEmail : COPY.disconnectText}
        confirmLabel={COPY.disconnect}
        danger
        loading={disconnect.isPending}
        onConfirm={() => disconnect.mutate(identity, { onSettled: () => setAsking(false) })}
      />
    </li>
  );
}
