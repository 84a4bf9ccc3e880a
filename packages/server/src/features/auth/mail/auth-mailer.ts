import type { Mailer } from '../../../core/mail/mailer.ts';
import { renderMail } from '../../../core/mail/template.ts';
import type { AuthLog } from '../auth-log.ts';
import { getMailCopy } from './auth-mail.copy.ts';
import type { AuthMail } from './mail.types.ts';

export interface AuthMailer {
  /** Queues an email. A failure is logged and never reaches the caller. Call it after the transaction. */
  send(mail: AuthMail): Promise<void>;
}

export function createAuthMailer(mailer: Mailer, log: AuthLog): AuthMailer {
  return {
    async send(mail) {
      if (mail.kind === 'decoy') {
        renderMail({ to: mail.to, ...getMailCopy({ kind: 'magic_link', to: mail.to, link: '', code: '' }) });
        return;
      }
      try {
        await mailer.send(renderMail({ to: mail.to, ...getMailCopy(mail) }));
      } catch (error) {
        log.warn({ kind: mail.kind, reason: (error as Error).name }, 'failed to queue an email');
      }
    },
  };
}
