import { isAuthError } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { QUERY_ROOTS } from '../../../lib/api/query-keys.ts';
import { REFUSALS } from '../auth.copy.ts';
import { authClient } from '../auth-client.ts';
import { AuthRefusal, isRefusal, unwrap } from '../auth-refusal.ts';

/** A passkey that signs in without a password. */
export interface Passkey {
  id: string;
  name: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601; null if it has never signed in. */
  lastUsedAt: string | null;
}

export const passkeysQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.auth, 'passkeys'],
  queryFn: async (): Promise<Passkey[]> =>
    (await unwrap(authClient.passkey.list())).map((passkey) => ({
      id: passkey.id,
      name: passkey.friendly_name ?? '',
      createdAt: passkey.created_at,
      lastUsedAt: passkey.last_used_at ?? null,
    })),
});

/** An error of the browser's passkey dialog. The others are those of the auth service. */
async function orCancelled<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (isRefusal(error) || isAuthError(error)) throw error;
    const known = error instanceof Error && 'code' in error && /PREVIOUSLY_REGISTERED/.test(String(error.code));
    if (known) throw new AuthRefusal('passkey_known', 0, REFUSALS.passkeyKnown);
    throw new AuthRefusal('cancelled', 0, REFUSALS.cancelled);
  }
}

/** Creates a passkey on this device or another one. @throws AuthRefusal, `cancelled` if the user closed the dialog */
export async function createPasskey(): Promise<void> {
  await orCancelled(unwrap(authClient.registerPasskey()));
}

/** Deletes a passkey and refreshes the session, whose assurance level may change. @throws AuthRefusal */
export async function deletePasskey(passkeyId: string): Promise<void> {
  const { error } = await authClient.passkey.delete({ passkeyId });
  if (error) await unwrap(Promise.resolve({ data: null, error }));
  await authClient.refreshSession();
}

/** Signs in with a passkey that the user chooses. @throws AuthRefusal, `cancelled` if the user closed the dialog */
export async function signInWithPasskey(): Promise<void> {
  await orCancelled(unwrap(authClient.signInWithPasskey()));
}

/** Whether the browser can offer passkeys in the list of its suggestions for a field. */
async function canSuggestPasskeys(): Promise<boolean> {
  return (await window.PublicKeyCredential?.isConditionalMediationAvailable?.().catch(() => false)) ?? false;
}

/**
 * Lets the browser suggest passkeys in the email field, until `signal` is aborted. A suggestion that was chosen after the
 * server's challenge had expired is asked for again.
 * @throws AuthRefusal for a passkey that the server refuses
 */
export async function suggestPasskeys(signal: AbortSignal): Promise<void> {
  if (!(await canSuggestPasskeys())) return;
  while (!signal.aborted) {
    const { error } = await authClient.signInWithPasskey({ options: { mediation: 'conditional', signal } });
    if (!isAuthError(error)) return;
    if (error.code !== 'webauthn_challenge_expired') await unwrap(Promise.resolve({ data: null, error }));
  }
}
