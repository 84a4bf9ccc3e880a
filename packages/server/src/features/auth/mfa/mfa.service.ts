import type { Tx } from '../../../core/db/types.ts';
import type { UndoService } from '../account/undo.service.ts';
import {
  type FactorRow,
  findUser,
  incrementEpoch,
  listFactors,
  lockUser,
  type UserRow,
} from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { getOwnSession } from '../session/own-session.ts';
import { requireConfirmedEmail } from '../session/session.rules.ts';
import type { SessionService } from '../session/session.service.ts';
import { type LiveSession, lockSession } from '../session/session.store.ts';
import type { IssuedSession } from '../session/session-tokens.ts';
import {
  type ChallengeableType,
  type ChallengeOptions,
  createFactorKinds,
  type FactorAnswer,
  type FactorKind,
} from './factor-kinds.ts';
import {
  checkEnrolment,
  FACTOR_NAMES,
  LOCK_MS,
  leavesOnlyRecovery,
  MAX_FAILURES,
  METHODS,
  requireEnrolmentAal,
  secondsUntil,
  UNFINISHED_MS,
} from './mfa.rules.ts';
import {
  type ChallengeRow,
  deleteChallenge,
  deleteFactor,
  deleteUnverifiedFactors,
  findChallenge,
  findFactor,
  insertChallenge,
  insertFactor,
  lockFactor,
  updateFactor,
  updateFailures,
  updateSessionsToAal1,
} from './mfa.store.ts';
import { newTotpSecret } from './totp.ts';

export interface Enrolment {
  friendlyName: string | null;
  type: ChallengeableType;
  issuer?: string | undefined;
  phone?: string | undefined;
}

export interface MfaService {
  /** Throws `email_not_confirmed`, `insufficient_aal`, `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`. */
  enroll(session: LiveSession, enrolment: Enrolment): Promise<Record<string, unknown>>;
  challenge(
    session: LiveSession,
    factorId: string,
    options: ChallengeOptions,
    client: Client,
  ): Promise<Record<string, unknown>>;
  /** Answers a challenge that the same session began. Raises the session to aal2 and, at first, verifies the factor. */
  verify(
    session: LiveSession,
    factorId: string,
    challengeId: string,
    answer: FactorAnswer,
    client: Client,
  ): Promise<IssuedSession>;
  unenroll(session: LiveSession, factorId: string): Promise<void>;
  /** Removes a factor that its owner has lost, for an administrator. */
  remove(userId: string, factorId: string): Promise<void>;
}

const WRONG_ANSWER: Record<ChallengeableType, string> = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'Invalid passkey answer',
};

export function createMfaService(
  deps: AuthDeps,
  { sessions, undo }: { sessions: SessionService; undo: UndoService },
): MfaService {
  const { clock, config, db, mailer } = deps;
  const kinds = createFactorKinds(deps);

  function getFactorKind(factor: FactorRow): FactorKind {
    if (factor.factorType === 'recovery_code') throw new AuthError('mfa_factor_not_found');
    return kinds[factor.factorType];
  }

  async function getFactor(userId: string, factorId: string): Promise<FactorRow> {
    const factor = await findFactor(db, userId, factorId);
    if (!factor) throw new AuthError('mfa_factor_not_found');
    return factor;
  }

  return {
    enroll: (session, enrolment) => enroll(deps, session, enrolment),

    async challenge(session, factorId, options, client) {
      const factor = await getFactor(session.userId, factorId);
      const { stored, response } = await getFactorKind(factor).ask(factor, options, client);
      const now = clock.now();
      const { sessionId } = session;
      const challenge = await db.transaction(async (tx) => {
        // A text message takes seconds: another request may have removed the factor meanwhile.
        if (!(await lockFactor(tx, factorId))) throw new AuthError('mfa_factor_not_found');
        await updateFactor(tx, factorId, { lastChallengedAt: now });
        return insertChallenge(tx, { factorId, sessionId, ip: client.ip, createdAt: now, ...stored });
      });
      return {
        id: challenge.id,
        type: factor.factorType,
        expires_at: Math.floor(now.getTime() / 1000) + config.challengeS,
        ...response,
      };
    },

    async verify(session, factorId, challengeId, answer, client) {
      const factor = await getFactor(session.userId, factorId);
      const kind = getFactorKind(factor);
      if (factor.lockedUntil && factor.lockedUntil > clock.now()) {
        const retryAfterS = secondsUntil(factor.lockedUntil, clock.now());
        throw new AuthError('over_request_rate_limit', undefined, { retryAfterS });
      }
      const challenge = await findChallenge(db, factorId, challengeId);
      checkChallenge(deps, challenge, session, client);
      const change = await kind.checkAnswer(factor, challenge, answer);
      if (!change) {
        const until = new Date(clock.now().getTime() + LOCK_MS);
        await updateFailures(db, factor.id, { max: MAX_FAILURES, until });
        throw new AuthError('mfa_verification_failed', WRONG_ANSWER[factor.factorType as ChallengeableType]);
      }
      return db.transaction(async (tx) => {
        const user = await completeChallenge(tx, deps, { session, factor, challengeId, change });
        const row = await lockSession(tx, session.sessionId);
        if (!row) throw new AuthError('session_not_found');
        const raised = await sessions.elevate(tx, row, METHODS[factor.factorType], factor.id);
        const link = factor.status === 'unverified' ? await undo.issue(tx, user) : null;
        if (link) {
          const to = user.email ?? '';
          await mailer.send(tx, { kind: 'factor_added', to, factor: describeFactor(factor), undo: link });
        }
        return raised;
      });
    },

    unenroll: (session, factorId) =>
      remove(deps, session.userId, factorId, async (tx, factor) => {
        const { aal } = await getOwnSession(tx, session);
        if (factor.status !== 'verified' || aal === 'aal2') return;
        throw new AuthError('insufficient_aal', 'AAL2 required to unenroll verified factor', { status: 422 });
      }),

    remove: (userId, factorId) => remove(deps, userId, factorId, async () => {}),
  };
}

