import type { Clock } from '../../../core/clock.ts';
import type { Tx } from '../../../core/db/types.ts';
import { withMinDuration } from '../abuse/min-duration.ts';
import type { AccountService } from '../account/account.service.ts';
import { parseEmail } from '../account/email.ts';
import type { EmailChangeService } from '../account/email-change.service.ts';
import { type Metadata, readMetadata } from '../account/metadata.rules.ts';
import { findUserByEmail, type UserRow, updateUser } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { isReachable } from '../session/session.rules.ts';
import type { AuthMail } from './mail.types.ts';
import type { MailRequest } from './mail-request.ts';
import type { OneTimeService } from './one-time.service.ts';
import { findNewestOneTime } from './one-time.store.ts';

/**
 * Calls that send an email to an address. A known and an unknown address get the same response after the same work.
 * All throw `captcha_failed`, `validation_failed`, `over_email_send_rate_limit`.
 */
export interface MailRequestService {
  recover(request: MailRequest, client: Client): Promise<void>;
  /** Sends a link and a code to sign in with, creating an account first if `createUser` is set. Throws `otp_disabled`. */
  otp(request: MailRequest & { createUser: boolean; metadata: unknown }, client: Client): Promise<void>;
  resend(request: MailRequest & { type: 'signup' | 'email_change' }, client: Client): Promise<void>;
}

export function createMailRequestService(
  deps: AuthDeps,
  parts: { accounts: AccountService; emailChanges: EmailChangeService; oneTimes: OneTimeService },
): MailRequestService {
  const { captcha, clock, config, db, mailer } = deps;
  const { accounts, emailChanges, oneTimes } = parts;
  const issuer = { clock, oneTimes };

  /** Checks the captcha and the address, then runs `work` for at least the configured response time. */
  async function answer<R extends MailRequest>(
    request: R,
    client: Client,
    work: (request: R) => Promise<void>,
  ): Promise<void> {
    await captcha.check(request.captchaToken, client.ip);
    const normalized = { ...request, email: parseEmail(request.email) };
    await withMinDuration(config.answerFloorMs, () => work(normalized));
  }

  return {
    recover: (request, client) =>
      answer(request, client, async (normalized) => {
        await oneTimes.throttleMail(db, normalized.email, 'recovery');
        await db.transaction(async (tx) => {
          const user = await findReachableUser(tx, normalized.email, clock.now());
          await mailer.send(tx, await issueSignInMail(tx, issuer, user, 'recovery', normalized));
        });
      }),

    otp: (request, client) =>
      answer(request, client, async (normalized) => {
        const { email, createUser } = normalized;
        const metadata = readMetadata(normalized.metadata, clock.now());
        if (config.signUpDisabled && createUser) throw new AuthError('otp_disabled');
        await oneTimes.throttleMail(db, email, 'recovery');
        await db.transaction(async (tx) => {
          let user = await findReachableUser(tx, email, clock.now());
          if (!user && createUser) {
            const account = { email, passwordHash: null, metadata, confirmed: false, provider: 'email' };
            user = await accounts.create(tx, account);
          }
          await mailer.send(tx, await issueSignInMail(tx, issuer, user, 'magiclink', normalized, metadata));
        });
      }),

    resend: (request, client) =>
      answer(request, client, async (normalized) => {
        if (normalized.type === 'email_change') return emailChanges.resend(normalized);
        await oneTimes.throttleMail(db, normalized.email, 'confirmation');
        await db.transaction(async (tx) => mailer.send(tx, await issueConfirmationMail(tx, issuer, normalized)));
      }),
  };
}

interface Issuer {
  clock: Clock;
  oneTimes: OneTimeService;
}

async function issueSignInMail(
  tx: Tx,
  { clock, oneTimes }: Issuer,
  user: UserRow | null,
  link: 'recovery' | 'magiclink',
  request: MailRequest,
  metadata: Metadata = {},
): Promise<AuthMail> {
  // An unconfirmed account gets the metadata of the request that its owner follows, not of an earlier one.
  const data = user && !user.emailConfirmedAt ? { metadata } : {};
  const sent = await oneTimes.issue(tx, {
    userId: user?.id ?? null,
    type: 'recovery',
    address: request.email,
    link,
    challenge: request.challenge,
    redirectTo: request.redirectTo,
    data,
  });
  if (!user) return { kind: 'decoy', to: request.email };
  await updateUser(tx, user.id, { recoverySentAt: clock.now() });
  return { kind: link === 'recovery' ? 'recovery' : 'magic_link', to: request.email, ...sent };
}

async function findReachableUser(tx: Tx, email: string, now: Date): Promise<UserRow | null> {
  const user = await findUserByEmail(tx, email);
  return user && isReachable(user, now) ? user : null;
}

async function issueConfirmationMail(tx: Tx, { clock, oneTimes }: Issuer, request: MailRequest): Promise<AuthMail> {
  const user = await findReachableUser(tx, request.email, clock.now());
  const unconfirmed = user && !user.emailConfirmedAt ? user : null;
  const last = unconfirmed && (await findNewestOneTime(tx, unconfirmed.id, 'confirmation'));
  // If several people signed up with the address, nobody can tell whose password is the owner's: confirming drops it.
  const data = last && ('password' in last.data || 'wipe' in last.data) ? { wipe: true } : {};
  const sent = await oneTimes.issue(tx, {
    userId: unconfirmed?.id ?? null,
    type: 'confirmation',
    address: request.email,
    link: 'signup',
    challenge: request.challenge,
    redirectTo: request.redirectTo,
    data,
  });
  if (!unconfirmed) return { kind: 'decoy', to: request.email };
  await updateUser(tx, unconfirmed.id, { confirmationSentAt: clock.now() });
  return { kind: 'confirm_sign_up', to: request.email, ...sent };
}
