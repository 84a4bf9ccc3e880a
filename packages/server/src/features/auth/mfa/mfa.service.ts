import { type FactorRow, findUser, listFactors } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import type { IssuedSession, SessionService } from '../session/session.service.ts';
import { type LiveSession, lockSession } from '../session/session.store.ts';
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
  enroll(session: LiveSession, wanted: Enrolment): Promise<Record<string, unknown>>;
  challenge(
    session: LiveSession,
    factorId: string,
    asked: ChallengeOptions,
    client: Client,
  ): Promise<Record<string, unknown>>;
  verify(
    session: LiveSession,
    factorId: string,
    challengeId: string,
    answer: FactorAnswer,
    client: Client,
  ): Promise<IssuedSession>;
  unenroll(session: LiveSession, factorId: string): Promise<void>;
  /** Without the person: an administrator removes a factor that its owner has lost. */
  remove(userId: string, factorId: string): Promise<void>;
}

const WRONG: Record<ChallengeableType, string> = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'Invalid passkey answer',
};

export function createMfaService(deps: AuthDeps, sessions: SessionService): MfaService {
  const { clock, config, db, mailer, sessionCache, sms, vault } = deps;
  const kinds = createFactorKinds(deps);

  function getFactorKind(factor: FactorRow): FactorKind {
    if (factor.factorType === 'recovery_code') throw new AuthError('mfa_factor_not_found');
    return kinds[factor.factorType];
  }

  async function getOwnFactor(userId: string, factorId: string): Promise<FactorRow> {
    const factor = await findFactor(db, userId, factorId);
    if (!factor) throw new AuthError('mfa_factor_not_found');
    return factor;
  }

  async function notifyOwner(
    userId: string,
    kind: 'factor_added' | 'factor_removed',
    factor: FactorRow,
  ): Promise<void> {
    const user = await findUser(db, userId);
    if (!user?.email || !user.emailConfirmedAt) return;
    const named = factor.friendlyName ? ` (${factor.friendlyName})` : '';
    const what = `${FACTOR_NAMES[factor.factorType]}${named}`;
    await mailer.send({ kind, to: user.email, factor: what, link: `${config.siteUrl}/settings` });
  }

  async function enroll(session: LiveSession, wanted: Enrolment): Promise<Record<string, unknown>> {
    if (wanted.type === 'phone' && !sms.isAvailable) throw new AuthError('mfa_phone_enroll_not_enabled');
    const now = clock.now();
    const label = session.email ?? session.userId;
    const totp = wanted.type === 'totp' ? await newTotpSecret(label, wanted.issuer) : null;
    const factor = await db.transaction(async (tx) => {
      await deleteUnverifiedFactors(tx, session.userId, { before: new Date(now.getTime() - UNFINISHED_MS) });
      const known = await listFactors(tx, session.userId);
      checkEnrolment(known, { ...wanted, aal: session.aal, maxFactors: config.maxFactors });
      return insertFactor(tx, {
        userId: session.userId,
        friendlyName: wanted.friendlyName,
        factorType: wanted.type,
        phone: wanted.phone ?? null,
        secret: totp ? await vault.seal(tx, `user:${session.userId}`, totp.secret, 'factor') : null,
        createdAt: now,
        updatedAt: now,
      });
    });
    return {
      id: factor.id,
      type: wanted.type,
      friendly_name: wanted.friendlyName ?? '',
      ...(totp ? { totp: { qr_code: totp.qrCode, secret: totp.secret, uri: totp.uri } } : {}),
      ...(wanted.phone ? { phone: wanted.phone } : {}),
    };
  }

  function checkChallenge(challenge: ChallengeRow | null, client: Client): asserts challenge is ChallengeRow {
    if (!challenge) throw new AuthError('mfa_challenge_expired');
    if (clock.now().getTime() - challenge.createdAt.getTime() > config.challengeS * 1000) {
      throw new AuthError('mfa_challenge_expired');
    }
    if (challenge.ip !== client.ip) throw new AuthError('mfa_ip_address_mismatch');
  }

  async function completeChallenge(
    session: LiveSession,
    factor: FactorRow,
    challengeId: string,
    change: Partial<FactorRow>,
  ) {
    return db.transaction(async (tx) => {
      const row = await lockSession(tx, session.sessionId);
      if (!row) throw new AuthError('session_not_found');
      const locked = await lockFactor(tx, factor.id);
      if (!locked || !(await deleteChallenge(tx, challengeId))) throw new AuthError('mfa_challenge_expired');
      // Another challenge may have taken the same code a moment ago.
      if (change.lastStep && locked.lastStep !== null && change.lastStep <= locked.lastStep) {
        throw new AuthError('mfa_verification_failed');
      }
      const now = clock.now();
      await updateFactor(tx, factor.id, {
        ...change,
        status: 'verified',
        failures: 0,
        lockedUntil: null,
        updatedAt: now,
      });
      await deleteUnverifiedFactors(tx, session.userId, { except: factor.id });
      return sessions.elevate(tx, row, METHODS[factor.factorType], factor.id);
    });
  }

  async function remove(userId: string, factor: FactorRow): Promise<void> {
    await db.transaction(async (tx) => {
      const known = await listFactors(tx, userId);
      await deleteFactor(tx, factor.id);
      if (leavesOnlyRecovery(known, factor.id)) {
        for (const other of known) if (other.factorType === 'recovery_code') await deleteFactor(tx, other.id);
      }
      const left = (await listFactors(tx, userId)).some((other) => other.status === 'verified');
      await updateSessionsToAal1(tx, userId, left ? factor.id : null);
      sessionCache.invalidate(tx, userId);
    });
    if (factor.status === 'verified') await notifyOwner(userId, 'factor_removed', factor);
  }

  return {
    enroll,

    async challenge(session, factorId, asked, client) {
      const factor = await getOwnFactor(session.userId, factorId);
      const kind = getFactorKind(factor);
      const { stored, response } = await kind.ask(factor, asked);
      const now = clock.now();
      const challenge = await insertChallenge(db, { factorId, ip: client.ip, createdAt: now, ...stored });
      await updateFactor(db, factorId, { lastChallengedAt: now });
      return {
        id: challenge.id,
        type: factor.factorType,
        expires_at: Math.floor(now.getTime() / 1000) + config.challengeS,
        ...response,
      };
    },

    async verify(session, factorId, challengeId, answer, client) {
      const factor = await getOwnFactor(session.userId, factorId);
      const kind = getFactorKind(factor);
      if (factor.lockedUntil && factor.lockedUntil > clock.now()) throw new AuthError('over_request_rate_limit');
      const challenge = await findChallenge(db, factorId, challengeId);
      checkChallenge(challenge, client);
      const change = await kind.checkAnswer(factor, challenge, answer);
      if (!change) {
        const until = new Date(clock.now().getTime() + LOCK_MS);
        await updateFailures(db, factor.id, { max: MAX_FAILURES, until });
        throw new AuthError('mfa_verification_failed', WRONG[factor.factorType as ChallengeableType]);
      }
      const raised = await completeChallenge(session, factor, challengeId, change);
      if (factor.status === 'unverified') await notifyOwner(session.userId, 'factor_added', factor);
      return raised;
    },

    async unenroll(session, factorId) {
      const factor = await getOwnFactor(session.userId, factorId);
      if (factor.status === 'verified' && session.aal !== 'aal2') {
        throw new AuthError('insufficient_aal', 'AAL2 required to unenroll verified factor', { status: 422 });
      }
      await remove(session.userId, factor);
    },

    async remove(userId, factorId) {
      const factor = await findFactor(db, userId, factorId);
      if (!factor) throw new AuthError('mfa_factor_not_found');
      await remove(userId, factor);
    },
  };
}
