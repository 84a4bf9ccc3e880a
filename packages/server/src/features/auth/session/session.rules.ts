import { DELETION_GRACE_MS } from '@soulsight/contract/limits';
import type { AuthConfig } from '../../../core/config/auth-config.ts';
import { AuthError } from '../auth.errors.ts';
import type { RefreshTokenRow, SessionRow } from './session.store.ts';

/** How a user authenticated, as in the `amr` claim. */
export type AuthMethod =
  | 'password'
  | 'otp'
  | 'recovery'
  | 'magiclink'
  | 'email/signup'
  | 'invite'
  | 'email_change'
  | 'oauth'
  | 'anonymous'
  | 'passkey'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'mfa/recovery_code';

const SECOND_FACTORS: ReadonlySet<string> = new Set<AuthMethod>([
  'totp',
  'mfa/phone',
  'mfa/webauthn',
  'mfa/recovery_code',
]);

export interface MethodReference {
  method: string;
  /** Seconds since 1970. */
  timestamp: number;
}

/** Adds a use of a method. Only the latest use of each remains, latest first. */
export function withMethod(amr: readonly MethodReference[], method: AuthMethod, now: Date): MethodReference[] {
  const timestamp = Math.floor(now.getTime() / 1000);
  return [{ method, timestamp }, ...amr.filter((entry) => entry.method !== method)];
}

export function hasExpired(session: SessionRow, config: AuthConfig, now: Date): boolean {
  const age = now.getTime() - session.createdAt.getTime();
  const idle = now.getTime() - session.refreshedAt.getTime();
  return (
    (config.sessionTimeboxS > 0 && age > config.sessionTimeboxS * 1000) ||
    (config.sessionInactivityS > 0 && idle > config.sessionInactivityS * 1000)
  );
}

/** Two tabs that refresh at once, and a client that repeats a request, present a token again within this time. */
const REPEAT_MS = 10_000;

/**
 * What to do with a presented refresh token.
 * - `rotate`: it is the live token; replace it.
 * - `repeat`: it is the parent of a live token issued just now, because two tabs refreshed at once; send the live one.
 * - `replace`: it is the parent of an older live token. Either the response with that one was lost, and nobody has it, or two
 *   parties use the session. Issue another in its place: if somebody presents the replaced one, the session ends.
 * - `revoke`: it is older, so somebody may have a copy; end the session.
 */
export function decideRefresh(
  presented: RefreshTokenRow,
  live: RefreshTokenRow | null,
  now: Date,
): 'rotate' | 'repeat' | 'replace' | 'revoke' {
  if (live?.id === presented.id) return 'rotate';
  if (live?.parentId !== presented.id) return 'revoke';
  return now.getTime() - live.createdAt.getTime() <= REPEAT_MS ? 'repeat' : 'replace';
}

/** How long the answer that raised a session may be on its way to the client, which still holds the tokens from before. */
const RAISING_MS = 60_000;

/**
 * Whether a refresh token is from before its session passed a second factor a moment ago. Another tab, or a request of the same tab,
 * may present it before the answer with the new tokens has arrived: it is worth nothing, and no sign of a copy.
 */
export function isFromBeforeRaising(presented: RefreshTokenRow, amr: readonly MethodReference[], now: Date): boolean {
  const raisedAt =
    Math.max(...amr.filter(({ method }) => SECOND_FACTORS.has(method)).map((each) => each.timestamp), 0) * 1000;
  // Methods are noted in whole seconds.
  return presented.createdAt.getTime() < raisedAt + 1000 && now.getTime() - raisedAt <= RAISING_MS;
}

/** Whether the account is banned, or deleted for good: until it is erased, its owner may sign in to come back. */
export function isSignInBlocked(user: { bannedUntil: Date | null; deletedAt: Date | null }, now: Date): boolean {
  const isGone = user.deletedAt !== null && now.getTime() - user.deletedAt.getTime() >= DELETION_GRACE_MS;
  return isGone || (user.bannedUntil !== null && user.bannedUntil > now);
}

/** Whether emails and codes to sign in are sent to an account: also while it is being deleted, until it is erased. */
export function isReachable(user: { bannedUntil: Date | null; deletedAt: Date | null }, now: Date): boolean {
  return user.deletedAt === null || !isSignInBlocked(user, now);
}

/**
 * Nobody may attach factors or identities to an account before its address is confirmed: it may be somebody else's.
 * Anonymous accounts have no address. Throws `email_not_confirmed`.
 */
export function requireConfirmedEmail(user: { email: string | null; emailConfirmedAt: Date | null }): void {
  if (user.email && !user.emailConfirmedAt) throw new AuthError('email_not_confirmed');
}
