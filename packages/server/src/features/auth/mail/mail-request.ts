import type { PkceChallenge } from '../session/pkce.ts';

/** A request for an email with a link and a code. */
export interface MailRequest {
  /** As typed; the services normalise it. */
  email: string;
  challenge: PkceChallenge | null;
  /** The address that the link redirects to once it is verified. */
  redirectTo: string;
  captchaToken?: string | null | undefined;
}
