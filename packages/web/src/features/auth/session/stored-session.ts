import type { Session as AuthSession } from '@supabase/auth-js';
import { readStored, STORAGE_KEYS } from '../../../lib/browser/storage.ts';
import { takeMailedLink } from './mailed-link.ts';

/** What this browser had stored before a mailed link brought a session. Taken before the router reads the address. */
export const storedBeforeLink = takeMailedLink();

/** A session that ends sooner is left to the auth client, which refreshes it. */
const FRESH_FOR_SECONDS = 120;
/** What the auth client takes from the address; it may replace the stored session. */
const AUTH_ANSWER = /[?&#](code|error|access_token)=/;

/** The auth client's stored session, expired or not; null when there is none. */
export function readStoredSession(): AuthSession | null {
  try {
    const stored = JSON.parse(readStored(STORAGE_KEYS.session) ?? 'null') as AuthSession | null;
    return stored?.access_token && stored.user?.id ? stored : null;
  } catch {
    return null;
  }
}

/** The auth client's stored session, if it can be used as it is; null otherwise. */
export function readFreshSession(): AuthSession | null {
  if (AUTH_ANSWER.test(window.location.search) || AUTH_ANSWER.test(window.location.hash)) return null;
  const stored = readStoredSession();
  const isFresh = (stored?.expires_at ?? 0) > Date.now() / 1_000 + FRESH_FOR_SECONDS;
  return isFresh ? stored : null;
}
