import type { Clock } from '../../core/clock.ts';
import type { AuthConfig } from '../../core/config/auth-config.ts';
import type { Vault } from '../../core/crypto/vault.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import type { Captcha } from './abuse/captcha.ts';
import type { AuthLog } from './auth-log.ts';
import type { AuthMailer } from './mail/auth-mailer.ts';
import type { SmsSender } from './mail/sms.ts';
import type { Provider } from './oauth/providers.ts';
import type { Passwords } from './password/passwords.ts';
import type { Digests } from './session/secrets.ts';
import type { SessionCache } from './session/session-cache.ts';
import type { SigningKeys } from './session/signing-keys.ts';

/** What other features do when an account changes. Methods with `tx` run inside the transaction that changes it. */
export interface AuthListeners {
  userCreated?(tx: Tx, user: { id: string; metadata: Record<string, unknown> }): Promise<void>;
  /**
   * The owner of an address or number took over an unconfirmed account that somebody else may have created. Removes everything
   * stored for the account except payments, and starts it again with this metadata. Runs before `emailVerified`.
   */
  userClaimed?(tx: Tx, user: { id: string; metadata: Record<string, unknown> }): Promise<void>;
  emailVerified?(tx: Tx, userId: string): Promise<void>;
  /**
   * Sessions end because the account is no longer trusted as it was: a password change, sign-out of all or of the other
   * devices, a take-over, a first second factor, a ban, deletion. `count` may be 0.
   */
  sessionsRevoked?(tx: Db, userId: string, count: number): Promise<void>;
  /** Deletes everything else that belongs to a user, before the account itself is deleted. */
  userErasing?(userId: string): Promise<void>;
  /** Closes the open connections of these sessions, after the commit. @param byUser the user signed them out */
  sessionsEnded?(userId: string, sessionIds: string[], byUser: boolean): void;
}

/** What the parts of the auth service share. */
export interface AuthDeps {
  config: AuthConfig;
  db: Db;
  clock: Clock;
  keys: SigningKeys;
  digests: Digests;
  passwords: Passwords;
  mailer: AuthMailer;
  sms: SmsSender;
  /** Whether the dev mailbox has a page, which the answers then mention. */
  mailboxIsReadable: boolean;
  captcha: Captcha;
  providers: ReadonlyMap<string, Provider>;
  vault: Vault;
  log: AuthLog;
  sessionCache: SessionCache;
  limits: AuthLimits;
  listeners: AuthListeners[];
}

/** How many events of one key are allowed in a fixed window, which begins with the key's first event. */
export interface Limit {
  max: number;
  windowS: number;
  /** What a refused user can do instead. */
  message?: string;
}

/** Rate limits. `consume` and `check` throw `over_request_rate_limit` with the seconds until the window ends. */
export interface AuthLimits {
  /** Counts one event. */
  consume(key: string, limit: Limit): Promise<void>;
  /** Takes back one event that was counted. */
  refund(key: string, limit: Limit): Promise<void>;
  /** Throws if the limit is used up, without counting. */
  check(key: string, limit: Limit): Promise<void>;
}

/** The device that sent a request. */
export interface Client {
  ip: string;
  userAgent: string | null;
}
