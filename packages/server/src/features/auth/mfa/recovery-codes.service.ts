import { randomInt } from 'node:crypto';
import type { Db, Tx } from '../../../core/db/types.ts';
import type { UndoService } from '../account/undo.service.ts';
import { type FactorRow, incrementEpoch, listFactors, lockUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { getOwnSession } from '../session/own-session.ts';
import { hashSecret } from '../session/secrets.ts';
import type { SessionService } from '../session/session.service.ts';
import { type LiveSession, lockSession } from '../session/session.store.ts';
import type { IssuedSession } from '../session/session-tokens.ts';
import { checkEnrolment, FACTOR_NAMES, LOCK_MS, MAX_FAILURES, secondsUntil } from './mfa.rules.ts';
import {
  countRecoveryCodes,
  deleteFactor,
  insertFactor,
  replaceRecoveryCodes,
  updateFactor,
  updateFailures,
  updateRecoveryCodeUsed,
} from './mfa.store.ts';

export interface RecoveryCodeService {
  status(session: LiveSession): Promise<Record<string, unknown>>;
  /** Ten codes that each replace a lost factor once. They are shown only in this response. */
  generate(session: LiveSession, friendlyName: string | null): Promise<Record<string, unknown>>;
  regenerate(session: LiveSession): Promise<Record<string, unknown>>;
  verify(session: LiveSession, code: string): Promise<IssuedSession>;
  remove(session: LiveSession): Promise<{ id: string }>;
}

const CODES = 10;
const CODE_CHARS = 16;
/** No characters that look alike. A code has about 79 bits. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

export function createRecoveryCodeService(
  deps: AuthDeps,
  { sessions, undo }: { sessions: SessionService; undo: UndoService },
): RecoveryCodeService {
  const { clock, config, db, mailer } = deps;

  async function getRecoveryFactor(handle: Db, userId: string): Promise<FactorRow> {
    const factor = (await listFactors(handle, userId)).find((row) => row.factorType === 'recovery_code');
    if (!factor) throw new AuthError('mfa_factor_not_found');
    return factor;
  }

  async function notifyOwner(tx: Tx, { userId, email, emailConfirmedAt }: LiveSession): Promise<void> {
    const link = await undo.issue(tx, { id: userId, email, emailConfirmedAt });
    if (email && link) await mailer.send(tx, { kind: 'recovery_codes_made', to: email, undo: link });
  }

  return {
    async status(session) {
      const factor = await getRecoveryFactor(db, session.userId);
      return { id: factor.id, type: 'recovery_code', ...(await countRecoveryCodes(db, factor.id)) };
    },

    async generate(session, friendlyName) {
      requireAal2(session, 'AAL2 required to generate recovery codes');
      const codes = makeCodes();
      const name = friendlyName ?? FACTOR_NAMES.recovery_code;
      const factor = await db.transaction(async (tx) => {
        const made = await insertCodes(tx, deps, session, name, codes);
        await notifyOwner(tx, session);
        return made;
      });
      return presentCodes(factor, codes);
    },

    async regenerate(session) {
      requireAal2(session, 'AAL2 required to regenerate recovery codes');
      const codes = makeCodes();
      const factor = await db.transaction(async (tx) => {
        await beginChange(tx, session);
        const factor = await getRecoveryFactor(tx, session.userId);
        const now = clock.now();
        await replaceRecoveryCodes(tx, factor.id, hashCodes(codes), now);
        await updateFactor(tx, factor.id, { failures: 0, lockedUntil: null, updatedAt: now });
        await notifyOwner(tx, session);
        return factor;
      });
      return presentCodes(factor, codes);
    },

    async verify(session, code) {
      const factor = await getRecoveryFactor(db, session.userId).catch(() => null);
      if (!factor) throw new AuthError('mfa_verification_failed', 'Invalid recovery code entered');
      const now = clock.now();
      assertNotLocked(factor, now);
      const plain = code.toLowerCase().replace(/[\s-]/g, '');
      const issued = await db.transaction(async (tx) => {
        await lockUser(tx, session.userId);
        const row = await lockSession(tx, session.sessionId);
        if (!row) throw new AuthError('session_not_found');
        if (!(await updateRecoveryCodeUsed(tx, factor.id, hashSecret(plain), now))) return null;
        await updateFactor(tx, factor.id, { failures: 0, lockedUntil: null, updatedAt: now });
        return sessions.elevate(tx, row, 'mfa/recovery_code', factor.id);
      });
      if (!issued) {
        await updateFailures(db, factor.id, { max: MAX_FAILURES, until: new Date(now.getTime() + LOCK_MS) });
        throw new AuthError('mfa_verification_failed', 'Invalid recovery code entered');
      }
      return issued;
    },

    async remove(session) {
      requireAal2(session, 'AAL2 required to remove recovery codes');
      return db.transaction(async (tx) => {
        await beginChange(tx, session);
        const factor = await getRecoveryFactor(tx, session.userId);
        await deleteFactor(tx, factor.id);
        const { email, emailConfirmedAt } = session;
        const link = `${config.siteUrl}/settings`;
        if (email && emailConfirmedAt)
          await mailer.send(tx, { kind: 'factor_removed', to: email, factor: FACTOR_NAMES.recovery_code, link });
        return { id: factor.id };
      });
    },
  };
}

/** The codes are a way in, so their change ends what was begun before it. Throws `session_not_found`, `insufficient_aal`. */
async function beginChange(tx: Tx, session: LiveSession): Promise<void> {
  await lockUser(tx, session.userId);
  requireAal2(await getOwnSession(tx, session), 'AAL2 required to change recovery codes');
  await incrementEpoch(tx, session.userId);
}

async function insertCodes(
  tx: Tx,
  { clock, config }: AuthDeps,
  session: LiveSession,
  friendlyName: string,
  codes: readonly string[],
): Promise<FactorRow> {
  await beginChange(tx, session);
  const known = await listFactors(tx, session.userId);
  if (known.some((row) => row.factorType === 'recovery_code')) throw new AuthError('mfa_verified_factor_exists');
  if (!known.some((row) => row.status === 'verified')) throw new AuthError('mfa_recovery_codes_sole_factor');
  checkEnrolment(known, { friendlyName, aal: session.aal, maxFactors: config.maxFactors + 1 });
  const now = clock.now();
  const made = await insertFactor(tx, {
    userId: session.userId,
    friendlyName,
    factorType: 'recovery_code',
    status: 'verified',
    createdAt: now,
    updatedAt: now,
  });
  await replaceRecoveryCodes(tx, made.id, hashCodes(codes), now);
  return made;
}

function requireAal2(session: LiveSession, message: string): void {
  if (session.aal !== 'aal2') throw new AuthError('insufficient_aal', message);
}

function presentCodes(factor: FactorRow, codes: string[]): Record<string, unknown> {
  return {
    id: factor.id,
    type: 'recovery_code',
    friendly_name: factor.friendlyName ?? undefined,
    total: codes.length,
    codes,
  };
}

function hashCodes(codes: readonly string[]): string[] {
  return codes.map((code) => hashSecret(code));
}

function makeCodes(): string[] {
  return Array.from({ length: CODES }, () =>
    Array.from({ length: CODE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  );
}

/** After too many wrong codes. Throws `mfa_recovery_codes_locked`. */
function assertNotLocked({ lockedUntil }: FactorRow, now: Date): void {
  if (!lockedUntil || lockedUntil <= now) return;
  throw new AuthError('mfa_recovery_codes_locked', undefined, { retryAfterS: secondsUntil(lockedUntil, now) });
}
