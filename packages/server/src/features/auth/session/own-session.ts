import type { Db } from '../../../core/db/types.ts';
import { AuthError } from '../auth.errors.ts';
import { findLiveSession, type LiveSession } from './session.store.ts';

/** The session at the level of its token at most: one from before the second factor stays below it when its session is raised. */
export function atMost(aal: LiveSession['aal'], session: LiveSession): LiveSession {
  return { ...session, aal: aal === 'aal2' ? session.aal : 'aal1' };
}

/**
 * The caller's session as it is now, never above the level of the token that made the call. Call it in the transaction that changes
 * something, under the user's lock: the session may have ended, or the account got a second factor, since the token was checked.
 * Throws `session_not_found`.
 */
export async function getOwnSession(
  tx: Db,
  caller: Pick<LiveSession, 'sessionId' | 'userId' | 'aal'>,
): Promise<LiveSession> {
  const live = await findLiveSession(tx, caller.sessionId, caller.userId);
  if (!live) throw new AuthError('session_not_found');
  return atMost(caller.aal, live);
}
