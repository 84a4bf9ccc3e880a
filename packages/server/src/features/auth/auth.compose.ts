import { AppError } from '@soulsight/contract/errors';
import type { JWK } from 'jose';
import type { Clock } from '../../core/clock.ts';
import type { AuthConfig } from '../../core/config/auth-config.ts';
import { StartError } from '../../core/config/start-error.ts';
import type { Vault } from '../../core/crypto/vault.ts';
import type { Db } from '../../core/db/types.ts';
import type { Authenticate, Caller, Recheck } from '../../core/http/caller.ts';
import type { Mailer } from '../../core/mail/mailer.ts';
import type { RedisClient } from '../../core/realtime/connect-redis.ts';
import { type CaptchaSettings, createCaptcha } from './abuse/captcha.ts';
import { createMemoryLimits, createRedisLimits } from './abuse/limits.ts';
import type { AuthDeps } from './auth.deps.ts';
import { AuthError } from './auth.errors.ts';
import { type AuthService, createAuthServices } from './auth.service.ts';
import type { AuthLog } from './auth-log.ts';
import { createAuthMailer } from './mail/auth-mailer.ts';
import { createMailboxSms, createSmsGateway, noSms } from './mail/sms.ts';
import { createProviders, type ProviderSettings } from './oauth/providers.ts';
import { createPasswords } from './password/passwords.ts';
import type { TokenSession } from './session/authenticator.ts';
import { createDigests } from './session/secrets.ts';
import { loadServiceKeys } from './session/service-keys.store.ts';
import { createSessionCache } from './session/session-cache.ts';
import { createSigningKeys } from './session/signing-keys.ts';

/** What the auth service needs. */
export interface AuthInput {
  config: AuthConfig;
  db: Db;
  /** No other process uses this database. */
  singleProcess: boolean;
  clock: Clock;
  vault: Vault;
  mailer: Mailer;
  /** Text messages go to the dev mailbox as well. */
  hasDevMailbox: boolean;
  /** The dev mailbox has a page, which people are told about. */
  mailboxIsReadable: boolean;
  log: AuthLog;
  redis: RedisClient | null;
  /** The installation's signing keys, or null to generate and store them. */
  jwtKeys: JWK[] | null;
  providers: ProviderSettings[];
  captcha: CaptchaSettings | null;
  sms: { url: string; from: string; token: string | null } | null;
}

export async function createAuthService(input: AuthInput): Promise<AuthService> {
  const { clock, config, db, log, mailer, redis, vault } = input;
  const own = await loadServiceKeys(db, vault, clock);
  const deps: AuthDeps = {
    config,
    db,
    clock,
    vault,
    log,
    listeners: [],
    keys: await createSigningKeys(input.jwtKeys ?? own.signing, config.apiUrl).catch((cause: unknown) => {
      if (!input.jwtKeys || !(cause instanceof Error)) throw cause;
      throw new StartError(`GOTRUE_JWT_KEYS: ${cause.message}.`, { cause });
    }),
    mailboxIsReadable: input.mailboxIsReadable,
    digests: createDigests(own.digest),
    passwords: await createPasswords(config.argon2),
    mailer: createAuthMailer(mailer),
    sms: input.sms ? createSmsGateway(input.sms) : input.hasDevMailbox ? createMailboxSms(mailer) : noSms,
    captcha: createCaptcha(input.captcha, log),
    providers: createProviders(input.providers),
    sessionCache: createSessionCache(db, clock, input.singleProcess),
    limits: redis ? createRedisLimits(redis, clock) : createMemoryLimits(clock),
  };
  return createAuthServices(deps);
}

/** Authenticates the product's own calls. A session that has not passed the user's second factor is refused. */
export function createAuthenticate(auth: AuthService): Authenticate {
  return async (token) => toCaller(auth, await auth.authenticator.authenticateCached(token).catch(throwAppError));
}

/** Checks a caller again who has been authenticated before. */
export function createRecheck(auth: AuthService): Recheck {
  return async (caller) => toCaller(auth, await auth.authenticator.recheckCached(caller).catch(throwAppError));
}

function toCaller(auth: AuthService, session: TokenSession): Caller {
  if (session.hasFactor && session.aal !== 'aal2') throw new AppError('second_factor_needed');
  return {
    userId: session.userId,
    sessionId: session.sessionId,
    email: session.email,
    emailVerified: session.emailConfirmedAt !== null,
    locked: session.lockedUntil !== null && session.lockedUntil > auth.deps.clock.now(),
    leaving: session.deletedAt !== null,
    role: session.isModerator ? 'moderator' : 'user',
    operator: session.isOperator,
    aal: session.aal,
    expiresAt: session.expiresAt,
  };
}

function throwAppError(error: unknown): never {
  if (!(error instanceof AuthError)) throw error;
  if (error.code === 'user_banned') throw new AppError('account_locked');
  const ended = error.code === 'session_not_found' || error.message.includes('expired');
  throw new AppError(ended ? 'session_expired' : 'not_signed_in');
}
