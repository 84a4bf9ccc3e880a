import type { AuthChangeEvent, Session as AuthSession } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { configureApi } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { AUTH_HEADERS, AUTH_URL } from '../../../lib/api/env.ts';
import { navigateTo } from '../../../lib/browser/navigation.ts';
import { STORAGE_KEYS, writeStored } from '../../../lib/browser/storage.ts';
import { PATHS } from '../../../lib/paths.ts';
import { clearPhotoCache } from '../../../lib/photos/photo-cache.ts';
import { type Session, SessionContext } from '../../../lib/session/session.ts';
import { authReachability } from './auth-reachability.ts';
import { watchEarlierSession } from './earlier-session.ts';
import { loadAuthClient } from './load-auth-client.ts';
import { toSession } from './session.rules.ts';
import { hasStoredSession, isMarkedSignedOut, markSignedOut, refreshOrSignOut, signOutHere } from './session-checks.ts';
import { monitorSession } from './session-monitor.ts';
import { readFreshSession, readStoredSession } from './stored-session.ts';

/**
 * The bearer token for the next call. The client refreshes it first if it is about to expire.
 * @throws ApiError when it has expired and the auth service does not answer: a call without it would end the session
 */
async function currentToken(): Promise<string | null> {
  const fresh = readFreshSession();
  if (fresh) return fresh.access_token;
  const { authClient, isAuthRetryableFetchError } = await loadAuthClient();
  const { data, error } = await authClient.getSession();
  if (isAuthRetryableFetchError(error)) {
    throw new ApiError({ kind: 'network', status: 0, path: AUTH_URL, cause: error });
  }
  return data.session?.access_token ?? null;
}

// Created when the page loads, before the code of an email link can replace the stored session.
const endEarlierSession = watchEarlierSession();

const MONITORED = {
  expiresAt: async () => {
    const { authClient } = await loadAuthClient();
    return (await authClient.getSession()).data.session?.expires_at ?? null;
  },
  refresh: async () => (await loadAuthClient()).authClient.refreshSession(),
};

const UNREACHABLE: Session = { status: 'unreachable' };

function userIdFrom(session: Session): string | null {
  return session.status === 'signed_in' || session.status === 'second_factor' ? session.user.id : null;
}

/** Clears all cached data when the user signs out or another user signs in. */
function useClearCacheOnUserChange(starting: Session): (session: Session) => void {
  const queries = useQueryClient();
  const known = useRef(userIdFrom(starting));
  return useCallback(
    (session) => {
      const userId = userIdFrom(session);
      if (known.current !== null && known.current !== userId) {
        queries.clear();
        clearPhotoCache();
        writeStored(STORAGE_KEYS.savedData, null);
      }
      known.current = userId;
    },
    [queries],
  );
}

/** There is a session that could not be renewed because the auth service does not answer. */
const isRenewalPending = () => !authReachability.snapshot() && hasStoredSession();

const RECHECK_MS = 5_000;

/** Reloads the page as soon as the auth service answers again. Until then there is nothing on it that could be lost. */
function useReloadWhenReachable(isUnreachable: boolean): void {
  useEffect(() => {
    if (!isUnreachable) return;
    const check = () =>
      void fetch(`${AUTH_URL}/health`, { headers: AUTH_HEADERS, cache: 'no-store' })
        .then((response) => response.ok && window.location.reload())
        .catch(() => {});
    const every = setInterval(check, RECHECK_MS);
    window.addEventListener('online', check);
    return () => {
      clearInterval(every);
      window.removeEventListener('online', check);
    };
  }, [isUnreachable]);
}

/** A stored session that cannot be renewed now is neither loading for ever nor signed out. */
function useUnreachableSession(session: Session): Session {
  const isReachable = useSyncExternalStore(authReachability.subscribe, authReachability.snapshot);
  const isUnreachable =
    session.status === 'unreachable' || (session.status === 'loading' && !isReachable && hasStoredSession());
  useReloadWhenReachable(isUnreachable);
  return isUnreachable ? UNREACHABLE : session;
}

/** A page of a signed-in user starts with the stored session, while the auth client is loaded. */
function startingSession(): Session {
  // Before any effect: the screens inside call the API in theirs, which run first.
  configureApi({ token: currentToken, unauthorised: () => void refreshOrSignOut() });
  const fresh = readFreshSession();
  if (fresh) return toSession(fresh);
  const offline = offlineSession();
  return offline.status === 'signed_in' ? offline : { status: 'loading' };
}

/** Without a network, a session that has expired still shows what this browser kept. It is renewed when the network is back. */
function offlineSession(): Session {
  const stored = navigator.onLine ? null : readStoredSession();
  return stored ? toSession(stored) : UNREACHABLE;
}

type AuthListener = (event: AuthChangeEvent, auth: AuthSession | null) => void;

/** Loads the auth client and listens to it. `onFailure`: its script could not be loaded. Returns a function that stops. */
function followAuthClient(listener: AuthListener, onFailure: () => void): () => void {
  let isStopped = false;
  let stop = () => {};
  loadAuthClient().then(({ authClient }) => {
    if (isStopped) return;
    const { data } = authClient.onAuthStateChange(listener);
    stop = () => data.subscription.unsubscribe();
  }, onFailure);
  return () => {
    isStopped = true;
    stop();
  };
}

/** Provides the session, following the auth client in this tab and in others. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [known, setSession] = useState(startingSession);
  const session = useUnreachableSession(known);
  const [signedOutByUser, setSignedOutByUser] = useState(false);
  const [signedOutElsewhere, setSignedOutElsewhere] = useState(false);
  const clearOnUserChange = useClearCacheOnUserChange(known);

  useEffect(() => {
    return followAuthClient(
      (event: AuthChangeEvent, auth: AuthSession | null) => {
        const next = auth === null && isRenewalPending() ? offlineSession() : toSession(auth);
        endEarlierSession(auth);
        clearOnUserChange(next);
        setSession(next);
        if (auth || event === 'INITIAL_SESSION') markSignedOut(false);
        if (auth) setSignedOutByUser(false);
        setSignedOutElsewhere(isMarkedSignedOut());
        writeStored(STORAGE_KEYS.user, next.status === 'signed_in' ? JSON.stringify(next.user) : null);
        if (event === 'PASSWORD_RECOVERY') navigateTo(PATHS.resetPassword);
      },
      () => setSession((session) => (session.status === 'loading' ? UNREACHABLE : session)),
    );
  }, [clearOnUserChange]);

  useEffect(() => {
    if (session.status === 'signed_out') writeStored(STORAGE_KEYS.savedData, null);
  }, [session.status]);

  const present = userIdFrom(session) !== null;
  useEffect(() => (present ? monitorSession(MONITORED) : undefined), [present]);

  const signOut = useCallback(async (scope: 'global' | 'local' = 'global') => {
    markSignedOut(true);
    setSignedOutByUser(true);
    // Not after the service has answered, which may take long, or never happen.
    writeStored(STORAGE_KEYS.savedData, null);
    const { authClient } = await loadAuthClient();
    const { error } = await authClient.signOut({ scope });
    if (error) await signOutHere();
  }, []);

  const value = useMemo(
    () => ({ session, signOut, signedOutByUser, signedOutElsewhere }),
    [session, signOut, signedOutByUser, signedOutElsewhere],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}
