import type { Mailer } from '../../../core/mail/mailer.ts';
import { renderMail } from '../../../core/mail/template.ts';
import type { AuthLog } from '../auth-log.ts';
import { getMailCopy } from './auth-mail.copy.ts';
import type { AuthMail } from './mail.types.ts';

export interface AuthMailer {
  /** Resolves when the mail has been taken on; one that cannot be is logged, and never told to the caller. */
  send(mail: AuthMail): Promise<void>;
}

/** @param mailer takes rendered mail on */
export function createAuthMailer(mailer: Mailer, log: AuthLog): AuthMailer {
  return {
    async send(mail) {
      if (mail.kind === 'nobody') {
        renderMail({ to: mail.to, ...getMailCopy({ kind: 'magic_link', to: mail.to, link: '', code: '' }) });
        return;
      }
      try {
        await mailer.send(renderMail({ to: mail.to, ...getMailCopy(mail) }));
      } catch (error) {
        log.warn({ kind: mail.kind, reason: (error as Error).name }, 'a mail could not be taken on');
      }
    },
  };
}
