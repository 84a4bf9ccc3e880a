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

/** What other features do when an account changes. Those with `tx` run inside the transaction that changes it. */
export interface AuthListeners {
  userCreated?(tx: Tx, user: { id: string; metadata: Record<string, unknown> }): Promise<void>;
  emailVerified?(tx: Tx, userId: string): Promise<void>;
  /** Erases all data of a user before their account is deleted for good. */
  userErasing?(userId: string): Promise<void>;
  /** After the commit: closes what these sessions hold open. */
  sessionsEnded?(userId: string, sessionIds: string[]): void;
}

/** Everything that the parts of the auth service work with. */
export interface AuthDeps {
  config: AuthConfig;
  db: Db;
  clock: Clock;
  keys: SigningKeys;
  digests: Digests;
  passwords: Passwords;
  mailer: AuthMailer;
  sms: SmsSender;
  captcha: Captcha;
  providers: ReadonlyMap<string, Provider>;
  vault: Vault;
  log: AuthLog;
  sessionCache: SessionCache;
  limits: AuthLimits;
  hooks: AuthListeners[];
}

/** Counts events for a key within a sliding window. */
export interface AuthLimits {
  /** Counts one and tells whether it is still within `max`. */
  allow(key: string, max: number, windowMs: number): Promise<boolean>;
  /** Tells without counting. */
  within(key: string, max: number, windowMs: number): Promise<boolean>;
}

/** Who is at the other end of a request. */
export interface Client {
  ip: string;
  userAgent: string | null;
}
