import type { Clock } from '../clock.ts';
import { afterCommit } from '../db/commit-hooks.ts';
import { assertNoTransaction } from '../db/transaction-scope.ts';
import type { Db } from '../db/types.ts';
import type { Mail, Mailbox } from './mailbox.ts';

export interface Mailer {
  /**
   * Queues a mail. Inside a transaction pass it as `tx`: the mail is sent only if it commits. Of several mails with one `key` the
   * first one is sent.
   */
  send(mail: Mail, options?: { tx?: Db; key?: string }): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}

/** Delivers mail to the mailbox at once. */
export function mailboxMailer(mailbox: Mailbox, clock: Clock): Mailer {
  const keys = new Set<string>();
  return {
    async send(mail, { tx, key } = {}) {
      const add = () => {
        if (key !== undefined && keys.has(key)) return;
        if (key !== undefined) keys.add(key);
        mailbox.add(mail, clock.now());
      };
      if (tx) return afterCommit(tx, add);
      assertNoTransaction('mailer without `tx`');
      add();
    },
    close() {},
  };
}
