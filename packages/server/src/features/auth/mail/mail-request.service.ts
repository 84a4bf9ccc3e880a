import type { Tx } from '../../../core/db/types.ts';
import type { AccountService } from '../account/account.service.ts';
import type { Metadata } from '../account/metadata.rules.ts';
import { findUserByEmail, type UserRow, updateUser } from '../account/user.store.ts';
import type { UserUpdateService } from '../account/user-update.service.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import type { AuthMail } from './mail.types.ts';
import type { MailRequest } from './mail-request.ts';
import type { OneTimeService } from './one-time.service.ts';
import { findNewestOneTime } from './one-time.store.ts';

/** Calls that mail something to an address. Known or not, the address gets the same answer for the same work. */
export interface MailRequestService {
  recover(request: MailRequest): Promise<void>;
  /** A link and a code to sign in with; a new account where that is wanted and there is none. */
  otp(request: MailRequest & { createUser: boolean; metadata: Metadata }): Promise<void>;
  resend(request: MailRequest & { type: 'signup' | 'email_change' }): Promise<void>;
}

export function createMailRequestService(
  deps: AuthDeps,
  parts: { accounts: AccountService; oneTimes: OneTimeService; updates: UserUpdateService },
): MailRequestService {
  const { clock, config, db, mailer } = deps;
  const { accounts, oneTimes, updates } = parts;

  async function issueSignInMail(
    tx: Tx,
    user: UserRow | null,
    link: 'recovery' | 'magiclink',
    request: MailRequest,
  ): Promise<AuthMail> {
    const sent = await oneTimes.issue(tx, {
      userId: user?.id ?? null,
      type: 'recovery',
      address: request.email,
      link,
      challenge: request.challenge,
      redirectTo: request.redirectTo,
    });
    if (!user) return { kind: 'nobody', to: request.email };
    await updateUser(tx, user.id, { recoverySentAt: clock.now() });
    return { kind: link === 'recovery' ? 'recovery' : 'magic_link', to: request.email, ...sent };
  }

  async function findReachableUser(tx: Tx, email: string): Promise<UserRow | null> {
    const user = await findUserByEmail(tx, email);
    return user && !user.deletedAt ? user : null;
  }

  async function issueConfirmationMail(tx: Tx, request: MailRequest): Promise<AuthMail> {
    const user = await findReachableUser(tx, request.email);
    const waiting = user && !user.emailConfirmedAt ? user : null;
    const last = waiting && (await findNewestOneTime(tx, waiting.id, 'confirmation'));
    // Where several have signed up with the address nobody can tell whose password is the owner's: none is kept.
    const data = last && ('password' in last.data || 'wipe' in last.data) ? { wipe: true } : {};
    const sent = await oneTimes.issue(tx, {
      userId: waiting?.id ?? null,
      type: 'confirmation',
      address: request.email,
      link: 'signup',
      challenge: request.challenge,
      redirectTo: request.redirectTo,
      data,
    });
    if (!waiting) return { kind: 'nobody', to: request.email };
    await updateUser(tx, waiting.id, { confirmationSentAt: clock.now() });
    return { kind: 'confirm_sign_up', to: request.email, ...sent };
  }

  return {
    async recover(request) {
      await oneTimes.throttleMail(db, request.email, 'recovery');
      const mail = await db.transaction(async (tx) =>
        issueSignInMail(tx, await findReachableUser(tx, request.email), 'recovery', request),
      );
      await mailer.send(mail);
    },

    async otp(request) {
      const { email, metadata } = request;
      if (config.signUpDisabled && request.createUser) throw new AuthError('otp_disabled');
      await oneTimes.throttleMail(db, email, 'recovery');
      const mail = await db.transaction(async (tx) => {
        let user = await findReachableUser(tx, email);
        if (!user && request.createUser) {
          user = await accounts.create(tx, {
            email,
            passwordHash: null,
            metadata,
            confirmed: false,
            provider: 'email',
          });
        }
        return issueSignInMail(tx, user, 'magiclink', request);
      });
      await mailer.send(mail);
    },

    async resend(request) {
      if (request.type === 'email_change') return updates.resendEmailChange(request);
      await oneTimes.throttleMail(db, request.email, 'confirmation');
      await mailer.send(await db.transaction((tx) => issueConfirmationMail(tx, request)));
    },
  };
}
