import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARS } from '@soulsight/contract/limits';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { AuthError, invalid } from '../auth.errors.ts';

/** Fewer than about a million guesses: what a list of common passwords and simple variations finds. */
const LOWEST_SCORE = 2;
/** The estimate's cost grows faster than the length; longer passwords are judged by their beginning. */
const ESTIMATED_CHARS = 48;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * Refuses a password that is short, long, common or like the email.
 * Throws `weak_password` with its reasons, or `validation_failed` where it is too long.
 */
export function checkPassword(password: string, email: string | null): void {
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES) {
    throw invalid(`Password cannot be longer than ${PASSWORD_MAX_BYTES} bytes`);
  }
  if ([...password].length < PASSWORD_MIN_CHARS) {
    throw new AuthError('weak_password', `Password should be at least ${PASSWORD_MIN_CHARS} characters.`, {
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
