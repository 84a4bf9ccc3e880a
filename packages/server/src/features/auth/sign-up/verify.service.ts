import type { Db, Tx } from '../../../core/db/types.ts';
import type { AccountService } from '../account/account.service.ts';
import { parseEmail } from '../account/email.ts';
import type { EmailChangeService } from '../account/email-change.service.ts';
import type { UndoData, UndoService } from '../account/undo.service.ts';
import { lockUser, type UserRow } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import type { OneTimeType } from '../auth.tables.ts';
import type { AuthMail } from '../mail/mail.types.ts';
import { type OneTimeService, openOneTimeData } from '../mail/one-time.service.ts';
import {
  deleteFlow,
  deleteOneTime,
  deleteOneTimes,
  findLink,
  insertOneTime,
  type OneTimeRow,
  updateFlowCode,
} from '../mail/one-time.store.ts';
import { hashSecret, randomSecret } from '../session/secrets.ts';
import { type AuthMethod, isSignInBlocked } from '../session/session.rules.ts';
import type { SessionService } from '../session/session.service.ts';
import type { IssuedSession } from '../session/session-tokens.ts';

export const VERIFY_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email', 'undo'] as const;
export type VerifyType = (typeof VERIFY_TYPES)[number];

const EMAIL_CHANGES: OneTimeType[] = ['email_change_current', 'email_change_new'];
const TYPES: Record<VerifyType, OneTimeType[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: EMAIL_CHANGES,
  undo: ['undo'],
};
const METHODS: Record<VerifyType, AuthMethod> = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email: 'otp',
  email_change: 'email_change',
  undo: 'recovery',
};

/** The result of a link or code: a session, a PKCE code for the browser that asked, or one half of an email change. */
export type VerifyResult =
  | { kind: 'session'; session: IssuedSession }
  | { kind: 'code'; code: string }
  | { kind: 'half' };

/** What a mailed link would do. */
export interface LinkPreview {
  purpose: 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change_current' | 'email_change_new' | 'undo';
  /** The address that the link was sent to. */
  address: string;
  /** The address of a pending change. */
  newEmail: string | null;
  /** The link signs in only in the browser that asked for it; the code of the same email does so anywhere. */
  hasOtherWay: boolean;
  /** The day of the change that the link undoes, ISO 8601. */
  changedOn: string | null;
}

/** Redeems mailed links and codes. All throw `otp_expired`. */
export interface VerifyService {
  /** What a link would do, without using it up. */
  preview(token: string, type: VerifyType): Promise<LinkPreview>;
  /** A mailed link, confirmed by the user in a browser. */
  link(token: string, type: VerifyType, client: Client): Promise<VerifyResult>;
  /** The token of a link, sent by a client. */
  token(token: string, type: VerifyType, client: Client): Promise<VerifyResult>;
  /** A six-digit code, typed by the user. */
  code(email: string, code: string, type: VerifyType, client: Client): Promise<VerifyResult>;
}

