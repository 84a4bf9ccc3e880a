import type { Session as AuthSession } from '@supabase/auth-js';
import { isAuthAnswer } from '../../../lib/browser/auth-answer.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../../../lib/browser/storage.ts';
import { takeMailedLink } from './mailed-link.ts';
import { isSignedOut } from './signed-out-mark.ts';

/** What this browser had stored before a mailed link brought a session. Taken before the router reads the address. */
export const storedBeforeLink = takeMailedLink();

/** A session that ends sooner is left to the auth client, which refreshes it. */
const FRESH_FOR_SECONDS = 120;

/** Whether this browser holds a session, expired or not. */
export function hasStoredSession(): boolean {
  return readStored(STORAGE_KEYS.session) !== null;
}

/** Whether nobody is signed in here, as far as can be told without the auth client: nothing is stored, and the address brings no session. */
export function isSurelySignedOut(): boolean {
  return !hasStoredSession() && !isAuthAnswer();
}

/** The auth client's stored session, expired or not; null when there is none, or when the user has ended it. */
export function readStoredSession(): AuthSession | null {
  try {
    const stored = JSON.parse(readStored(STORAGE_KEYS.session) ?? 'null') as AuthSession | null;
    return stored?.access_token && stored.user?.id && !isSignedOut(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** The auth client's stored session, if it can be used as it is; null otherwise. */
export function readFreshSession(): AuthSession | null {
  if (isAuthAnswer()) return null;
  const stored = readStoredSession();
  const isFresh = (stored?.expires_at ?? 0) > Date.now() / 1_000 + FRESH_FOR_SECONDS;
  return isFresh ? stored : null;
}

/**
 * Removes a stored session that the user has ended: a refresh that was under way may have brought it back.
 * @returns whether there was one
 */
export function removeEndedSession(): boolean {
  try {
    const stored = JSON.parse(readStored(STORAGE_KEYS.session) ?? 'null') as AuthSession | null;
    if (!stored?.access_token || !isSignedOut(stored)) return false;
    writeStored(STORAGE_KEYS.session, null);
    return true;
  } catch {
    return false;
  }
}

// Before the auth client reads it.
removeEndedSession();