async function enroll(deps: AuthDeps, session: LiveSession, enrolment: Enrolment): Promise<Record<string, unknown>> {
  const { clock, config, db, sms, vault } = deps;
  const { userId } = session;
  const { friendlyName, type, phone } = enrolment;
  requireConfirmedEmail(session);
  if (type === 'phone' && !sms.isAvailable) throw new AuthError('mfa_phone_enroll_not_enabled');
  const now = clock.now();
  const totp = type === 'totp' ? await newTotpSecret(session.email ?? userId, enrolment.issuer) : null;
  const factor = await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const { aal } = await getOwnSession(tx, session);
    await deleteUnverifiedFactors(tx, userId, { before: new Date(now.getTime() - UNFINISHED_MS) });
    const known = await listFactors(tx, userId);
    checkEnrolment(known, { friendlyName, aal, maxFactors: config.maxFactors });
    return insertFactor(tx, {
      userId,
      friendlyName,
      factorType: type,
      phone: phone ?? null,
      secret: totp ? await vault.seal(tx, `user:${userId}`, totp.secret, 'factor') : null,
      createdAt: now,
      updatedAt: now,
    });
  });
  return {
    id: factor.id,
    type,
    friendly_name: friendlyName ?? '',
    ...(totp ? { totp: { qr_code: totp.qrCode, secret: totp.secret, uri: totp.uri } } : {}),
    ...(phone ? { phone } : {}),
  };
}

function checkChallenge(
  { clock, config }: AuthDeps,
  challenge: ChallengeRow | null,
  session: LiveSession,
  client: Client,
): asserts challenge is ChallengeRow {
  if (challenge?.sessionId !== session.sessionId) throw new AuthError('mfa_challenge_expired');
  if (clock.now().getTime() - challenge.createdAt.getTime() > config.challengeS * 1000) {
    throw new AuthError('mfa_challenge_expired');
  }
  if (challenge.ip !== client.ip) throw new AuthError('mfa_ip_address_mismatch');
}

interface RightAnswer {
  session: LiveSession;
  /** As it was when the answer was checked. */
  factor: FactorRow;
  challengeId: string;
  change: Partial<FactorRow>;
}

/** Uses the challenge up and marks its factor as verified, unless the factor has changed since the answer was checked. */
async function completeChallenge(tx: Tx, { clock }: AuthDeps, answer: RightAnswer): Promise<UserRow> {
  const { session, factor, challengeId, change } = answer;
  const user = await lockUser(tx, session.userId);
  if (!user) throw new AuthError('user_not_found');
  const locked = await lockFactor(tx, factor.id);
  if (locked?.status !== factor.status || !(await deleteChallenge(tx, challengeId))) {
    throw new AuthError('mfa_challenge_expired');
  }
  if (locked.status === 'unverified') {
    requireEnrolmentAal(await listFactors(tx, session.userId), (await getOwnSession(tx, session)).aal);
    await incrementEpoch(tx, session.userId);
  }
  // Another challenge may have used the same code a moment ago.
  if (change.lastStep && locked.lastStep !== null && change.lastStep <= locked.lastStep) {
    throw new AuthError('mfa_verification_failed');
  }
  const reset = { failures: 0, lockedUntil: null, updatedAt: clock.now() };
  await updateFactor(tx, factor.id, { ...change, ...reset, status: 'verified' });
  await deleteUnverifiedFactors(tx, session.userId, { except: factor.id });
  return user;
}

/** @param check whether the caller may remove the factor, which another request may have verified a moment ago */
async function remove(
  deps: AuthDeps,
  userId: string,
  factorId: string,
  check: (tx: Tx, factor: FactorRow) => Promise<void>,
): Promise<void> {
  const { db, sessionCache } = deps;
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const known = await listFactors(tx, userId);
    const factor = known.find(({ id }) => id === factorId);
    if (!factor) throw new AuthError('mfa_factor_not_found');
    await check(tx, factor);
    await deleteFactor(tx, factor.id);
    if (leavesOnlyRecovery(known, factor.id)) {
      for (const other of known) if (other.factorType === 'recovery_code') await deleteFactor(tx, other.id);
    }
    const hasOthers = (await listFactors(tx, userId)).some((other) => other.status === 'verified');
    await updateSessionsToAal1(tx, userId, hasOthers ? factor.id : null);
    await incrementEpoch(tx, userId);
    sessionCache.invalidate(tx, userId);
    if (factor.status === 'verified') await notifyRemoved(tx, deps, userId, factor);
  });
}

async function notifyRemoved(tx: Tx, { config, mailer }: AuthDeps, userId: string, factor: FactorRow): Promise<void> {
  const user = await findUser(tx, userId);
  if (!user?.email || !user.emailConfirmedAt) return;
  const link = `${config.siteUrl}/settings`;
  await mailer.send(tx, { kind: 'factor_removed', to: user.email, factor: describeFactor(factor), link });
}

function describeFactor({ factorType, friendlyName }: FactorRow): string {
  return `${FACTOR_NAMES[factorType]}${friendlyName ? ` (${friendlyName})` : ''}`;
}
