import type { FactorRow } from '../account/user.store.ts';
import { AuthError } from '../auth.errors.ts';
import type { AuthMethod } from '../session/session.rules.ts';

/** An enrolment that nobody finished is forgotten after this. */
export const UNFINISHED_MS = 300_000;
/** Wrong codes in a row until a factor takes none for a while: far more than a slip, far fewer than a search. */
export const MAX_FAILURES = 20;
export const LOCK_MS = 900_000;
/** Tries at one code that was sent to a phone. */
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

/** May a person with these factors enrol another? Throws why not. */
export function checkEnrolment(
  factors: readonly FactorRow[],
  wanted: { friendlyName: string | null; aal: 'aal1' | 'aal2'; maxFactors: number },
): void {
  const counted = factors.filter((factor) => factor.factorType !== 'recovery_code');
  if (wanted.friendlyName && factors.some((factor) => factor.friendlyName === wanted.friendlyName)) {
    throw new AuthError(
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${wanted.friendlyName}" for this user already exists`,
    );
  }
  if (counted.length >= wanted.maxFactors) throw new AuthError('too_many_enrolled_mfa_factors');
  if (wanted.aal !== 'aal2' && factors.some((factor) => factor.status === 'verified')) {
    throw new AuthError('insufficient_aal', 'AAL2 required to enroll a new factor');
  }
}

/** Would taking this factor away leave only recovery codes, which stand for another factor and never alone? */
export function leavesOnlyRecovery(factors: readonly FactorRow[], removedId: string): boolean {
  const rest = factors.filter((factor) => factor.id !== removedId && factor.status === 'verified');
  return rest.length > 0 && rest.every((factor) => factor.factorType === 'recovery_code');
}
