import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../core/db/types.ts';
import type { AccountService } from '../account/account.service.ts';
import type { Metadata } from '../account/metadata.rules.ts';
import { type PresentedUser, presentUser } from '../account/user.presenter.ts';
import { findUserByEmail, type UserRow } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import type { AuthMail } from '../mail/mail.types.ts';
import type { OneTime, OneTimeService } from '../mail/one-time.service.ts';
import { checkPassword } from '../password/password.rules.ts';
import type { PkceChallenge } from '../session/pkce.ts';
import type { IssuedSession, SessionService } from '../session/session.service.ts';

export interface SignUpRequest {
  /** Lower case. */
  email: string;
  password: string;
  metadata: Metadata;
  challenge: PkceChallenge | null;
  redirectTo: string;
}

export type SignUpResult = { session: IssuedSession } | { user: PresentedUser };

export interface SignUpService {
  /** A session where the installation confirms by itself; else the bare user, alike for new and known addresses. */
  signUp(request: SignUpRequest, client: Client): Promise<SignUpResult>;
  signUpAnonymously(metadata: Metadata, client: Client): Promise<IssuedSession>;
}

export function createSignUpService(
  deps: AuthDeps,
  parts: { accounts: AccountService; oneTimes: OneTimeService; sessions: SessionService },
): SignUpService {
  const { clock, config, db, mailer, passwords } = deps;
  const { accounts, oneTimes, sessions } = parts;

  async function signUpConfirmed(request: SignUpRequest, passwordHash: string, client: Client): Promise<SignUpResult> {
    return db.transaction(async (tx) => {
      const { email, metadata } = request;
      const user = await accounts.create(tx, { email, passwordHash, metadata, confirmed: true, provider: 'email' });
      if (!user) throw new AuthError('user_already_exists');
      return { session: await sessions.open(tx, user.id, 'password', client) };
    });
  }

  async function startSignUp(
    tx: Tx,
    request: SignUpRequest,
    passwordHash: string,
  ): Promise<{ id: string; mail: AuthMail }> {
    const now = clock.now();
    const { email, metadata, challenge, redirectTo } = request;
    const issue = (userId: string | null, data: Record<string, unknown>): Promise<OneTime> =>
      oneTimes.issue(tx, { userId, type: 'confirmation', address: email, link: 'signup', challenge, redirectTo, data });
    const account = { email, passwordHash, metadata, confirmed: false, provider: 'email' };
    const created = await accounts.create(tx, { ...account, extra: { confirmationSentAt: now } });
    if (created)
      return { id: created.id, mail: { kind: 'confirm_sign_up', to: email, ...(await issue(created.id, {})) } };

    const known = await findUserByEmail(tx, email);
    if (known && !known.emailConfirmedAt) {
      // Whoever holds the mailbox decides which of the sign-ups was theirs: each link brings its own password.
      const sent = await issue(known.id, { password: passwordHash, metadata });
      return { id: randomUUID(), mail: { kind: 'confirm_sign_up', to: email, ...sent } };
    }
    await issue(null, { password: passwordHash, metadata });
    return { id: randomUUID(), mail: { kind: 'already_registered', to: email, link: `${config.siteUrl}/login` } };
  }

  return {
    async signUp(request, client) {
      if (config.signUpDisabled) throw new AuthError('signup_disabled');
      checkPassword(request.password, request.email);
      if (!config.autoConfirm) await oneTimes.throttleMail(db, request.email, 'confirmation');
      const passwordHash = await passwords.hash(request.password);
      if (config.autoConfirm) return signUpConfirmed(request, passwordHash, client);
      const { id, mail } = await db.transaction((tx) => startSignUp(tx, request, passwordHash));
      await mailer.send(mail);
      return { user: presentUser({ user: bareUser(id, request, clock.now()), identities: [], factors: [] }) };
    },

    async signUpAnonymously(metadata, client) {
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

/** What a sign-up is answered with, made of the request alone: it tells nothing of who has an account. */
function bareUser(id: string, request: SignUpRequest, now: Date): UserRow {
  return {
    id,
    email: request.email,
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
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: request.metadata,
    role: 'authenticated',
    isAnonymous: false,
    isModerator: false,
    isDemo: false,
    bannedUntil: null,
    lockedUntil: null,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
