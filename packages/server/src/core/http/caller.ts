/** Who makes a call: what a valid token of a live session tells. */
export interface Caller {
  userId: string;
  sessionId: string;
  email: string | null;
  emailVerified: boolean;
  /** A moderator decided that they meet and write to nobody for now. */
  locked: boolean;
  role: 'user' | 'moderator';
  /** Authenticator assurance level: `aal2` after a second factor. */
  aal: 'aal1' | 'aal2';
  /** When the access token ends, in seconds since 1970. */
  expiresAt: number;
}

/**
 * Tells who holds an access token.
 * @throws AppError `not_signed_in`, `session_expired` or `account_locked`
 */
export type Authenticate = (token: string) => Promise<Caller>;

/**
 * Tells what has become of someone who was let in: their session may have ended, their email be verified by now.
 * @throws AppError `not_signed_in`, `session_expired` or `account_locked`
 */
export type Recheck = (caller: Caller) => Promise<Caller>;
