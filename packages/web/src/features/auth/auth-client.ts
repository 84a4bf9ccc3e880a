import { AuthClient } from '@supabase/auth-js';
import { AUTH_ANON_KEY, AUTH_URL } from '../../lib/api/env.ts';
import { STORAGE_KEYS } from '../../lib/browser/storage.ts';
import { fetchFromAuth } from './session/auth-reachability.ts';
import { takeMailedLink } from './session/mailed-link.ts';

/** Headers of every call to the auth service. */
export const AUTH_HEADERS = { apikey: AUTH_ANON_KEY, Authorization: `Bearer ${AUTH_ANON_KEY}` };

/** What this browser had stored before a mailed link brought a session. */
export const storedBeforeLink = takeMailedLink();

/** The official client of the auth service. It keeps the session in local storage, refreshes it and shares it across tabs. */
export const authClient = new AuthClient({
  url: AUTH_URL,
  fetch: fetchFromAuth,
  headers: AUTH_HEADERS,
  storageKey: STORAGE_KEYS.session,
  storage: window.localStorage,
  flowType: 'pkce',
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: true,
  // Gives each email link its own PKCE verifier. Otherwise a link would stop working when the user asks for another email.
  experimental: { recoveryCodes: true, appendPkceFlowIdToRedirects: true },
});
