import type { Session as AuthSession } from '@supabase/auth-js';
import { readStored, STORAGE_KEYS } from '../../../lib/browser/storage.ts';
import { signOutDevice } from '../account.api.ts';
import { parseClaims, toSession } from './session.rules.ts';

interface SessionIds {
  userId: string;
  sessionId: string;
}

function toSessionIds(auth: Pick<AuthSession, 'access_token'> | null): SessionIds | null {
  const { sub, session_id } = parseClaims(auth?.access_token ?? '');
  return typeof sub === 'string' && typeof session_id === 'string' ? { userId: sub, sessionId: session_id } : null;
}

function readStoredSession(): SessionIds | null {
  try {
    return toSessionIds(JSON.parse(readStored(STORAGE_KEYS.session) ?? 'null'));
  } catch {
    return null;
  }
}

/**
 * Ends the session that another of the same person took the place of in this browser, as when a mailed link or code is used while
 * signed in. It would otherwise stand in the list of devices as one that nobody holds.
 */
export function watchEarlierSession(): (auth: AuthSession | null) => void {
  let earlier = readStoredSession();
  return (auth) => {
    // A session that has yet to pass the second step may end none.
    if (toSession(auth).status === 'second_factor') return;
    const now = toSessionIds(auth);
    if (earlier && now && earlier.userId === now.userId && earlier.sessionId !== now.sessionId) {
      signOutDevice(earlier.sessionId).catch(() => {});
    }
    earlier = now;
  };
}
