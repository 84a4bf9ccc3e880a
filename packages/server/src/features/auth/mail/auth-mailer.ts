import type { Mailer } from '../../../core/mail/mailer.ts';
import { renderMail } from '../../../core/mail/template.ts';
import type { AuthLog } from '../auth.deps.ts';
import { copyOf } from './auth-mail.copy.ts';

/** What the auth service writes to people. */
export type AuthMail =
  | { kind: 'confirm_sign_up' | 'magic_link' | 'recovery' | 'invite'; to: string; link: string; code: string }
  | { kind: 'email_change_current'; to: string; newEmail: string; link: string; code: string }
  | { kind: 'email_change_new'; to: string; link: string; code: string }
  | { kind: 'reauthentication'; to: string; code: string }
  | { kind: 'already_registered' | 'password_changed'; to: string; link: string }
  | { kind: 'email_changed'; to: string; newEmail: string; link: string }
  | { kind: 'factor_added' | 'factor_removed'; to: string; factor: string; link: string }
  /** For an address that nobody has: prepared like any other and not sent. */
  | { kind: 'nobody'; to: string };

export interface AuthMailer {
  /** Resolves when the mail has been taken on; one that cannot be is logged, and never told to the caller. */
  send(mail: AuthMail): Promise<void>;
}

/** @param mailer takes rendered mail on */
export function createAuthMailer(mailer: Mailer, log: AuthLog): AuthMailer {
  return {
    async send(mail) {
      if (mail.kind === 'nobody') {
        renderMail({ to: mail.to, ...copyOf({ kind: 'magic_link', to: mail.to, link: '', code: '' }) });
        return;
      }
      try {
        await mailer.send(renderMail({ to: mail.to, ...copyOf(mail) }));
      } catch (error) {
        log.warn({ kind: mail.kind, reason: (error as Error).name }, 'a mail could not be taken on');
      }
    },
  };
}
