import type { Tx } from '../../../core/db/types.ts';
import type { WrongPasswords } from '../abuse/wrong-passwords.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError, invalid } from '../auth.errors.ts';
import type { AuthMail } from '../mail/mail.types.ts';
import type { OneTimeService } from '../mail/one-time.service.ts';
import { deleteOneTime } from '../mail/one-time.store.ts';
import { checkPassword } from '../password/password.rules.ts';
import type { PhoneService } from '../phone/phone.service.ts';
import { getOwnSession } from '../session/own-session.ts';
import type { PkceChallenge } from '../session/pkce.ts';
import { requireConfirmedEmail } from '../session/session.rules.ts';
import type { SessionService } from '../session/session.service.ts';
import { findLiveSession, type LiveSession } from '../session/session.store.ts';
import type { EmailChangeService } from './email-change.service.ts';
import type { Metadata } from './metadata.rules.ts';
import { removeOtherSignInMethods } from './remove-sign-in-methods.ts';
import { mergeSealedMetadata } from './sealed-account.ts';
import type { UndoService } from './undo.service.ts';
import {
  type FullUser,
  findFullUser,
  findUser,
  incrementEpoch,
  lockUser,
  type NewUser,
  type UserRow,
  updateUser,
} from './user.store.ts';
import { needsReauthentication } from './user-update.rules.ts';

export interface UserChange {
  /** Normalised by `parseEmail`. */
  email?: string | undefined;
  /** As `parsePhone` returns it. */
  phone?: string | undefined;
  password?: string | undefined;
  metadata?: Metadata | undefined;
  /** The mailed code of `reauthenticate`. */
  nonce?: string | undefined;
  currentPassword?: string | undefined;
  challenge: PkceChallenge | null;
  redirectTo: string;
}

export interface UserUpdateService {
  /**
   * Throws `insufficient_aal`, `email_exists`, `weak_password`, `same_password`, `current_password_mismatch`,
   * `reauthentication_needed`, `reauthentication_not_valid`, `over_email_send_rate_limit`, `over_request_rate_limit`, `session_not_found`.
   */
  update(session: LiveSession, change: UserChange, client: Client): Promise<FullUser>;
  /** Changes the password in a session that the product has authenticated. Throws as `update` does. */
  changePassword(caller: { userId: string; sessionId: string }, password: string, client: Client): Promise<void>;
  /** Sends a code that proves, in an old session, that it is still the same user. */
  reauthenticate(session: LiveSession, client: Client): Promise<void>;
}

/** A change that a user asks for in a session. `user` is as it was before. */
interface Attempt {
  user: UserRow;
  session: LiveSession;
  change: UserChange;
  client: Client;
}

export function createUserUpdateService(
  deps: AuthDeps,
  parts: {
    emailChanges: EmailChangeService;
    oneTimes: OneTimeService;
    phones: PhoneService;
    sessions: SessionService;
    undo: UndoService;
    wrongPasswords: WrongPasswords;
  },
): UserUpdateService {
  const { clock, config, db, mailer, passwords } = deps;
  const { emailChanges, phones, sessions, undo } = parts;

  async function hashNewPassword(attempt: Attempt): Promise<string | null> {
    const { user, change } = attempt;
    if (change.password === undefined) return null;
    checkPassword(change.password, change.email ?? user.email, config.passwordMinChars);
    await requireReauthentication(deps, parts, attempt);
    if (user.encryptedPassword && (await passwords.check(change.password, user.encryptedPassword)).ok) {
      throw new AuthError('same_password');
    }
    return passwords.hash(change.password);
  }

  async function preparePhone(attempt: Attempt, phone: string): Promise<void> {
    requireConfirmedEmail(attempt.user);
    // With a new password the same proof is asked for once, below.
    if (attempt.change.password === undefined) await requireReauthentication(deps, parts, attempt);
    await phones.prepareChange(attempt.user.id, phone);
  }

  /** Locks the user and checks again what may have changed while the passwords were hashed. */
  async function lockUnchanged(tx: Tx, session: LiveSession, change: UserChange, epoch: number): Promise<UserRow> {
    const user = await lockUser(tx, session.userId);
    if (!user) throw new AuthError('user_not_found');
    requireAal(await getOwnSession(tx, session), change);
    if (user.epoch !== epoch) throw new AuthError('conflict');
    return user;
  }

  /** Ends what a thief of the old password may have: sessions, pending codes, and other ways to sign in. */
  async function applyPassword(tx: Tx, user: UserRow, session: LiveSession, hash: string): Promise<AuthMail[]> {
    await updateUser(tx, user.id, { encryptedPassword: hash });
    await incrementEpoch(tx, user.id);
    await sessions.end(tx, { userId: user.id, except: session.sessionId });
    const removed = await removeOtherSignInMethods(tx, deps, user, session.sessionId);
    const link = await undo.issue(tx, user);
    const kind = user.encryptedPassword === null ? 'password_set' : 'password_changed';
    return link && user.email ? [{ kind, to: user.email, removed, undo: link }] : [];
  }

  async function update(session: LiveSession, change: UserChange, client: Client): Promise<FullUser> {
    const before = await findUser(db, session.userId);
    if (!before) throw new AuthError('user_not_found');
    requireAal(session, change);
    const newEmail = change.email && change.email !== before.email ? change.email : null;
    const newPhone = change.phone && change.phone !== before.phone ? change.phone : null;
    const attempt: Attempt = { user: before, session, change, client };
    if (newPhone) await preparePhone(attempt, newPhone);
    const hash = await hashNewPassword(attempt);
    if (newEmail) await emailChanges.throttle(before, newEmail);
    const phoneCode = await db.transaction(async (tx) => {
      const user = await lockUnchanged(tx, session, change, before.epoch);
      const fields: Partial<NewUser> = { updatedAt: clock.now() };
      if (change.metadata) fields.userMetadata = await mergeSealedMetadata(deps, tx, user, change.metadata);
      await updateUser(tx, user.id, fields);
      const passwordMails = hash ? await applyPassword(tx, user, session, hash) : [];
      const emailMails = newEmail ? await emailChanges.begin(tx, user, { ...change, email: newEmail }) : [];
      for (const mail of [...passwordMails, ...emailMails]) await mailer.send(tx, mail);
      return newPhone ? phones.beginChange(tx, user, newPhone) : null;
    });
    if (newPhone) phones.send(newPhone, phoneCode);
    const fullUser = await findFullUser(db, before.id);
    if (!fullUser) throw new AuthError('user_not_found');
    return fullUser;
  }

  return {
    update,

    async changePassword({ userId, sessionId }, password, client) {
      const session = await findLiveSession(db, sessionId, userId);
      if (!session) throw new AuthError('session_not_found');
      await update(session, { password, challenge: null, redirectTo: config.siteUrl }, client);
    },

    reauthenticate: (session, client) => reauthenticate(deps, parts, session, client),
  };
}

