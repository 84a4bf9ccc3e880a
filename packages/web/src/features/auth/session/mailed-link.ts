import { MAILED_SESSION_COOKIE } from '@soulsight/contract/auth';
import { readStored, STORAGE_KEYS, writeStored } from '../../../lib/browser/storage.ts';
import { PATHS } from '../../../lib/paths.ts';

/** Why a link asks for a new password, in the query string of /reset-password. */
export const PASSWORD_REASON = 'for';

/** Where each kind of link leads, unless its address names a page. */
const PAGES: Readonly<Record<string, string>> = {
  signup: PATHS.verifyEmail,
  magiclink: PATHS.dashboard,
  email_change: `${PATHS.settings}?email=change`,
};
/** These lead to a new password, whatever page their address names. */
const PASSWORD_PAGES: Readonly<Record<string, string>> = {
  invite: `${PATHS.resetPassword}?${PASSWORD_REASON}=invite`,
  recovery: PATHS.resetPassword,
  undo: `${PATHS.resetPassword}?${PASSWORD_REASON}=undo`,
};

/**
 * Takes the result of a mailed link out of the address, before the application starts: a session that was asked for by a button
 * pressed in this browser, the first half of a change of email, or a refusal. Links that this browser asked for carry a code
 * instead, which the auth client exchanges.
 * @returns the stored session of before, as text
 */
export function takeMailedLink(): string | null {
  const stored = readStored(STORAGE_KEYS.session);
  const params = new URLSearchParams(window.location.hash.slice(1));
  const isStart = window.location.pathname === PATHS.landing;
  if (params.has('access_token')) takeSession(params, isStart);
  else if (params.has('message') && isStart) replacePage(`${PATHS.settings}?email=change&message=half`);
  else if (params.has('error_code') && isStart) replacePage(`${PATHS.signIn}?error_code=link_expired`);
  return stored;
}

function takeSession(params: URLSearchParams, isStart: boolean): void {
  const proof = readCookie(MAILED_SESSION_COOKIE);
  if (!proof || params.get('proof') !== proof) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `${MAILED_SESSION_COOKIE}=; Path=/; Max-Age=0`;
  const [access_token, refresh_token] = [params.get('access_token'), params.get('refresh_token')];
  // Stored as expired: the auth client refreshes it at once, which checks it and adds the user.
  const session = { access_token, refresh_token, token_type: 'bearer', expires_in: 0, expires_at: 1, user: null };
  writeStored(STORAGE_KEYS.session, JSON.stringify(session));
  const type = params.get('type') ?? '';
  const here = window.location.pathname + window.location.search;
  replacePage(PASSWORD_PAGES[type] ?? (isStart ? (PAGES[type] ?? PATHS.dashboard) : here));
}

function replacePage(path: string): void {
  window.history.replaceState(window.history.state, '', path);
}

function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found ? found.slice(name.length + 1) : null;
}
