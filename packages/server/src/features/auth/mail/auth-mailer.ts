import type { Tx } from '../../../core/db/types.ts';
import type { Mailer } from '../../../core/mail/mailer.ts';
import { renderMail } from '../../../core/mail/template.ts';
import { getMailCopy } from './auth-mail.copy.ts';
import type { AuthMail } from './mail.types.ts';

export interface AuthMailer {
  /**
   * Queues an email in the transaction of what it tells: both are stored, or neither. It may be the only message that lets an owner
   * undo a change, and its secret is stored nowhere else.
   */
  send(tx: Tx, mail: AuthMail): Promise<void>;
}

export function createAuthMailer(mailer: Mailer): AuthMailer {
  return {
    async send(tx, mail) {
      if (mail.kind === 'decoy') {
        renderMail({ to: mail.to, ...getMailCopy({ kind: 'magic_link', to: mail.to, link: '', code: '' }) });
        return;
      }
      await mailer.send(renderMail({ to: mail.to, ...getMailCopy(mail) }), { tx });
    },
  };
}
