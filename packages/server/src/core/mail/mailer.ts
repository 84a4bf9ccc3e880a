import type { Clock } from '../clock.ts';
import { afterCommit } from '../db/commit-hooks.ts';
import type { Db } from '../db/types.ts';
import type { Mail, Mailbox } from './mailbox.ts';

export interface Mailer {
  /** Queues a mail. With `tx` it is sent only if that transaction commits. */
  send(mail: Mail, options?: { tx?: Db }): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}

/** Delivers mail to the mailbox at once. */
export function mailboxMailer(mailbox: Mailbox, clock: Clock): Mailer {
  return {
    async send(mail, { tx } = {}) {
      const add = () => mailbox.add(mail, clock.now());
      if (tx) afterCommit(tx, add);
      else add();
    },
    close() {},
  };
}
