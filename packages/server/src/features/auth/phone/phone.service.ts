import type { Tx } from '../../../core/db/types.ts';
import { withMinDuration } from '../abuse/min-duration.ts';
import type { AccountService } from '../account/account.service.ts';
import { readMetadata } from '../account/metadata.rules.ts';
import type { UndoService } from '../account/undo.service.ts';
import { presentOpenUser } from '../account/user.presenter.ts';
import { findIdentity, lockUser, type UserRow, updateUser } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { type OneTimeService, openOneTimeData } from '../mail/one-time.service.ts';
import { deleteOneTime, deleteOneTimes, findNewestOneTime } from '../mail/one-time.store.ts';
import { checkPassword } from '../password/password.rules.ts';
import { isReachable, isSignInBlocked } from '../session/session.rules.ts';
import type { SessionService } from '../session/session.service.ts';
import type { IssuedSession } from '../session/session-tokens.ts';
import { createBareUser, type SignUpResult } from '../sign-up/sign-up.service.ts';
import { confirmPhone, replacePhone } from './confirm-phone.ts';
import { findUserByPhone, findUserChangingPhone } from './phone.store.ts';
import { createPhoneCodes, type PhoneCodes } from './phone-codes.ts';

interface PhoneRequest {
  /** As `parsePhone` returns it. */
  phone: string;
  captchaToken?: string | null | undefined;
}

interface PhoneSignUp extends PhoneRequest {
  password: string;
  /** Free-form; validated here. */
  metadata: unknown;
}

interface PhoneResend extends PhoneRequest {
  type: 'sms' | 'phone_change';
}

export interface PhoneService {
  /**
   * Returns a session if the installation confirms numbers automatically. Otherwise it sends a code and returns a bare user, the
   * same for new and known numbers.
   * Throws `captcha_failed`, `validation_failed`, `weak_password`, `signup_disabled`, `over_sms_send_rate_limit`, `sms_send_failed`.
   */
  signUp(request: PhoneSignUp, client: Client): Promise<SignUpResult>;
  /** Sends a code to sign in with, creating an account first if `createUser` is set. Throws as `signUp` does, and `otp_disabled`. */
  otp(request: PhoneRequest & { createUser: boolean; metadata: unknown }, client: Client): Promise<void>;
  /** Sends the code of a sign-up or of a pending change again. */
  resend(request: PhoneResend, client: Client): Promise<void>;
  /** Signs in with a code. Throws `otp_expired`, `over_request_rate_limit`. */
  verify(phone: string, code: string, type: 'sms' | 'phone_change', client: Client): Promise<IssuedSession>;
  /**
   * Checks that the code of a change may be sent. Throws `over_sms_send_rate_limit`, `sms_send_failed`, or `phone_exists` if numbers are
   * confirmed automatically.
   */
  prepareChange(userId: string, phone: string): Promise<void>;
  /** Checks that a code may be sent to the account's own number. Throws as `prepareChange` does. */
  prepareReauthentication(userId: string, phone: string, client: Client): Promise<void>;
  /** Starts a change of the number. @returns the code to send after the commit, or null if the number has an account */
  beginChange(tx: Tx, user: UserRow, phone: string): Promise<string | null>;
  /** Sends a code in the background, so that the time of the answer does not depend on whether one is sent. */
  send(phone: string, code: string | null): void;
}