export function createVerifyService(
  deps: AuthDeps,
  parts: {
    accounts: AccountService;
    emailChanges: EmailChangeService;
    oneTimes: OneTimeService;
    sessions: SessionService;
    undo: UndoService;
  },
): VerifyService {
  const { clock, db, mailer } = deps;
  const { accounts, emailChanges, oneTimes, sessions, undo } = parts;

  async function confirm(tx: Tx, user: UserRow, row: OneTimeRow): Promise<void> {
    const { password = null, metadata = {}, wipe = false } = await openOneTimeData(deps, tx, row);
    const isOwnSignUp = row.type === 'confirmation' && !password && !wipe;
    // By any other way the account may belong to somebody else's sign-up.
    if (isOwnSignUp) await accounts.confirmSignUp(tx, user);
    else await accounts.claim(tx, user, { passwordHash: password, metadata });
    await deleteOneTimes(tx, user.id, ['confirmation']);
  }

  /** `done` is false if the other half of an email change is missing. */
  async function apply(tx: Tx, row: OneTimeRow): Promise<{ user: UserRow; done: boolean; mails: AuthMail[] }> {
    const user = row.userId ? await lockUser(tx, row.userId) : null;
    if (!user || isSignInBlocked(user, clock.now())) throw new AuthError('otp_expired');
    if (row.type === 'undo') {
      await undo.apply(tx, user, row);
      return { user, done: true, mails: [] };
    }
    if (EMAIL_CHANGES.includes(row.type)) return { user, ...(await emailChanges.confirm(tx, user, row)) };
    if (user.email !== row.relatesTo) throw new AuthError('otp_expired');
    if (!user.emailConfirmedAt) await confirm(tx, user, row);
    return { user, done: true, mails: [] };
  }

  async function redeem(
    take: (tx: Db) => Promise<OneTimeRow | null>,
    finish: (tx: Tx, row: OneTimeRow, userId: string) => Promise<VerifyResult>,
  ): Promise<VerifyResult> {
    return db.transaction(async (tx) => {
      const row = await take(tx);
      if (!row) throw new AuthError('otp_expired');
      const { user, done, mails } = await apply(tx, row);
      for (const mail of mails) await mailer.send(tx, mail);
      return done ? finish(tx, row, user.id) : { kind: 'half' };
    });
  }

  async function openSession(tx: Tx, row: OneTimeRow, userId: string, client: Client): Promise<VerifyResult> {
    // One email gives one session: a redirect with a code, issued for its link before, becomes useless.
    if (row.flowStateId) await deleteFlow(tx, row.flowStateId);
    const method: AuthMethod = row.type === 'recovery' || row.type === 'undo' ? 'recovery' : 'otp';
    return { kind: 'session', session: await sessions.open(tx, userId, method, client) };
  }

  return {
    async preview(token, type) {
      const row = await findLink(db, hashSecret(token), TYPES[type], clock.now());
      if (!row) throw new AuthError('otp_expired');
      return toPreview(row, type);
    },
    link: (token, type, client) =>
      redeem(
        (tx) => oneTimes.redeemToken(tx, token, TYPES[type]),
        (tx, row, userId) =>
          row.flowStateId
            ? issueCode(tx, row, { id: row.flowStateId, method: METHODS[type], now: clock.now() })
            : openSession(tx, row, userId, client),
      ),
    token: (token, type, client) =>
      redeem(
        (tx) => oneTimes.redeemToken(tx, token, TYPES[type]),
        (tx, row, userId) => openSession(tx, row, userId, client),
      ),
    async code(email, code, type, client) {
      // Counted outside the transaction, so that a refusal does not undo the count.
      const found = await oneTimes.findByCode(parseEmail(email), code.trim(), TYPES[type]);
      return redeem(
        async (tx) => {
          if (!found?.userId) return null;
          await lockUser(tx, found.userId);
          return deleteOneTime(tx, found.id);
        },
        (tx, row, userId) => openSession(tx, row, userId, client),
      );
    },
  };
}

/** Gives the flow that began in a browser the code that opens its session there. */
async function issueCode(
  tx: Tx,
  row: OneTimeRow,
  flow: { id: string; method: AuthMethod; now: Date },
): Promise<VerifyResult> {
  const code = randomSecret();
  const { id, ...change } = flow;
  if (!(await updateFlowCode(tx, id, { ...change, userId: row.userId ?? '', codeHash: hashSecret(code) })))
    throw new AuthError('otp_expired');
  // The browser may not be the one that asked. Then only the six digits of the email help, so they outlive the link until
  // somebody signs in by either.
  if (row.type === 'recovery') await insertOneTime(tx, { ...row, tokenHash: hashSecret(randomSecret()) });
  return { kind: 'code', code };
}

function toPreview(row: NonNullable<Awaited<ReturnType<typeof findLink>>>, type: VerifyType): LinkPreview {
  const { since } = row.data as Partial<UndoData>;
  return {
    purpose: toPurpose(row.type, type),
    address: row.relatesTo,
    newEmail: row.newEmail,
    hasOtherWay: row.flowStateId !== null && row.type === 'recovery' && row.codeHash !== null,
    changedOn: since?.slice(0, 10) ?? null,
  };
}

function toPurpose(rowType: OneTimeType, linkType: VerifyType): LinkPreview['purpose'] {
  if (rowType === 'email_change_current' || rowType === 'email_change_new') return rowType;
  if (rowType === 'undo') return 'undo';
  if (rowType === 'confirmation') return linkType === 'invite' ? 'invite' : 'signup';
  return linkType === 'recovery' ? 'recovery' : 'magiclink';
}
