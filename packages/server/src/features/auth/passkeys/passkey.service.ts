import type { Db, Tx } from '../../../core/db/types.ts';
import type { UndoService } from '../account/undo.service.ts';
import { findUser, incrementEpoch, listFactors, lockUser, type UserRow } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { requireEnrolmentAal } from '../mfa/mfa.rules.ts';
import { updateSessionsWithoutPasskey } from '../mfa/mfa.store.ts';
import {
  beginDiscovery,
  beginRegistration,
  type Ceremony,
  type Credential,
  finishAuthentication,
  finishRegistration,
  readRelyingParty,
} from '../mfa/webauthn.ts';
import { describeDevice } from '../session/device.ts';
import { getOwnSession } from '../session/own-session.ts';
import { isSignInBlocked, requireConfirmedEmail } from '../session/session.rules.ts';
import type { SessionService } from '../session/session.service.ts';
import type { LiveSession } from '../session/session.store.ts';
import type { IssuedSession } from '../session/session-tokens.ts';
import {
  deletePasskey,
  deletePasskeyChallenge,
  findPasskeyByCredential,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeys,
  lockPasskey,
  type PasskeyChallengeRow,
  type PasskeyRow,
  updatePasskey,
} from './passkey.store.ts';

/** What the browser needs to create or use a passkey. */
export interface PasskeyCeremony {
  challenge_id: string;
  options: object;
  /** Seconds since 1970. */
  expires_at: number;
}

/** Passkeys that sign in without a password. */
export interface PasskeyService {
  /** Throws `passkey_disabled`, `email_not_confirmed`, `insufficient_aal`, `too_many_passkeys`. */
  beginRegistration(session: LiveSession): Promise<PasskeyCeremony>;
  /** Answers a registration that the same session began, unless the account has changed since. Throws `webauthn_*`. */
  finishRegistration(session: LiveSession, challengeId: string, answer: unknown, client: Client): Promise<PasskeyRow>;
  /** Names no account, so it tells nothing about any. */
  beginSignIn(): Promise<PasskeyCeremony>;
  /** Opens a session at aal2: the passkey is possessed, and its authenticator has verified the user. Throws `webauthn_*`. */
  finishSignIn(challengeId: string, answer: unknown, client: Client): Promise<IssuedSession>;
  list(userId: string): Promise<PasskeyRow[]>;
  rename(session: LiveSession, id: string, name: string): Promise<PasskeyRow>;
  /** Ends the other sessions that the passkey opened, too. */
  remove(session: LiveSession, id: string): Promise<void>;
  /** Removes a passkey that its owner has lost, with its sessions, for an administrator. */
  removeByOperator(userId: string, id: string): Promise<void>;
}

const NO_SESSION = '00000000-0000-0000-0000-000000000000';

export function createPasskeyService(
  deps: AuthDeps,
  { sessions, undo }: { sessions: SessionService; undo: UndoService },
): PasskeyService {
  const { db } = deps;
  return {
    beginRegistration: (session) => begin(deps, session),
    finishRegistration: (session, challengeId, answer, client) =>
      register(deps, undo, session, challengeId, answer, client),

    async beginSignIn() {
      requireEnabled(deps);
      const { options, ceremony } = await beginDiscovery(readRelyingParty(null, deps.config));
      return { options, ...(await storeChallenge(deps, { userId: null, sessionId: null, epoch: null }, ceremony)) };
    },
    finishSignIn: (challengeId, answer, client) => signIn(deps, sessions, challengeId, answer, client),

    list: (userId) => listPasskeys(db, userId),
    async rename(session, id, name) {
      await requireLevel(db, session);
      const renamed = await updatePasskey(db, session.userId, id, { friendlyName: name });
      if (!renamed) throw new AuthError('webauthn_credential_not_found');
      return renamed;
    },

    async remove(session, id) {
      await db.transaction(async (tx) => {
        await lockUser(tx, session.userId);
        await requireLevel(tx, session);
        await removePasskey(tx, deps, sessions, { userId: session.userId, id, keep: session.sessionId });
      });
    },
    async removeByOperator(userId, id) {
      await db.transaction(async (tx) => {
        await lockUser(tx, userId);
        await removePasskey(tx, deps, sessions, { userId, id, keep: NO_SESSION });
      });
    },
  };
}

async function storeChallenge(
  { clock, config, db }: AuthDeps,
  challenge: Pick<PasskeyChallengeRow, 'userId' | 'sessionId' | 'epoch'>,
  ceremony: Ceremony,
) {
  const row = await insertPasskeyChallenge(db, { ...challenge, ceremony: { ...ceremony }, createdAt: clock.now() });
  return { challenge_id: row.id, expires_at: Math.floor(row.createdAt.getTime() / 1000) + config.challengeS };
}

/** A wrong answer uses the challenge up, too. Throws `webauthn_challenge_not_found`, `webauthn_challenge_expired`. */
async function takeChallenge(
  { clock, config, db }: AuthDeps,
  id: string,
  sessionId: string | null,
): Promise<PasskeyChallengeRow> {
  const challenge = await deletePasskeyChallenge(db, id);
  if (!challenge || challenge.sessionId !== sessionId) throw new AuthError('webauthn_challenge_not_found');
  const isOld = clock.now().getTime() - challenge.createdAt.getTime() > config.challengeS * 1000;
  if (isOld) throw new AuthError('webauthn_challenge_expired');
  return challenge;
}