/** Throws `reauthentication_needed`, `reauthentication_not_valid`, `current_password_mismatch`, `over_request_rate_limit`. */
async function requireReauthentication(
  { clock, config, db, passwords }: AuthDeps,
  { oneTimes, wrongPasswords }: { oneTimes: OneTimeService; wrongPasswords: WrongPasswords },
  { user, session, change, client }: Attempt,
): Promise<void> {
  if (change.nonce) {
    const row = await oneTimes.findByCode(user.email ?? user.phone ?? '', change.nonce, ['reauthentication']);
    if (row?.userId !== user.id || !(await deleteOneTime(db, row.id)))
      throw new AuthError('reauthentication_not_valid');
    return;
  }
  const { currentPassword } = change;
  if (currentPassword !== undefined) {
    await wrongPasswords.guard(user.email ?? user.phone ?? user.id, client, async () => {
      const { ok } = await passwords.check(currentPassword, user.encryptedPassword);
      if (!ok) throw new AuthError('current_password_mismatch');
    });
    return;
  }
  const isConfirmed = user.emailConfirmedAt ?? user.phoneConfirmedAt;
  if (config.reauthenticateForPassword && isConfirmed && needsReauthentication(session, clock.now())) {
    throw new AuthError('reauthentication_needed');
  }
}

function requireAal(session: LiveSession, change: UserChange): void {
  const isSensitive = change.email !== undefined || change.phone !== undefined || change.password !== undefined;
  if (!isSensitive || session.aal === 'aal2' || !session.hasFactor) return;
  const message = 'AAL2 session is required to update email or password when MFA is enabled.';
  throw new AuthError('insufficient_aal', message, { status: 401 });
}

async function reauthenticate(
  { clock, config, db, mailer }: AuthDeps,
  { oneTimes, phones }: { oneTimes: OneTimeService; phones: PhoneService },
  session: LiveSession,
  client: Client,
): Promise<void> {
  const user = await findUser(db, session.userId);
  const address = user?.email ?? user?.phone;
  if (!user || !address) throw invalid('Reauthentication requires the user to have an email or a phone number');
  if (user.email && !user.emailConfirmedAt) throw new AuthError('email_not_confirmed');
  const { id } = user;
  if (user.email) await oneTimes.throttleMail(db, address, 'reauthentication');
  else await phones.prepareReauthentication(id, address, client);
  const code = await db.transaction(async (tx) => {
    await updateUser(tx, id, { reauthenticationSentAt: clock.now() });
    const { code } = await oneTimes.issue(tx, {
      userId: id,
      type: 'reauthentication',
      address,
      link: 'recovery',
      challenge: null,
      redirectTo: config.siteUrl,
    });
    if (user.email) await mailer.send(tx, { kind: 'reauthentication', to: address, code });
    return code;
  });
  if (!user.email) phones.send(address, code);
}
