import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../core/db/types.ts';
import { withMinDuration } from '../abuse/min-duration.ts';
import type { AccountService } from '../account/account.service.ts';
import { parseEmail } from '../account/email.ts';
import { type Metadata, readMetadata } from '../account/metadata.rules.ts';
import { type PresentedUser, presentOpenUser } from '../account/user.presenter.ts';
import { findUserByEmail, type UserRow } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import type { AuthMail } from '../mail/mail.types.ts';
import type { MailRequest } from '../mail/mail-request.ts';
import type { OneTime, OneTimeData, OneTimeService } from '../mail/one-time.service.ts';
import { checkPassword } from '../password/password.rules.ts';
import type { SessionService } from '../session/session.service.ts';
import type { IssuedSession } from '../session/session-tokens.ts';

export interface SignUpRequest extends MailRequest {
  password: string;
  /** Free-form; validated here. */
  metadata: unknown;
}

export interface AnonymousSignUp {
  metadata: unknown;
  captchaToken?: string | null | undefined;
}

export type SignUpResult = { session: IssuedSession } | { user: PresentedUser };

export interface SignUpService {
  /**
   * Returns a session if the installation confirms emails automatically. Otherwise it sends an email and returns a bare
   * user, the same for new and known addresses.
   * Throws `captcha_failed`, `validation_failed`, `weak_password`, `signup_disabled`, `over_email_send_rate_limit`.
   */
  signUp(request: SignUpRequest, client: Client): Promise<SignUpResult>;
  signUpAnonymously(request: AnonymousSignUp, client: Client): Promise<IssuedSession>;
}

/** A validated sign-up. */
interface SignUp extends MailRequest {
  passwordHash: string;
  metadata: Metadata;
}

export function createSignUpService(
  deps: AuthDeps,
  parts: { accounts: AccountService; oneTimes: OneTimeService; sessions: SessionService },
): SignUpService {
  const { captcha, clock, config, db, mailer, passwords } = deps;
  const { accounts, oneTimes, sessions } = parts;

  async function signUpConfirmed({ email, passwordHash, metadata }: SignUp, client: Client): Promise<SignUpResult> {
    return db.transaction(async (tx) => {
      const user = await accounts.create(tx, { email, passwordHash, metadata, confirmed: true, provider: 'email' });
      if (!user) throw new AuthError('user_already_exists');
      return { session: await sessions.open(tx, user.id, 'password', client) };
    });
  }

  /** @returns the id to respond with, random unless the account is new */
  async function startSignUp(tx: Tx, signUp: SignUp): Promise<{ id: string; mail: AuthMail }> {
    const { email, passwordHash, metadata, challenge, redirectTo } = signUp;
    const issue = (userId: string | null, data: OneTimeData): Promise<OneTime> =>
      oneTimes.issue(tx, { userId, type: 'confirmation', address: email, link: 'signup', challenge, redirectTo, data });
    const account = { email, passwordHash, metadata, confirmed: false, provider: 'email' };
    const created = await accounts.create(tx, { ...account, extra: { confirmationSentAt: clock.now() } });
    if (created) {
      return { id: created.id, mail: { kind: 'confirm_sign_up', to: email, ...(await issue(created.id, {})) } };
    }
    const known = await findUserByEmail(tx, email);
    if (known && !known.emailConfirmedAt) {
      // Only the owner of the mailbox can follow a link, so each link sets the password of its own sign-up.
      const sent = await issue(known.id, { password: passwordHash, metadata });
      return { id: randomUUID(), mail: { kind: 'confirm_sign_up', to: email, ...sent } };
    }
    await issue(null, { password: passwordHash, metadata });
    return { id: randomUUID(), mail: { kind: 'already_registered', to: email, link: `${config.siteUrl}/login` } };
  }

  async function signUp(request: SignUpRequest, client: Client): Promise<SignUpResult> {
    const email = parseEmail(request.email);
    const metadata = readMetadata(request.metadata, clock.now());
    if (config.signUpDisabled) throw new AuthError('signup_disabled');
    checkPassword(request.password, email, config.passwordMinChars);
    if (!config.autoConfirm) await oneTimes.throttleMail(db, email, 'confirmation');
    const validated = { ...request, email, metadata, passwordHash: await passwords.hash(request.password) };
    if (config.autoConfirm) return signUpConfirmed(validated, client);
    const id = await db.transaction(async (tx) => {
      const { id, mail } = await startSignUp(tx, validated);
      await mailer.send(tx, mail);
      return id;
    });
    return {
      user: presentOpenUser({ user: createBareUser(id, email, clock.now()), metadata, identities: [], factors: [] }),
    };
  }

  return {
    async signUp(request, client) {
      await captcha.check(request.captchaToken, client.ip);
      return withMinDuration(config.answerFloorMs, () => signUp(request, client));
    },

    async signUpAnonymously(request, client) {
      await captcha.check(request.captchaToken, client.ip);
      const metadata = readMetadata(request.metadata, clock.now());
      if (config.signUpDisabled) throw new AuthError('signup_disabled');
      if (!config.anonymous) throw new AuthError('anonymous_provider_disabled');
      return db.transaction(async (tx) => {
        const account = { email: null, passwordHash: null, metadata, confirmed: false, provider: 'anonymous' };
        const user = await accounts.create(tx, account);
        if (!user) throw new AuthError('conflict');
        return sessions.open(tx, user.id, 'anonymous', client);
      });
    },
  };
}

/** The response to a sign-up. It is made from the request alone, so it does not show who has an account. */
export function createBareUser(id: string, email: string | null, now: Date): Omit<UserRow, 'userMetadata'> {
  return {
    id,
    epoch: 0,
    email,
    encryptedPassword: null,
    emailConfirmedAt: null,
    phone: null,
    phoneConfirmedAt: null,
    newEmail: null,
    newPhone: null,
    confirmationSentAt: now,
    recoverySentAt: null,
    emailChangeSentAt: null,
    emailChangeAgreed: null,
    reauthenticationSentAt: null,
    invitedAt: null,
    lastSignInAt: null,
    appMetadata: toProviders(email ? 'email' : 'phone'),
    role: 'authenticated',
    isAnonymous: false,
    isModerator: false,
    isOperator: false,
    isDemo: false,
    isReadyAccount: false,
    bannedUntil: null,
    lockedUntil: null,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

function toProviders(provider: string) {
  return { provider, providers: [provider] };
}
