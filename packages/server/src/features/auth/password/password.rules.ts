import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARS } from '@soulsight/contract/limits';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { AuthError, invalid } from '../auth.errors.ts';

/** Scores below this need fewer than about a million guesses: common passwords and simple variations of them. */
const LOWEST_SCORE = 2;
/** The estimate's cost grows faster than the length, so only the beginning of longer passwords is estimated. */
const ESTIMATED_CHARS = 48;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * Checks that a password is neither too short or long, nor common, nor similar to the email.
 * Throws `weak_password` with its reasons, or `validation_failed` if it is too long.
 */
export function checkPassword(password: string, email: string | null, minChars = PASSWORD_MIN_CHARS): void {
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES) {
    throw invalid(`Password cannot be longer than ${PASSWORD_MAX_BYTES} bytes`);
  }
  if ([...password].length < minChars) {
    throw new AuthError('weak_password', `Password should be at least ${minChars} characters.`, {
      reasons: ['length'],
    });
  }
  if (
    isLikeEmail(password, email) ||
    estimator.check(password.slice(0, ESTIMATED_CHARS), extractWords(email)).score < LOWEST_SCORE
  ) {
    throw new AuthError(
      'weak_password',
      'Password is known to be weak and easy to guess, please choose a different one.',
      { reasons: ['pwned'] },
    );
  }
}

function extractWords(email: string | null): string[] {
  return email ? [email, ...email.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)] : [];
}

function isLikeEmail(password: string, email: string | null): boolean {
  if (!email) return false;
  const lower = password.toLowerCase();
  const local = email.split('@', 1)[0] ?? '';
  return lower === email || lower.includes(email) || (local.length >= PASSWORD_MIN_CHARS && lower === local);
}
