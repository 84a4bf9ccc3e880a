import type { Db, Tx } from '../../../core/db/types.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import type { AuthMail } from '../mail/mail.types.ts';
import type { MailRequest } from '../mail/mail-request.ts';
import type { OneTimeService } from '../mail/one-time.service.ts';
import { deleteOneTime, deleteOneTimes, type OneTimeRow } from '../mail/one-time.store.ts';
import { checkPassword } from '../password/password.rules.ts';
import type { PkceChallenge } from '../session/pkce.ts';
import type { SessionService } from '../session/session.service.ts';
import type { LiveSession } from '../session/session.store.ts';
import type { AccountService } from './account.service.ts';
import { type Metadata, mergeMetadata } from './metadata.rules.ts';
import {
  type FullUser,
  findFullUser,
  findUser,
  findUserByEmail,
  hasVerifiedFactor,
  lockUser,
  type NewUser,
  type UserRow,
  updateUser,
} from './user.store.ts';
import { addressesToConfirm, needsReauthentication } from './user-update.rules.ts';

export interface UserChange {
  /** Lower case. */
  email?: string | undefined;
  password?: string | undefined;
  metadata?: Metadata | undefined;
  nonce?: string | undefined;
  currentPassword?: string | undefined;
  challenge: PkceChallenge | null;
  redirectTo: string;
}

export interface UserUpdateService {
  update(session: LiveSession, change: UserChange): Promise<FullUser>;
  /** Mails a code that proves, in an old session, that it is still the same person. */
  reauthenticate(session: LiveSession): Promise<void>;
  resendEmailChange(request: MailRequest): Promise<void>;
  /** One address has agreed; done once all have. Throws `otp_expired` where the change is no longer wanted or free. */
  confirmEmailChange(tx: Tx, user: UserRow, row: OneTimeRow): Promise<{ done: boolean; mails: AuthMail[] }>;
}

