/** Origin of the server; empty when it is the page's own. */
export const API_ORIGIN = (import.meta.env.VITE_API_URL ?? '').replace(/\/$/, '');

/** Base address of the auth service, absolute as its client needs it. */
export const AUTH_URL = import.meta.env.VITE_AUTH_URL ?? `${API_ORIGIN || window.location.origin}/auth/v1`;

/** The public anonymous key: it names the application and opens nothing by itself. */
export const AUTH_ANON_KEY = import.meta.env.VITE_AUTH_ANON_KEY ?? 'anon';

/** Answers are checked against the contract while the product is developed and tested, never in a person's browser. */
export const CHECK_RESPONSES = import.meta.env.DEV || import.meta.env.MODE === 'test';

/** Base address of the socket. */
export function socketOrigin(): string {
  return (API_ORIGIN || window.location.origin).replace(/^http/, 'ws');
}
