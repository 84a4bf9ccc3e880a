import { readStored, STORAGE_KEYS, writeStored } from '../../../lib/browser/storage.ts';
import { parseClaims } from './session.rules.ts';

/** In the mark: the server said that some session of this browser was signed out. */
const SOME = '1';

type Tokens = { access_token: string };

/** The id that a session keeps through all its tokens; null if its token has none. */
export function readSessionId({ access_token }: Tokens): string | null {
  const { session_id } = parseClaims(access_token);
  return typeof session_id === 'string' ? session_id : null;
}

/**
 * All tabs of this browser see the mark, so that none of them reports the end of the session as an error, and none continues it.
 * @param session the one that the user has ended, if it is known
 */
export function markSignedOut(session: Tokens | null): void {
  writeStored(STORAGE_KEYS.signedOut, (session && readSessionId(session)) ?? SOME);
}

export function removeSignedOutMark(): void {
  writeStored(STORAGE_KEYS.signedOut, null);
}

export function isMarkedSignedOut(): boolean {
  return readStored(STORAGE_KEYS.signedOut) !== null;
}

/** Whether the user has ended this session in this browser. A refresh that was under way may still bring it back. */
export function isSignedOut(session: Tokens): boolean {
  const marked = readStored(STORAGE_KEYS.signedOut);
  return marked !== null && marked === readSessionId(session);
}