export function createPhoneService(
  deps: AuthDeps,
  parts: { accounts: AccountService; oneTimes: OneTimeService; sessions: SessionService; undo: UndoService },
): PhoneService {
  const { captcha, clock, config, db } = deps;
  const { oneTimes, sessions, undo } = parts;
  const codes = createPhoneCodes(deps, parts);
  const { issue, send, start, throttle } = codes;

  async function answer<R>(request: PhoneRequest, client: Client, work: () => Promise<R>): Promise<R> {
    await captcha.check(request.captchaToken, client.ip);
    return withMinDuration(config.answerFloorMs, work);
  }

  return {
    send,

    signUp: (request, client) => answer(request, client, () => signUp(deps, parts, codes, request, client)),

    otp: (request, client) =>
      answer(request, client, async () => {
        const { phone, createUser } = request;
        const metadata = readMetadata(request.metadata, clock.now());
        if (config.signUpDisabled && createUser) throw new AuthError('otp_disabled');
        await throttle(phone, 'phone_confirmation');
        const code = await db.transaction(async (tx) => {
          const known = await findUserByPhone(tx, phone);
          if (known?.phoneConfirmedAt && isReachable(known, clock.now()))
            return issue(tx, 'phone_confirmation', phone, known.id, {});
          if (!known && !createUser) return issue(tx, 'phone_confirmation', phone, null, {});
          return (await start(tx, phone, { passwordHash: null, metadata }, { wipe: true, metadata })).code;
        });
        send(phone, code);
      }),

    resend: (request, client) => answer(request, client, () => resend(deps, codes, request)),

    async verify(phone, code, type, client) {
      const rowType = type === 'sms' ? 'phone_confirmation' : 'phone_change';
      // Counted outside the transaction, so that a refusal does not undo the count.
      const found = await oneTimes.findByCode(phone, code.trim(), [rowType]);
      return db.transaction(async (tx) => {
        const user = found?.userId ? await lockUser(tx, found.userId) : null;
        const row = found && (await deleteOneTime(tx, found.id));
        const expected = type === 'sms' ? user?.phone : user?.newPhone;
        if (!row || !user || expected !== row.relatesTo || isSignInBlocked(user, clock.now()))
          throw new AuthError('otp_expired');
        if (type === 'phone_change') await replacePhone(tx, deps, undo, user, row.relatesTo);
        else if (!user.phoneConfirmedAt)
          await confirmPhone(tx, deps, sessions, user, await openOneTimeData(deps, tx, row));
        const identity = await findIdentity(tx, 'phone', user.id);
        return sessions.open(tx, user.id, 'otp', client, { identityId: identity?.id ?? null });
      });
    },

    prepareReauthentication: codes.throttleOwn,

    async prepareChange(userId, phone) {
      if (!config.smsAutoconfirm) return throttle(phone, 'phone_change', userId);
      if (await findUserByPhone(db, phone)) throw new AuthError('phone_exists');
    },

    async beginChange(tx, user, phone) {
      if (config.smsAutoconfirm) {
        await replacePhone(tx, deps, undo, user, phone);
        return null;
      }
      await deleteOneTimes(tx, user.id, ['phone_change']);
      await updateUser(tx, user.id, { newPhone: phone });
      return issue(tx, 'phone_change', phone, (await findUserByPhone(tx, phone)) ? null : user.id, {});
    },
  };
}

async function signUp(
  { clock, config, db, passwords }: AuthDeps,
  { sessions }: { sessions: SessionService },
  codes: PhoneCodes,
  request: PhoneSignUp,
  client: Client,
): Promise<SignUpResult> {
  const { phone, password } = request;
  const metadata = readMetadata(request.metadata, clock.now());
  if (config.signUpDisabled) throw new AuthError('signup_disabled');
  checkPassword(password, null, config.passwordMinChars);
  if (!config.smsAutoconfirm) await codes.throttle(phone, 'phone_confirmation');
  const own = { passwordHash: await passwords.hash(password), metadata };
  if (config.smsAutoconfirm) {
    return db.transaction(async (tx) => {
      const user = await codes.create(tx, phone, own, clock.now());
      if (!user) throw new AuthError('user_already_exists');
      return { session: await sessions.open(tx, user.id, 'password', client) };
    });
  }
  const data = { password: own.passwordHash, metadata };
  const { id, code } = await db.transaction((tx) => codes.start(tx, phone, own, data));
  codes.send(phone, code);
  const user = { ...createBareUser(id, null, clock.now()), phone };
  return { user: presentOpenUser({ user, metadata, identities: [], factors: [] }) };
}

function isRefused(error: unknown): false {
  if (error instanceof AuthError) return false;
  throw error;
}

async function resend({ db }: Pick<AuthDeps, 'db'>, codes: PhoneCodes, request: PhoneResend): Promise<void> {
  const { phone, type } = request;
  await codes.throttle(phone, type === 'sms' ? 'phone_confirmation' : 'phone_change');
  if (type === 'phone_change') {
    const user = await findUserChangingPhone(db, phone);
    const to = user?.newPhone ?? phone;
    // Asked for by the old number: the new one has its own limits, and the answer must not tell that there is one.
    const mayGet = to === phone || (await codes.throttle(to, type).then(() => true, isRefused));
    if (!mayGet) return;
    const isFree = user !== null && !(await findUserByPhone(db, to));
    codes.send(to, await db.transaction((tx) => codes.issue(tx, 'phone_change', to, isFree ? user.id : null, {})));
    return;
  }
  const known = await findUserByPhone(db, phone);
  const isOpen = known && !known.phoneConfirmedAt && !known.deletedAt;
  const last = isOpen ? await findNewestOneTime(db, known.id, 'phone_confirmation') : null;
  // After several sign-ups nobody can tell whose password is the owner's: confirming drops it.
  const data = last && Object.keys(last.data).length > 0 ? { wipe: true } : {};
  const userId = isOpen ? known.id : null;
  codes.send(phone, await db.transaction((tx) => codes.issue(tx, 'phone_confirmation', phone, userId, data)));
}
