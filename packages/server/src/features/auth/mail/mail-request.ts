import type { PkceChallenge } from '../session/pkce.ts';

/** An email that somebody asked for. */
export interface MailRequest {
  /** Lower case. */
  email: string;
  challenge: PkceChallenge | null;
  redirectTo: string;
}
