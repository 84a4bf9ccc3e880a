import { type AuthChangeEvent, type Session as AuthSession, isAuthRetryableFetchError } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { configureApi } from '../../../lib/api/api.ts';
import { navigateTo } from '../../../lib/browser/navigation.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../../../lib/browser/storage.ts';
import { reportSessionExpired } from '../../../lib/errors/report-api-error.ts';
import { PATHS } from '../../../lib/paths.ts';
import { clearPhotoCache } from '../../../lib/photos/photo-cache.ts';
import { type Session, SessionContext } from '../../../lib/session/session.ts';
import { toast } from '../../../lib/toast.ts';
import { authClient } from '../auth-client.ts';
import { watchEarlierSession } from './earlier-session.ts';
import { toSession } from './session.rules.ts';
import { monitorSession } from './session-monitor.ts';

/** The bearer token for the next call. The client refreshes it first if it is about to expire. */
async function currentToken(): Promise<string | null> {
  const { data } = await authClient.getSession();
  return data.session?.access_token ?? null;
}

/** The server rejected the token: get a new one, or end the session in this browser. */
export async function refreshOrSignOut(): Promise<void> {
  const hadSession = readStored(STORAGE_KEYS.session) !== null;
  const { error } = await authClient.refreshSession();
  if (!error || isAuthRetryableFetchError(error)) return;
  if (hadSession) {
    // The "session expired" toast replaces the one about the realtime connection.
    toast.dismiss('realtime-authFailed');
    reportSessionExpired();
  }
  await authClient.signOut({ scope: 'local' });
}

// Created when the page loads, before the code of an email link can replace the stored session.
const endEarlierSession = watchEarlierSession();

const MONITORED = {
  expiresAt: async () => (await authClient.getSession()).data.session?.expires_at ?? null,
  refresh: () => authClient.refreshSession(),
};

function userIdFrom(session: Session): string | null {
  return session.status === 'signed_in' || session.status === 'second_factor' ? session.user.id : null;
}

/** Clears all cached data when the user signs out or another user signs in. */
function useClearCacheOnUserChange(): (session: Session) => void {
  const queries = useQueryClient();
  const known = useRef<string | null>(null);
  return useCallback(
    (session) => {
      const userId = userIdFrom(session);
      if (known.current !== null && known.current !== userId) {
        queries.clear();
        clearPhotoCache();
      }
      known.current = userId;
    },
    [queries],
  );
}

/** Provides the session, following the auth client in this tab and in others. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ status: 'loading' });
  const [signedOutByUser, setSignedOutByUser] = useState(false);
  const clearOnUserChange = useClearCacheOnUserChange();

  useEffect(() => {
    configureApi({ token: currentToken, unauthorised: () => void refreshOrSignOut() });
    const { data } = authClient.onAuthStateChange((event: AuthChangeEvent, auth: AuthSession | null) => {
      const next = toSession(auth);
      endEarlierSession(auth);
      clearOnUserChange(next);
      setSession(next);
      if (next.status !== 'signed_out') setSignedOutByUser(false);
      writeStored(STORAGE_KEYS.user, next.status === 'signed_in' ? JSON.stringify(next.user) : null);
      if (event === 'PASSWORD_RECOVERY') navigateTo(PATHS.resetPassword);
    });
    return () => data.subscription.unsubscribe();
  }, [clearOnUserChange]);

  const present = userIdFrom(session) !== null;
  useEffect(() => (present ? monitorSession(MONITORED) : undefined), [present]);

  const signOut = useCallback(async (scope: 'global' | 'local' = 'global') => {
    setSignedOutByUser(true);
    const { error } = await authClient.signOut({ scope });
    if (error) await authClient.signOut({ scope: 'local' });
  }, []);

  const value = useMemo(() => ({ session, signOut, signedOutByUser }), [session, signOut, signedOutByUser]);
  return <SessionContext value={value}>{children}</SessionContext>;
}
