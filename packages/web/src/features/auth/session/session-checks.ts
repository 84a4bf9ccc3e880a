import { readStored, STORAGE_KEYS, writeStored } from '../../../lib/browser/storage.ts';
import { reportSessionExpired } from '../../../lib/errors/report-api-error.ts';
import { toast } from '../../../lib/toast.ts';
import { loadAuthClient } from './load-auth-client.ts';

/** Whether this browser holds a session, expired or not. */
export function hasStoredSession(): boolean {
  return readStored(STORAGE_KEYS.session) !== null;
}

/** All tabs of this browser see the mark, so that none of them reports the end of the session as an error. */
export function markSignedOut(signedOut: boolean): void {
  writeStored(STORAGE_KEYS.signedOut, signedOut ? '1' : null);
}

export function isMarkedSignedOut(): boolean {
  return readStored(STORAGE_KEYS.signedOut) !== null;
}

/**
 * Ends the session in this browser, whatever the auth service says. The client refuses to sign out while it remembers
 * that the service refused to refresh an expired session (for a minute); without a stored session it does not ask.
 */
export async function signOutHere(): Promise<void> {
  const { authClient } = await loadAuthClient();
  const { error } = await authClient.signOut({ scope: 'local' });
  if (!error || !hasStoredSession()) return;
  writeStored(STORAGE_KEYS.session, null);
  await authClient.signOut({ scope: 'local' });
}

/** The server rejected the token: get a new one, or end the session in this browser. */
export async function refreshOrSignOut(hadSession = hasStoredSession()): Promise<void> {
  const { authClient, isAuthRefreshDiscardedError, isAuthRetryableFetchError } = await loadAuthClient();
  const { error } = await authClient.refreshSession();
  // Discarded: another tab has stored a newer session, or has signed out, in the meantime.
  if (!error || isAuthRetryableFetchError(error) || isAuthRefreshDiscardedError(error)) return;
  if (hadSession) {
    // The "session expired" toast replaces the one about the realtime connection.
    toast.dismiss('realtime-authFailed');
    reportSessionExpired();
  }
  await signOutHere();
}

/** Asks the auth service whether the session still exists, and ends it in this browser if not. */
export async function checkSession(): Promise<void> {
  const hadSession = hasStoredSession();
  const { authClient, isAuthRetryableFetchError } = await loadAuthClient();
  const { error } = await authClient.getUser();
  if (error && !isAuthRetryableFetchError(error)) await refreshOrSignOut(hadSession);
}

/**
 * The server closed the connection because the user signed this session out in another tab or on another device: leave
 * without an error. A session that has replaced the ended one in this browser stays.
 */
export async function leaveIfSignedOut(): Promise<void> {
  markSignedOut(true);
  const { authClient, isAuthRetryableFetchError } = await loadAuthClient();
  const { error } = await authClient.getUser();
  if (error && !isAuthRetryableFetchError(error)) await signOutHere();
  else markSignedOut(false);
}
