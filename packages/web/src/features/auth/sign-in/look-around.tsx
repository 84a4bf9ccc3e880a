import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { LOOK_AROUND_HASH } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { useAuthSettings } from '../account.hooks.ts';
import { readyAccountsQuery, signIn } from '../auth.api.ts';
import { AUTH_COPY } from '../auth.copy.ts';

const COPY = AUTH_COPY.lookAround;

/**
 * Signs in as one of the demo's ready accounts, at once for who comes from the landing page's button; renders nothing if the
 * server shows none.
 */
export function LookAround({ onRefused }: { onRefused: (message: string) => void }) {
  const settings = useAuthSettings();
  const accounts = useQuery({ ...readyAccountsQuery, enabled: settings?.hasDevMailbox === true }).data;
  const enter = useMutation({ mutationFn: signIn, onError: (error) => onRefused(error.message) });
  const { hash } = useLocation();
  const { mutate, isIdle } = enter;
  const premium = accounts?.premium;
  useEffect(() => {
    if (hash === LOOK_AROUND_HASH && premium && isIdle) mutate(premium);
  }, [hash, premium, isIdle, mutate]);
  if (!accounts) return null;
  return (
    <section
      aria-label={COPY.title}
      className="flex flex-col gap-3 rounded-xl bg-surface p-5 ring-1 ring-line ring-inset"
    >
      <h2 className="font-medium">{COPY.title}</h2>
      <p className="text-sm text-ink-soft">{COPY.lead}</p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
        {(['free', 'premium'] as const).map((plan) => (
          <Button
            key={plan}
            variant="secondary"
            loading={enter.isPending && enter.variables.email === accounts[plan].email}
            onClick={() => enter.mutate(accounts[plan])}
          >
            {COPY[plan]}
          </Button>
        ))}
      </div>
    </section>
  );
}
