import type { Session as AuthSession } from '@supabase/auth-js';
import { parseClaims, toSession } from './session.rules.ts';
import { readSessionId } from './signed-out-mark.ts';
import { storedBeforeLink } from './stored-session.ts';

interface SessionIds {
  userId: string;
  sessionId: string;
}

function toSessionIds(auth: Pick<AuthSession, 'access_token'> | null): SessionIds | null {
  if (!auth) return null;
  const { sub } = parseClaims(auth.access_token);
  const sessionId = readSessionId(auth);
  return typeof sub === 'string' && sessionId !== null ? { userId: sub, sessionId } : null;
}

function readEarlierSession(): SessionIds | null {
  try {
    return toSessionIds(JSON.parse(storedBeforeLink ?? 'null'));
  } catch {
    return null;
  }
}

async function endSession(sessionId: string): Promise<void> {
  const { signOutDevice } = await import('../account.api.ts');
  await signOutDevice(sessionId);
}

/**
 * Ends a session that another session of the same user replaced in this browser, for example when an email link is opened
 * while signed in. It would otherwise stay in the list of devices although no browser holds it.
 */
export function watchEarlierSession(): (auth: AuthSession | null) => void {
  let earlier = readEarlierSession();
  return (auth) => {
    // A session that has not passed the second factor may not end other sessions.
    if (toSession(auth).status === 'second_factor') return;
    const now = toSessionIds(auth);
    if (earlier && now && earlier.userId === now.userId && earlier.sessionId !== now.sessionId) {
      endSession(earlier.sessionId).catch(() => {});
    }
    earlier = now;
  };
}
