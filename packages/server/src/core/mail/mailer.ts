import type { Clock } from '../clock.ts';
import { afterCommit } from '../db/commit-hooks.ts';
import type { Db } from '../db/types.ts';
import type { Mail, Mailbox } from './mailbox.ts';

export interface Mailer {
  /** Takes a mail on. With `tx` it goes out only if that transaction commits. */
  send(mail: Mail, options?: { tx?: Db }): Promise<void>;
  /** Ends its connections. */
  close(): void;
}

/** Mail straight into the mailbox. */
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
