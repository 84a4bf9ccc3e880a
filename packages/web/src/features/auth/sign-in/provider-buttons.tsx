import { useLocation } from 'react-router';
import { PATHS } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { useAuthSettings, useSignInWith } from '../account.hooks.ts';
import { AUTH_COPY } from '../auth.copy.ts';

const COPY = AUTH_COPY.providers;
const HOME = PATHS.dashboard;

/** One button for each OAuth provider; renders nothing if there are none. */
export function ProviderButtons() {
  const settings = useAuthSettings();
  const signInWith = useSignInWith();
  const { state } = useLocation();
  const from = (state as { from?: unknown } | null)?.from;
  if (!settings || settings.providers.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      {settings.providers.map(({ name, label }) => (
        <Button
          key={name}
          variant="secondary"
          size="lg"
          block
          loading={signInWith.isPending && signInWith.variables.provider === name}
          onClick={() => signInWith.mutate({ provider: name, from: typeof from === 'string' ? from : HOME })}
        >
          {COPY.continueWith(label)}
        </Button>
      ))}
      <p className="flex items-center gap-4 pt-2 text-sm text-ink-faint before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {COPY.or}
      </p>
    </div>
  );
}
