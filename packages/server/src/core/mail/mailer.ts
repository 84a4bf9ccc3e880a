import type { Clock } from '../clock.ts';
import { afterCommit } from '../db/commit-hooks.ts';
import type { Db } from '../db/types.ts';
import type { Mail, Mailbox } from './mailbox.ts';

export interface Mailer {
  /** Queues a mail. With `tx` it is sent only if that transaction commits; of several with one `key`, the first one. */
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
      if (tx) afterCommit(tx, add);
      else add();
    },
    close() {},
  };
}
