import type { FactorRow } from '../account/user.store.ts';
import { AuthError } from '../auth.errors.ts';
import type { AuthMethod } from '../session/session.rules.ts';

/** An enrolment that is not finished within this time is deleted. */
export const UNFINISHED_MS = 300_000;
/** Wrong codes in a row before a factor is locked for `LOCK_MS`: more than anybody mistypes, too few to guess. */
export const MAX_FAILURES = 20;
export const LOCK_MS = 900_000;
/** Attempts at one code that was sent to a phone. */
export const MAX_CHALLENGE_ATTEMPTS = 5;

export const METHODS: Record<FactorRow['factorType'], AuthMethod> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
};

export const FACTOR_NAMES: Record<FactorRow['factorType'], string> = {
  totp: 'Authenticator app',
  phone: 'Phone',
  webauthn: 'Passkey',
  recovery_code: 'Recovery codes',
};

/**
 * Checks that a user with these factors may enrol another.
 * Throws `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`, `insufficient_aal`.
 */
export function checkEnrolment(
  factors: readonly FactorRow[],
  enrolment: { friendlyName: string | null; aal: 'aal1' | 'aal2'; maxFactors: number },
): void {
  const counted = factors.filter((factor) => factor.factorType !== 'recovery_code');
  if (enrolment.friendlyName && factors.some((factor) => factor.friendlyName === enrolment.friendlyName)) {
    throw new AuthError(
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${enrolment.friendlyName}" for this user already exists`,
    );
  }
  if (counted.length >= enrolment.maxFactors) throw new AuthError('too_many_enrolled_mfa_factors');
  requireEnrolmentAal(factors, enrolment.aal);
}

/** Once there is a verified factor, another is added only in a session that has passed one. Throws `insufficient_aal`. */
export function requireEnrolmentAal(factors: readonly FactorRow[], aal: 'aal1' | 'aal2'): void {
  if (aal === 'aal2' || factors.every((factor) => factor.status !== 'verified')) return;
  throw new AuthError('insufficient_aal', 'AAL2 required to enroll a new factor');
}

/** Whether only recovery codes would remain without a factor. They replace another factor and are never the only one. */
export function leavesOnlyRecovery(factors: readonly FactorRow[], removedId: string | null): boolean {
  const rest = factors.filter((factor) => factor.id !== removedId && factor.status === 'verified');
  return rest.length > 0 && rest.every((factor) => factor.factorType === 'recovery_code');
}

/** Whole seconds from `now`, at least 1, for `retry-after`. */
export function secondsUntil(time: Date, now: Date): number {
  return Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 1000));
}
