import type { Db, Tx } from '../../../core/db/types.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import type { OneTimeType } from '../auth.tables.ts';
import type { AuthMail } from '../mail/mail.types.ts';
import type { MailRequest } from '../mail/mail-request.ts';
import type { OneTimeService } from '../mail/one-time.service.ts';
import { deleteOneTimes, type OneTimeRow } from '../mail/one-time.store.ts';
import type { AccountService } from './account.service.ts';
import { findUserByEmail, lockUser, type UserRow, updateUser } from './user.store.ts';
import { addressesToConfirm } from './user-update.rules.ts';

/** A change of the email address. Every address involved must confirm it. */
export interface EmailChangeService {
  /** Checks that the emails may be sent. Throws `over_email_send_rate_limit`. */
  throttle(user: UserRow, newEmail: string): Promise<void>;
  /**
   * Starts a change. @returns the emails to send after the commit. They, and not the answer, tell whether the new address has
   * an account. Throws `email_exists` only if the installation confirms emails automatically.
   */
  begin(tx: Tx, user: UserRow, request: MailRequest): Promise<AuthMail[]>;
  /** Sends the emails of a pending change again. @param request with the current address */
  resend(request: MailRequest): Promise<void>;
  /** Records one confirmation; `done` once all have confirmed. Throws `otp_expired` if the change is no longer pending. */
  confirm(tx: Tx, user: UserRow, row: OneTimeRow): Promise<{ done: boolean; mails: AuthMail[] }>;
}

export function createEmailChangeService(
  deps: AuthDeps,
  { accounts, oneTimes }: { accounts: AccountService; oneTimes: OneTimeService },
): EmailChangeService {
  const { clock, config, db, mailer } = deps;
  const settingsUrl = `${config.siteUrl}/settings`;

  return {
    async throttle(user, newEmail) {
      if (config.autoConfirm) return;
      const which = addressesToConfirm(user);
      if (which.includes('current')) {
        // By account: anybody who knows the address can have these emails sent again, and must not use up its owner's limit.
        await oneTimes.throttleMail(db, user.id, 'email_change_current');
        await mayMail(db, oneTimes, user.email ?? '', 'email_change_current');
      }
      if (which.includes('new')) await oneTimes.throttleMail(db, newEmail, 'email_change_new');
    },

    async begin(tx, user, request) {
      const newEmail = request.email;
      if (config.autoConfirm) {
        if (await findUserByEmail(tx, newEmail)) throw new AuthError('email_exists');
        await accounts.confirmEmail(tx, user, { email: newEmail, newEmail: null, emailChangeAgreed: null });
        return [];
      }
      await deleteOneTimes(tx, user.id, ['email_change_current', 'email_change_new']);
      await updateUser(tx, user.id, { newEmail, emailChangeAgreed: null, emailChangeSentAt: clock.now() });
      return issueMails(tx, oneTimes, user, newEmail, request, settingsUrl);
    },

    async resend(request) {
      await oneTimes.throttleMail(db, request.email, 'email_change_current');
      await db.transaction(async (tx) => {
        const mails = await issueAgain(tx, oneTimes, request, settingsUrl);
        for (const mail of mails) await mailer.send(tx, mail);
        if (mails.length > 0) return;
        await oneTimes.issue(tx, {
          userId: null,
          type: 'email_change_current',
          address: request.email,
          link: 'email_change',
          challenge: request.challenge,
          redirectTo: request.redirectTo,
        });
        await mailer.send(tx, { kind: 'decoy', to: request.email });
      });
    },

    async confirm(tx, user, row) {
      const confirmed = row.type === 'email_change_current' ? 'current' : 'new';
      const address = confirmed === 'current' ? user.email : user.newEmail;
      if (!user.newEmail || address !== row.relatesTo) throw new AuthError('otp_expired');
      const missing = addressesToConfirm(user).filter(
        (which) => which !== confirmed && which !== user.emailChangeAgreed,
      );
      if (missing.length > 0) {
        await updateUser(tx, user.id, { emailChangeAgreed: confirmed });
        return { done: false, mails: [] };
      }
      const owner = await findUserByEmail(tx, user.newEmail);
      if (owner && owner.id !== user.id) throw new AuthError('otp_expired');
      await deleteOneTimes(tx, user.id);
      await accounts.confirmEmail(tx, user, { email: user.newEmail, newEmail: null, emailChangeAgreed: null });
      const old = user.email && user.emailConfirmedAt ? user.email : null;
      const changed = { kind: 'email_changed', newEmail: user.newEmail, link: settingsUrl } as const;
      return { done: true, mails: old ? [{ ...changed, to: old }] : [] };
    },
  };
}

/** The emails of a pending change, if there is one, without that to a new address which got one a moment ago, for whatever account. */
async function issueAgain(
  tx: Tx,
  oneTimes: OneTimeService,
  request: MailRequest,
  settingsUrl: string,
): Promise<AuthMail[]> {
  const found = await findUserByEmail(tx, request.email);
  const user = found && (await lockUser(tx, found.id));
  if (!user?.newEmail || user.email !== request.email || user.deletedAt) return [];
  // Anybody may ask, so the answer must not tell that there is a change to this address.
  const mayGet = await mayMail(tx, oneTimes, user.newEmail, 'email_change_new');
  const addresses = addressesToConfirm(user).filter((which) => which === 'current' || mayGet);
  return issueMails(tx, oneTimes, user, user.newEmail, request, settingsUrl, addresses);
}

/** Whether an address got no email of a type a moment ago; then it is recorded that it gets one now. */
async function mayMail(db: Db, oneTimes: OneTimeService, address: string, type: OneTimeType): Promise<boolean> {
  return oneTimes.throttleMail(db, address, type).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AuthError) return false;
      throw error;
    },
  );
}

/** Issues a link for every address that must confirm the change. A new address with an account is only told about it. */
async function issueMails(
  tx: Tx,
  oneTimes: OneTimeService,
  user: UserRow,
  newEmail: string,
  request: MailRequest,
  settingsUrl: string,
  addresses = addressesToConfirm(user),
): Promise<AuthMail[]> {
  const { challenge, redirectTo } = request;
  const mails: AuthMail[] = [];
  const isTaken = (await findUserByEmail(tx, newEmail)) !== null;
  for (const which of addresses) {
    const to = which === 'current' ? (user.email ?? '') : newEmail;
    const type = `email_change_${which}` as const;
    const link = 'email_change';
    const userId = which === 'new' && isTaken ? null : user.id;
    const sent = await oneTimes.issue(tx, { userId, type, address: to, link, challenge, redirectTo });
    if (!userId) {
      mails.push({ kind: 'email_change_taken', to, link: settingsUrl });
      continue;
    }
    mails.push(
      which === 'current'
        ? { kind: 'email_change_current', to, newEmail, ...sent }
        : { kind: 'email_change_new', to, ...sent },
    );
  }
  return mails;
}