async function begin(deps: AuthDeps, session: LiveSession): Promise<PasskeyCeremony> {
  const { config, db } = deps;
  const user = await requireEnrolment(db, deps, session);
  const known = (await listPasskeys(db, user.id)).map(toCredential);
  const named = { id: user.id, name: user.email ?? user.id };
  const { options, ceremony } = await beginRegistration(readRelyingParty(null, config), named, known, true);
  const challenge = { userId: user.id, sessionId: session.sessionId, epoch: user.epoch };
  return { options, ...(await storeChallenge(deps, challenge, ceremony)) };
}

async function register(
  deps: AuthDeps,
  undo: UndoService,
  session: LiveSession,
  challengeId: string,
  answer: unknown,
  client: Client,
): Promise<PasskeyRow> {
  const { clock, db, mailer } = deps;
  const challenge = await takeChallenge(deps, challengeId, session.sessionId);
  const credential = await finishRegistration(challenge.ceremony as unknown as Ceremony, answer);
  if (!credential) throw new AuthError('webauthn_verification_failed');
  return db.transaction(async (tx) => {
    await lockUser(tx, session.userId);
    const user = await requireEnrolment(tx, deps, session);
    if (user.epoch !== challenge.epoch) throw new AuthError('conflict');
    await incrementEpoch(tx, user.id);
    const passkey = await insertPasskey(tx, {
      userId: user.id,
      friendlyName: describeDevice(client.userAgent),
      credentialId: credential.id,
      credential: { ...credential },
      createdAt: clock.now(),
    });
    if (!passkey) throw new AuthError('webauthn_credential_exists');
    const link = await undo.issue(tx, user);
    if (link) {
      const to = user.email ?? '';
      await mailer.send(tx, { kind: 'passkey_added', to, passkey: passkey.friendlyName, undo: link });
    }
    return passkey;
  });
}

async function signIn(
  deps: AuthDeps,
  sessions: SessionService,
  challengeId: string,
  answer: unknown,
  client: Client,
): Promise<IssuedSession> {
  requireEnabled(deps);
  const { clock, db } = deps;
  const challenge = await takeChallenge(deps, challengeId, null);
  const { passkey, user, credential } = await checkAnswer(db, challenge, answer);
  if (isSignInBlocked(user, clock.now())) throw new AuthError('user_banned');
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const locked = await lockPasskey(tx, passkey.id);
    // Another answer may have used the same count of the authenticator a moment ago.
    if (!locked || toCredential(locked).counter !== toCredential(passkey).counter) {
      throw new AuthError('webauthn_verification_failed');
    }
    await updatePasskey(tx, user.id, passkey.id, { credential: { ...credential }, lastUsedAt: clock.now() });
    return sessions.open(tx, user.id, 'passkey', client, { epoch: user.epoch, passkeyId: passkey.id });
  });
}

function toCredential({ credential }: PasskeyRow): Credential {
  return credential as unknown as Credential;
}

function requireEnabled({ config }: AuthDeps): void {
  if (!config.passkeys) throw new AuthError('passkey_disabled');
}

/** Passkeys change only in a session that has passed the account's second factor. Throws `session_not_found`, `insufficient_aal`. */
async function requireLevel(db: Db, session: LiveSession): Promise<void> {
  const { aal } = await getOwnSession(db, session);
  requireEnrolmentAal(await listFactors(db, session.userId), aal);
}

/** A passkey is added to a confirmed account only, by a session that has passed the account's second factor. */
async function requireEnrolment(db: Db, deps: AuthDeps, session: LiveSession): Promise<UserRow> {
  requireEnabled(deps);
  const user = await findUser(db, session.userId);
  if (!user) throw new AuthError('session_not_found');
  requireConfirmedEmail(user);
  await requireLevel(db, session);
  if ((await listPasskeys(db, user.id)).length >= deps.config.maxFactors) throw new AuthError('too_many_passkeys');
  return user;
}

/** An unknown passkey and a wrong answer are told apart by nothing. Throws `webauthn_verification_failed`. */
async function checkAnswer(db: Db, challenge: PasskeyChallengeRow, answer: unknown) {
  const { id: credentialId, response } = (answer ?? {}) as { id?: unknown; response?: { userHandle?: unknown } };
  const passkey = typeof credentialId === 'string' ? await findPasskeyByCredential(db, credentialId) : null;
  const user = passkey && (await findUser(db, passkey.userId));
  if (!passkey || !user) throw new AuthError('webauthn_verification_failed');
  const handle = response?.userHandle;
  const isOwner = typeof handle !== 'string' || Buffer.from(handle, 'base64url').toString() === user.id;
  const credential = isOwner
    ? await finishAuthentication(challenge.ceremony as unknown as Ceremony, toCredential(passkey), answer)
    : null;
  if (!credential) throw new AuthError('webauthn_verification_failed');
  return { passkey, user, credential };
}

/** Ends the other sessions that the passkey opened, and tells its owner. */
async function removePasskey(
  tx: Tx,
  { config, mailer, sessionCache }: AuthDeps,
  sessions: SessionService,
  { userId, id, keep }: { userId: string; id: string; keep: string },
): Promise<void> {
  const removed = await deletePasskey(tx, userId, id);
  if (!removed) throw new AuthError('webauthn_credential_not_found');
  await incrementEpoch(tx, userId);
  await sessions.end(tx, { userId, passkeyId: id, except: keep });
  await updateSessionsWithoutPasskey(tx, userId, id);
  sessionCache.invalidate(tx, userId);
  const user = await findUser(tx, userId);
  if (!user?.email || !user.emailConfirmedAt) return;
  const link = `${config.siteUrl}/settings`;
  await mailer.send(tx, { kind: 'passkey_removed', to: user.email, passkey: removed.friendlyName, link });
}
