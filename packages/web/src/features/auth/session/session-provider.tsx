import type { AuthChangeEvent, Session as AuthSession } from '@supabase/auth-js';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { abortCalls, configureApi } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { AUTH_HEADERS, AUTH_URL } from '../../../lib/api/env.ts';
import { navigateTo } from '../../../lib/browser/navigation.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../../../lib/browser/storage.ts';
import { whenIdle } from '../../../lib/browser/when-idle.ts';
import { SIGN_IN_TOASTS } from '../../../lib/errors/report-api-error.ts';
import { PATHS } from '../../../lib/paths.ts';
import { clearPhotoCache } from '../../../lib/photos/photo-cache.ts';
import { forgetUser } from '../../../lib/session/forget-user.ts';
import { type Session, SessionContext, type SessionUser } from '../../../lib/session/session.ts';
import { toast } from '../../../lib/toast.ts';
import { authReachability } from './auth-reachability.ts';
import { watchEarlierSession } from './earlier-session.ts';
import { loadAuthClient } from './load-auth-client.ts';
import { toSession } from './session.rules.ts';
import { endSession, renewTokens, signOutHere } from './session-checks.ts';
import { monitorSession } from './session-monitor.ts';
import { setShownUser, showsAnother } from './shown-user.ts';
import type { SignOutScope } from './sign-outs.ts';
import { isMarkedSignedOut, isSignedOut, removeSignedOutMark } from './signed-out-mark.ts';
import {
  hasStoredSession,
  isSurelySignedOut,
  readFreshSession,
  readStoredSession,
  removeEndedSession,
} from './stored-session.ts';

/**
 * The bearer token for the next call. The client refreshes it first if it is about to expire.
 * @throws ApiError when it has expired and the auth service does not answer: a call without it would end the session;
 * AbortError when it is not of the user whom this tab shows
 */
async function currentToken(): Promise<string | null> {
  const fresh = readFreshSession();
  if (fresh) return takeToken(fresh);
  const { authClient, isAuthRetryableFetchError } = await loadAuthClient();
  const { data, error } = await authClient.getSession();
  if (isAuthRetryableFetchError(error)) {
    throw new ApiError({ kind: 'network', status: 0, path: AUTH_URL, cause: error });
  }
  return data.session && takeToken(data.session);
}

