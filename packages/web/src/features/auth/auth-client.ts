import { AuthClient } from '@supabase/auth-js';
import { AUTH_HEADERS, AUTH_URL } from '../../lib/api/env.ts';
import { STORAGE_KEYS } from '../../lib/browser/storage.ts';
import { fetchFromAuth } from './session/auth-reachability.ts';

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

// biome-ignore lint/performance/noBarrelFile: the session loads them together with the client
export { isAuthRefreshDiscardedError, isAuthRetryableFetchError } from '@supabase/auth-js';
export { reportSignOut } from './session/sign-outs.ts';
