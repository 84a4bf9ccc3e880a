/** The user who makes a call, from a valid access token of a live session. */
export interface Caller {
  userId: string;
  sessionId: string;
  email: string | null;
  emailVerified: boolean;
  /** A moderator has locked the account: the user cannot match or write for now. */
  locked: boolean;
  /** The user asked for deletion and may only come back. */
  leaving?: boolean;
  role: 'user' | 'moderator';
  /** Runs the installation. */
  operator?: boolean;
  /** Authenticator assurance level: `aal2` after a second factor. */
  aal: 'aal1' | 'aal2';
  /** When the access token expires, in seconds since 1970. */
  expiresAt: number;
}

/**
 * Identifies the user of an access token.
 * @throws AppError `not_signed_in`, `session_expired` or `account_locked`
 */
export type Authenticate = (token: string) => Promise<Caller>;

/**
 * Looks up the current state of a caller: the session may have ended, or the email may be verified by now.
 * @throws AppError `not_signed_in`, `session_expired` or `account_locked`
 */
export type Recheck = (caller: Caller) => Promise<Caller>;
