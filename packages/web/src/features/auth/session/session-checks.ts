import type { ErrorCode } from '@soulsight/contract/errors';
import type { Session as AuthSession } from '@supabase/auth-js';
import { getPushSubscription } from '../../../lib/browser/push-subscription.ts';
import { STORAGE_KEYS, writeStored } from '../../../lib/browser/storage.ts';
import { reportSessionExpired } from '../../../lib/errors/report-api-error.ts';
import { forgetUser } from '../../../lib/session/forget-user.ts';
import { toast } from '../../../lib/toast.ts';
import { loadAuthClient } from './load-auth-client.ts';
import type { SignOutScope } from './sign-outs.ts';
import { markSignedOut, readSessionId, removeSignedOutMark } from './signed-out-mark.ts';
import { hasStoredSession, readStoredSession } from './stored-session.ts';

/** Whether this browser has stored another session since `ended` was read, such as of the next user. */
function isReplaced(ended: AuthSession | null): boolean {
  const now = readStoredSession();
  return now !== null && (ended === null || readSessionId(now) !== readSessionId(ended));
}

/** How long the answer that raises the session to its second factor may take in the tab that asked for it. */
const RAISING_MS = 20_000;
const RAISING_CHECK_MS = 100;

/** Whether this browser has stored another token than this one. */
function isRenewed(accessToken: string | null): boolean {
  const stored = readStoredSession();
  return stored !== null && stored.access_token !== accessToken;
}

/** The renewal that is under way: what was refused at the same time waits for the same one. */
let renewal: Promise<void> | undefined;

/**
 * The server refused this token: gets another one, or ends the session in this browser. By the clock of this device it may not have
 * expired.
 * @param code why, as an `ErrorCode`
 * @returns whether there is another, at once if there is already
 */
export async function renewTokens(refused: string | null, code: unknown): Promise<boolean> {
  if (refused && code === ('second_factor_needed' satisfies ErrorCode) && (await waitForNewerTokens(refused)))
    return true;
  if (!isRenewed(refused)) {
    renewal ??= refreshOrSignOut().finally(() => {
      renewal = undefined;
    });
    // Without the auth client's script or a network the refusal stands.
    await renewal.catch(() => {});
  }
  return isRenewed(refused);
}

/**
 * Waits until this browser has stored other tokens than these: the session has just passed a second factor here or in another tab,
 * and the answer is on its way.
 * @returns whether they came, at once if they are there
 */
export async function waitForNewerTokens(accessToken: string | undefined): Promise<boolean> {
  const isNewer = () => (readStoredSession()?.access_token ?? accessToken) !== accessToken;
  const until = Date.now() + RAISING_MS;
  while (!isNewer() && hasStoredSession() && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, RAISING_CHECK_MS));
  }
  return isNewer();
}

/** Ends the session in this browser, without asking the auth service: it has ended there, or is told so by another call. */
export async function signOutHere(): Promise<void> {
  // First, since the client may be waiting for the network. Without a stored session it asks nobody.
  writeStored(STORAGE_KEYS.session, null);
  const { authClient } = await loadAuthClient();
  if (readStoredSession() === null) await authClient.signOut({ scope: 'local' });
}

/**
 * The server rejected the token: get a new one, or end the session in this browser.
 * @param ended whose token it was; a session that has replaced it stays
 */
export async function refreshOrSignOut(ended = readStoredSession()): Promise<void> {
  const { authClient, isAuthRefreshDiscardedError, isAuthRetryableFetchError } = await loadAuthClient();
  let { error } = await authClient.refreshSession();
  // The refresh token is from before a second factor that the session has just passed. It may have been that of an earlier refresh,
  // which this one joined, and the new one be there already.
  if (error?.code === 'conflict') error = (await authClient.refreshSession()).error;
  // Discarded: another tab has stored a newer session, or has signed out, in the meantime.
  if (!error || isAuthRetryableFetchError(error) || isAuthRefreshDiscardedError(error) || isReplaced(ended)) return;
  if (error.code === 'conflict' && (await waitForNewerTokens(ended?.access_token))) return;
  if (ended) {
    // The "session expired" toast replaces the one about the realtime connection.
    toast.dismiss('realtime-authFailed');
    reportSessionExpired();
  }
  await signOutHere();
}

/** Asks the auth service whether the session still exists, and ends it in this browser if not. */
export async function checkSession(): Promise<void> {
  const asked = readStoredSession();
  const { authClient, isAuthRetryableFetchError } = await loadAuthClient();
  const { error } = await authClient.getUser();
  if (error && !isAuthRetryableFetchError(error) && !isReplaced(asked)) await refreshOrSignOut(asked);
}

/**
 * The server closed the connection because the user signed this session out in another tab or on another device: leave
 * without an error. A session that has replaced the ended one in this browser stays.
 */
export async function leaveIfSignedOut(): Promise<void> {
  // Before asking: the client tells the tabs while it reads the answer. Which session it was is not known.
  markSignedOut(null);
  const asked = readStoredSession();
  const { authClient, isAuthRetryableFetchError } = await loadAuthClient();
  const { error } = await authClient.getUser();
  if (error && !isAuthRetryableFetchError(error) && !isReplaced(asked)) await signOutHere();
  else removeSignedOutMark();
}

/**
 * Ends the session in this browser at once, whether or not the auth service can be reached. It is told so now, or later.
 * @param scope `global` also ends the user's sessions on other devices
 */
export function endSession(scope: SignOutScope): void {
  const session = readStoredSession();
  markSignedOut(session);
  forgetUser();
  if (session) {
    loadAuthClient()
      .then(({ reportSignOut }) => reportSignOut(session.refresh_token, scope))
      .catch(() => {});
  }
  // Removes the session before its first wait, and tells the other tabs. Without the client's script they see it in the storage.
  signOutHere().catch(() => {});
  // The server ends it with the session; without a network it would go on showing this user's notifications.
  void getPushSubscription()
    .then((push) => push?.unsubscribe())
    .catch(() => {});
}
