import type { Db, Tx } from '../../../core/db/types.ts';
import type { AccountService } from '../account/account.service.ts';
import type { Metadata } from '../account/metadata.rules.ts';
import { lockUser, type NewUser, type UserRow } from '../account/user.store.ts';
import type { UserUpdateService } from '../account/user-update.service.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import type { OneTimeType } from '../auth.tables.ts';
import type { AuthMail } from '../mail/mail.types.ts';
import type { OneTimeService } from '../mail/one-time.service.ts';
import { deleteOneTime, deleteOneTimes, type OneTimeRow, updateFlowCode } from '../mail/one-time.store.ts';
import { hashSecret, randomSecret } from '../session/secrets.ts';
import type { AuthMethod } from '../session/session.rules.ts';
import { isSignInBlocked } from '../session/session.rules.ts';
import type { IssuedSession, SessionService } from '../session/session.service.ts';

export const VERIFY_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const;
export type VerifyType = (typeof VERIFY_TYPES)[number];

const EMAIL_CHANGES: OneTimeType[] = ['email_change_current', 'email_change_new'];
const TYPES: Record<VerifyType, OneTimeType[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: EMAIL_CHANGES,
};

/** How a link was followed: to a session, to a code for the browser that asked for it, or half of an email change. */
export type VerifyResult =
  | { kind: 'session'; session: IssuedSession }
  | { kind: 'code'; code: string }
  | { kind: 'half' };

export interface VerifyService {
  /** A mailed link, opened in a browser. Throws `otp_expired`. */
  link(token: string, type: VerifyType, client: Client): Promise<VerifyResult>;
  /** A link's secret that a client sends. */
  token(token: string, type: VerifyType, client: Client): Promise<VerifyResult>;
  /** A six-digit code that a person typed. */
  code(email: string, code: string, type: VerifyType, client: Client): Promise<VerifyResult>;
}

export function createVerifyService(
  deps: AuthDeps,
  parts: {
    accounts: AccountService;
    oneTimes: OneTimeService;
    sessions: SessionService;
    updates: UserUpdateService;
  },
): VerifyService {
  const { clock, db } = deps;
  const { accounts, oneTimes, sessions, updates } = parts;

  async function confirmSignUp(tx: Tx, user: UserRow, row: OneTimeRow): Promise<void> {
    const { password, metadata, wipe } = row.data as { password?: string; metadata?: Metadata; wipe?: boolean };
    const change: Partial<NewUser> = {};
    if (password) Object.assign(change, { encryptedPassword: password, userMetadata: metadata ?? {} });
    if (wipe) change.encryptedPassword = null;
    if (password || wipe) await sessions.end(tx, { userId: user.id });
    await accounts.confirmEmail(tx, user, change);
    await deleteOneTimes(tx, user.id, ['confirmation']);
  }

  /** The mailbox's owner comes by another way than the sign-up's own link: whoever signed up may be someone else. */
  async function confirmByOwner(tx: Tx, user: UserRow): Promise<void> {
    if (user.emailConfirmedAt) return;
    await sessions.end(tx, { userId: user.id });
    await accounts.confirmEmail(tx, user, { encryptedPassword: null });
    await deleteOneTimes(tx, user.id, ['confirmation']);
  }

  /** @returns whether everything that the row stands for is done, or (in an email change) the other half is missing */
  async function apply(tx: Tx, row: OneTimeRow): Promise<{ user: UserRow; done: boolean; mails: AuthMail[] }> {
    const user = row.userId ? await lockUser(tx, row.userId) : null;
    if (!user || isSignInBlocked(user, clock.now())) throw new AuthError('otp_expired');
    if (EMAIL_CHANGES.includes(row.type)) return { user, ...(await updates.confirmEmailChange(tx, user, row)) };
    if (user.email !== row.relatesTo) throw new AuthError('otp_expired');
    if (row.type === 'confirmation') await confirmSignUp(tx, user, row);
    else await confirmByOwner(tx, user);
    return { user, done: true, mails: [] };
  }

  async function redeem(
    take: (tx: Db) => Promise<OneTimeRow | null>,
    finish: (tx: Tx, row: OneTimeRow, userId: string) => Promise<VerifyResult>,
  ): Promise<VerifyResult> {
    const { verified, mails } = await db.transaction(async (tx) => {
      const row = await take(tx);
      if (!row) throw new AuthError('otp_expired');
      const { user, done, mails } = await apply(tx, row);
      const verified: VerifyResult = done ? await finish(tx, row, user.id) : { kind: 'half' };
      return { verified, mails };
    });
    for (const mail of mails) await deps.mailer.send(mail);
    return verified;
  }

  const openSession =
    (client: Client) =>
    async (tx: Tx, row: OneTimeRow, userId: string): Promise<VerifyResult> => {
      const method: AuthMethod = row.type === 'recovery' ? 'recovery' : 'otp';
      return { kind: 'session', session: await sessions.open(tx, userId, method, client) };
    };

  return {
    link(token, type, client) {
      return redeem(
        (tx) => oneTimes.redeemToken(tx, token, TYPES[type]),
        async (tx, row, userId) => {
          if (!row.flowStateId) return openSession(client)(tx, row, userId);
          const code = randomSecret();
          const change = { userId, codeHash: hashSecret(code), method: toAuthMethod(type), now: clock.now() };
          const flow = await updateFlowCode(tx, row.flowStateId, change);
          if (!flow) throw new AuthError('otp_expired');
          return { kind: 'code', code };
        },
      );
    },
    token: (token, type, client) => redeem((tx) => oneTimes.redeemToken(tx, token, TYPES[type]), openSession(client)),
    async code(email, code, type, client) {
      // Counted outside the transaction, so that a refusal does not undo the count.
      const row = await oneTimes.findByCode(email, code, TYPES[type]);
      return redeem(async (tx) => (row ? deleteOneTime(tx, row.id) : null), openSession(client));
    },
  };
}

function toAuthMethod(type: VerifyType): string {
  const methods: Record<VerifyType, AuthMethod> = {
    signup: 'email/signup',
    invite: 'invite',
    magiclink: 'magiclink',
    recovery: 'recovery',
    email: 'otp',
    email_change: 'email_change',
  };
  return methods[type];
}
