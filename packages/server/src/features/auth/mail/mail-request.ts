import type { Challenge } from '../session/pkce.ts';

/** An email that somebody asked for. */
export interface MailRequest {
  /** Lower case. */
  email: string;
  challenge: Challenge | null;
  redirectTo: string;
}
