/** Base URL of the auth service; its client needs an absolute one. Where pages are prerendered there is no address, and nobody signs in. */
export const AUTH_URL = import.meta.env.VITE_AUTH_URL ?? `${globalThis.location?.origin}/auth/v1`;

/** The public anonymous key. It identifies the application and grants nothing. */
const AUTH_ANON_KEY = import.meta.env.VITE_AUTH_ANON_KEY ?? 'anon';

/** Headers of every call to the auth service. */
export const AUTH_HEADERS = { apikey: AUTH_ANON_KEY, Authorization: `Bearer ${AUTH_ANON_KEY}` };

/** Responses are validated against the contract in development and tests, never in production. */
export const CHECK_RESPONSES = import.meta.env.DEV || import.meta.env.MODE === 'test';

/** Base URL of the socket. */
export function socketOrigin(): string {
  return window.location.origin.replace(/^http/, 'ws');
}
