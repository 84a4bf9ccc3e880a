import { createHash } from 'node:crypto';
import { invalid } from '../auth.errors.ts';
import { equalsConstantTime } from './secrets.ts';

export type ChallengeMethod = 's256' | 'plain';
export interface PkceChallenge {
  challenge: string;
  method: ChallengeMethod;
}

const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Reads the challenge of a new flow. Null without PKCE.
 * Browsers send `plain` if the page is not in a secure context (plain HTTP on a local network).
 * Throws `validation_failed`.
 */
export function readPkceChallenge(
  challenge: string | null | undefined,
  method: string | null | undefined,
): PkceChallenge | null {
  if (!challenge && !method) return null;
  if (!challenge || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (!CHALLENGE.test(challenge))
    throw invalid('code challenge has to be between 43 and 128 characters of the unreserved set');
  const lower = method.toLowerCase();
  if (lower !== 's256' && lower !== 'plain') throw invalid('unsupported code_challenge method');
  return { challenge, method: lower };
}

/** Whether the verifier belongs to the challenge, compared in constant time. */
export function verifierMatches(flow: PkceChallenge, verifier: string): boolean {
  const derived = flow.method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return equalsConstantTime(derived, flow.challenge);
}