export function createUserUpdateService(
  deps: AuthDeps,
  parts: { accounts: AccountService; oneTimes: OneTimeService; sessions: SessionService },
): UserUpdateService {
  const { clock, config, db, mailer, passwords } = deps;
  const { accounts, oneTimes, sessions } = parts;
  const securityLink = `${config.siteUrl}/settings`;

  async function requireReauthentication(user: UserRow, session: LiveSession, change: UserChange): Promise<void> {
    if (change.nonce) {
      const row = await oneTimes.findByCode(user.email ?? '', change.nonce, ['reauthentication']);
      if (row?.userId !== user.id || !(await deleteOneTime(db, row.id)))
        throw new AuthError('reauthentication_not_valid');
      return;
    }
    if (change.currentPassword !== undefined) {
      const { ok } = await passwords.check(change.currentPassword, user.encryptedPassword);
      if (!ok) throw new AuthError('current_password_mismatch');
      return;
    }
    const confirmed = user.email && user.emailConfirmedAt;
    if (config.reauthenticateForPassword && confirmed && needsReauthentication(session, clock.now())) {
      throw new AuthError('reauthentication_needed');
    }
  }

  async function hashNewPassword(user: UserRow, session: LiveSession, change: UserChange): Promise<string | null> {
    if (change.password === undefined) return null;
    checkPassword(change.password, change.email ?? user.email);
    await requireReauthentication(user, session, change);
    if (user.encryptedPassword && (await passwords.check(change.password, user.encryptedPassword)).ok) {
      throw new AuthError('same_password');
    }
    return passwords.hash(change.password);
  }

  async function issueEmailChangeMails(
    tx: Db,
    user: UserRow,
    newEmail: string,
    change: MailRequest,
  ): Promise<AuthMail[]> {
    const mails: AuthMail[] = [];
    for (const which of addressesToConfirm(user)) {
      const address = which === 'current' ? (user.email ?? '') : newEmail;
      const sent = await oneTimes.issue(tx, {
        userId: user.id,
        type: `email_change_${which}`,
        address,
        link: 'email_change',
        challenge: change.challenge,
        redirectTo: change.redirectTo,
      });
      mails.push(
        which === 'current'
          ? { kind: 'email_change_current', to: address, newEmail, ...sent }
          : { kind: 'email_change_new', to: address, ...sent },
      );
    }
    return mails;
  }

  async function beginEmailChange(tx: Tx, user: UserRow, newEmail: string, change: MailRequest): Promise<AuthMail[]> {
    const owner = await findUserByEmail(tx, newEmail);
    if (owner && owner.id !== user.id) throw new AuthError('email_exists');
    if (config.autoConfirm) {
      await accounts.confirmEmail(tx, user, { email: newEmail, newEmail: null, emailChangeAgreed: null });
      return [];
    }
    await deleteOneTimes(tx, user.id, ['email_change_current', 'email_change_new']);
    await updateUser(tx, user.id, { newEmail, emailChangeAgreed: null, emailChangeSentAt: clock.now() });
    return issueEmailChangeMails(tx, user, newEmail, change);
  }

  async function applyChange(
    tx: Tx,
    session: LiveSession,
    change: UserChange,
    hash: string | null,
  ): Promise<AuthMail[]> {
    const user = await lockUser(tx, session.userId);
    if (!user) throw new AuthError('user_not_found');
    const fields: Partial<NewUser> = { updatedAt: clock.now() };
    const mails: AuthMail[] = [];
    if (change.metadata) fields.userMetadata = mergeMetadata(user.userMetadata, change.metadata);
    if (hash) {
      fields.encryptedPassword = hash;
      await deleteOneTimes(tx, user.id);
      await sessions.end(tx, { userId: user.id, except: session.sessionId });
      if (user.email && user.emailConfirmedAt)
        mails.push({ kind: 'password_changed', to: user.email, link: securityLink });
    }
    await updateUser(tx, user.id, fields);
    if (change.email && change.email !== user.email) {
      mails.push(...(await beginEmailChange(tx, user, change.email, { ...change, email: change.email })));
    }
    return mails;
  }

  async function throttleEmailChange(user: UserRow, newEmail: string): Promise<void> {
    if (config.autoConfirm) return;
    for (const which of addressesToConfirm(user)) {
      await oneTimes.throttleMail(db, which === 'current' ? (user.email ?? '') : newEmail, `email_change_${which}`);
    }
  }

  return {
    async update(session, change) {
      const user = await findUser(db, session.userId);
      if (!user) throw new AuthError('user_not_found');
      const sensitive = change.email !== undefined || change.password !== undefined;
      if (sensitive && session.aal !== 'aal2' && (await hasVerifiedFactor(db, user.id))) {
        const message = 'AAL2 session is required to update email or password when MFA is enabled.';
        throw new AuthError('insufficient_aal', message, { status: 401 });
      }
      const newEmail = change.email && change.email !== user.email ? change.email : null;
      if (newEmail && (await findUserByEmail(db, newEmail))) throw new AuthError('email_exists');
      const hash = await hashNewPassword(user, session, change);
      if (newEmail) await throttleEmailChange(user, newEmail);
      const mails = await db.transaction((tx) => applyChange(tx, session, change, hash));
      for (const mail of mails) await mailer.send(mail);
      const whole = await findFullUser(db, user.id);
      if (!whole) throw new AuthError('user_not_found');
      return whole;
    },

    async reauthenticate(session) {
      const user = await findUser(db, session.userId);
      if (!user?.email || !user.emailConfirmedAt) throw new AuthError('email_not_confirmed');
      const { email, id } = user;
      await oneTimes.throttleMail(db, email, 'reauthentication');
      const sent = await db.transaction(async (tx) => {
        await updateUser(tx, id, { reauthenticationSentAt: clock.now() });
        return oneTimes.issue(tx, {
          userId: id,
          type: 'reauthentication',
          address: email,
          link: 'recovery',
          challenge: null,
          redirectTo: config.siteUrl,
        });
      });
      await mailer.send({ kind: 'reauthentication', to: email, code: sent.code });
    },

    async resendEmailChange(request) {
      await oneTimes.throttleMail(db, request.email, 'email_change_current');
      const mails = await db.transaction(async (tx): Promise<AuthMail[]> => {
        const user = await findUserByEmail(tx, request.email);
        if (user?.newEmail && !user.deletedAt) return issueEmailChangeMails(tx, user, user.newEmail, request);
        await oneTimes.issue(tx, {
          userId: null,
          type: 'email_change_current',
          address: request.email,
          link: 'email_change',
          challenge: request.challenge,
          redirectTo: request.redirectTo,
        });
        return [{ kind: 'nobody', to: request.email }];
      });
      for (const mail of mails) await mailer.send(mail);
    },

    async confirmEmailChange(tx, user, row) {
      const agreed = row.type === 'email_change_current' ? 'current' : 'new';
      const address = agreed === 'current' ? user.email : user.newEmail;
      if (!user.newEmail || address !== row.relatesTo) throw new AuthError('otp_expired');
      const missing = addressesToConfirm(user).filter((which) => which !== agreed && which !== user.emailChangeAgreed);
      if (missing.length > 0) {
        await updateUser(tx, user.id, { emailChangeAgreed: agreed });
        return { done: false, mails: [] };
      }
      const owner = await findUserByEmail(tx, user.newEmail);
      if (owner && owner.id !== user.id) throw new AuthError('otp_expired');
      await deleteOneTimes(tx, user.id);
      await accounts.confirmEmail(tx, user, { email: user.newEmail, newEmail: null, emailChangeAgreed: null });
      const old = user.email && user.emailConfirmedAt ? user.email : null;
      return {
        done: true,
        mails: old ? [{ kind: 'email_changed', to: old, newEmail: user.newEmail, link: securityLink }] : [],
      };
    },
  };
}
