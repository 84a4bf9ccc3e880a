import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useAuthMutation, useAuthSettings } from '../account.hooks.ts';
import { AUTH_COPY } from '../auth.copy.ts';
import { isRefusal } from '../auth-refusal.ts';
import { supportsPasskeys } from '../second-step/second-step.api.ts';
import { signInWithPasskey, suggestPasskeys } from './passkey.api.ts';

interface PasskeySignInProps {
  /** Called with a message when the server refuses a suggested passkey. */
  onRefused: (message: string) => void;
}

/** The button that signs in with a passkey. While it is shown, the browser suggests passkeys in the email field as well. */
export function PasskeySignIn({ onRefused }: PasskeySignInProps) {
  const isOffered = useAuthSettings()?.passkeys === true && supportsPasskeys();
  const [suggesting, setSuggesting] = useState(true);
  const signIn = useAuthMutation((_: undefined) => signInWithPasskey());

  useEffect(() => {
    if (!isOffered || !suggesting) return;
    const stop = new AbortController();
    suggestPasskeys(stop.signal).catch((error: unknown) => isRefusal(error) && onRefused(error.message));
    return () => stop.abort();
  }, [isOffered, suggesting, onRefused]);

  if (!isOffered) return null;
  return (
    <Button
      variant="secondary"
      size="lg"
      block
      icon={<KeyRound aria-hidden className="size-5" />}
      loading={signIn.isPending}
      onClick={() => {
        // The browser shows one request for a passkey at a time.
        setSuggesting(false);
        signIn.mutate(undefined, { onSettled: () => setSuggesting(true) });
      }}
    >
      {AUTH_COPY.login.passkey}
    </Button>
  );
}
