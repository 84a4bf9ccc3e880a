import type { AuthConfig } from '../../../core/config/auth-config.ts';
import type { RefreshTokenRow, SessionRow } from './session.store.ts';

/** How a person proved who they are, as the `amr` claim names it. */
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
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'mfa/recovery_code';

export interface MethodReference {
  method: string;
  /** Seconds since 1970. */
  timestamp: number;
}

/** The newest use of each method, newest first. */
export function withMethod(amr: readonly MethodReference[], method: AuthMethod, now: Date): MethodReference[] {
  const timestamp = Math.floor(now.getTime() / 1000);
  return [{ method, timestamp }, ...amr.filter((entry) => entry.method !== method)];
}

/** Has the session outlived the installation's limits? */
export function hasExpired(session: SessionRow, config: AuthConfig, now: Date): boolean {
  const age = now.getTime() - session.createdAt.getTime();
  const idle = now.getTime() - session.refreshedAt.getTime();
  return (
    (config.sessionTimeboxS > 0 && age > config.sessionTimeboxS * 1000) ||
    (config.sessionInactivityS > 0 && idle > config.sessionInactivityS * 1000)
  );
}

/**
 * What a presented refresh token gets.
 * `rotate`: it is the live one, a new one takes its place. `repeat`: it is the live one's parent, so two tabs asked
 * at once or an answer was lost, and the live one is told again. `revoke`: an older one came back, someone has a copy.
 */
export function decideRefresh(
  presented: RefreshTokenRow,
  live: RefreshTokenRow | null,
): 'rotate' | 'repeat' | 'revoke' {
  if (live?.id === presented.id) return 'rotate';
  if (live?.parentId === presented.id) return 'repeat';
  return 'revoke';
}

/** May someone sign in to this account at all? */
export function isSignInBlocked(user: { bannedUntil: Date | null; deletedAt: Date | null }, now: Date): boolean {
  return user.deletedAt !== null || (user.bannedUntil !== null && user.bannedUntil > now);
}