/** @throws AbortError for the session of somebody else, who has just signed in in another tab */
function takeToken({ access_token, user }: AuthSession): string {
  if (showsAnother(user.id)) throw new DOMException('Another user has signed in', 'AbortError');
  return access_token;
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

const SIGNED_OUT: Session = { status: 'signed_out' };
const UNREACHABLE: Session = { status: 'unreachable' };

function userIdFrom(session: Session): string | null {
  return session.status === 'signed_in' || session.status === 'second_factor' ? session.user.id : null;
}

/** The id in the user that this browser stored last; null when there is none. */
function readStoredUserId(): string | null {
  try {
    return (JSON.parse(readStored(STORAGE_KEYS.user) ?? 'null') as SessionUser | null)?.id ?? null;
  } catch {
    return null;
  }
}

/** When the user signs out or another user signs in: aborts the calls of the earlier user and removes their data. */
function useLeaveOnUserChange(): (session: Session) => void {
  const queries = useQueryClient();
  return useCallback(
    (session) => {
      // The user has not changed: the session cannot be renewed now.
      if (session.status === 'unreachable' || session.status === 'loading') return;
      const userId = userIdFrom(session);
      // The stored data may be of an earlier user: another one may have signed in while no tab of theirs was open. It stays if it is of
      // the user who is signed in now, which another tab may know before this one.
      const storedUserId = readStoredUserId();
      const currentId = userId ?? readStoredSession()?.user.id ?? null;
      const isStoredUserCurrent = currentId !== null && storedUserId === currentId;
      if (showsAnother(userId)) {
        abortCalls();
        queries.clear();
        clearPhotoCache();
        toast.dismissOwn();
        if (!isStoredUserCurrent) forgetUser();
      } else if (!isStoredUserCurrent && (session.status === 'signed_out' || storedUserId !== null)) forgetUser();
      setShownUser(userId);
    },
    [queries],
  );
}

/** Whether there is a session that could not be renewed because the auth service does not answer. */
const isRenewalPending = () => !authReachability.snapshot() && hasStoredSession();

const RECHECK_MS = 5_000;

/** Reloads the page as soon as the auth service answers again. The page shows only an error until then, so nothing is lost. */
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

/** A stored session that cannot be renewed now is neither loading nor signed out. */
function useUnreachableSession(session: Session): Session {
  const isReachable = useSyncExternalStore(authReachability.subscribe, authReachability.snapshot);
  const isUnreachable =
    session.status === 'unreachable' || (session.status === 'loading' && !isReachable && hasStoredSession());
  useReloadWhenReachable(isUnreachable);
  return isUnreachable ? UNREACHABLE : session;
}

/** A page of a signed-in user starts with the stored session while the auth client is loaded, and one of a visitor signed out. */
function startingSession(queries: QueryClient): Session {
  // Before any effect: the screens inside call the API in theirs, which run first.
  configureApi({ token: currentToken, renew: renewTokens });
  if (!hasStoredSession()) forgetUser();
  const fresh = readFreshSession();
  const offline = fresh ? toSession(fresh) : offlineSession();
  const waiting: Session = isSurelySignedOut() ? SIGNED_OUT : { status: 'loading' };
  const session = fresh || offline.status === 'signed_in' ? offline : waiting;
  const userId = userIdFrom(session);
  setShownUser(userId);
  // The page's early requests were for a user who has signed out in another tab.
  if (userId === null) queries.clear();
  return session;
}

/** Without a network, a session that has expired still shows what this browser kept. It is renewed when the network is back. */
function offlineSession(): Session {
  const stored = navigator.onLine ? null : readStoredSession();
  return stored ? toSession(stored) : UNREACHABLE;
}

type AuthListener = (event: AuthChangeEvent, auth: AuthSession | null) => void;

/**
 * Loads the auth client and listens to it; a session that the user has ended is removed instead. A page that starts with a fresh session
 * is painted first. `onFailure`: its script could not be loaded. Returns a function that stops.
 */
function followAuthClient(listener: AuthListener, onFailure: () => void): () => void {
  let isStopped = false;
  let stop = () => {};
  const follow = () =>
    loadAuthClient().then(({ authClient }) => {
      if (isStopped) return;
      const { data } = authClient.onAuthStateChange((event, auth) => {
        if (!auth || !isSignedOut(auth)) listener(event, auth);
        else if (removeEndedSession()) signOutHere().catch(() => {});
      });
      stop = () => data.subscription.unsubscribe();
    }, onFailure);
  const cancel = readFreshSession() ? whenIdle(() => void follow()) : void follow();
  return () => {
    isStopped = true;
    cancel?.();
    stop();
  };
}

/** Calls back when another tab has removed the session. Its client says so too, unless it is waiting for the network or was closed. */
function onSessionRemoved(listener: () => void): () => void {
  const check = ({ key }: StorageEvent) => {
    if ((key === STORAGE_KEYS.session || key === null) && !hasStoredSession()) listener();
  };
  window.addEventListener('storage', check);
  return () => window.removeEventListener('storage', check);
}

/** Provides the session, following the auth client in this tab and in others. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [known, setSession] = useState(() => startingSession(queries));
  const session = useUnreachableSession(known);
  const [signedOutByUser, setSignedOutByUser] = useState(false);
  const [signedOutElsewhere, setSignedOutElsewhere] = useState(false);
  const leaveOnUserChange = useLeaveOnUserChange();

  const enter = useCallback(
    (next: Session) => {
      leaveOnUserChange(next);
      // The client reports the session that the page started with, too: it must not render everything again.
      setSession((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
    },
    [leaveOnUserChange],
  );

  useEffect(() => {
    return followAuthClient(
      (event: AuthChangeEvent, auth: AuthSession | null) => {
        const next = auth === null && isRenewalPending() ? offlineSession() : toSession(auth);
        endEarlierSession(auth);
        enter(next);
        if (auth) {
          removeSignedOutMark();
          setSignedOutByUser(false);
          for (const id of Object.values(SIGN_IN_TOASTS)) toast.dismiss(id);
        }
        setSignedOutElsewhere(event !== 'INITIAL_SESSION' && isMarkedSignedOut());
        if (next.status === 'signed_in') writeStored(STORAGE_KEYS.user, JSON.stringify(next.user));
        if (event === 'PASSWORD_RECOVERY') navigateTo(PATHS.resetPassword);
      },
      // Also when signed out: without the script nobody can sign in.
      () => setSession((session) => (userIdFrom(session) === null ? UNREACHABLE : session)),
    );
  }, [enter]);

  useEffect(
    () =>
      onSessionRemoved(() => {
        setSignedOutElsewhere(isMarkedSignedOut());
        enter(SIGNED_OUT);
      }),
    [enter],
  );

  const hasUser = userIdFrom(session) !== null;
  useEffect(() => (hasUser ? monitorSession(MONITORED) : undefined), [hasUser]);

  const signOut = useCallback(
    async (scope: SignOutScope = 'global') => {
      endSession(scope);
      setSignedOutByUser(true);
      enter(SIGNED_OUT);
    },
    [enter],
  );

  const value = useMemo(
    () => ({ session, signOut, signedOutByUser, signedOutElsewhere }),
    [session, signOut, signedOutByUser, signedOutElsewhere],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}
