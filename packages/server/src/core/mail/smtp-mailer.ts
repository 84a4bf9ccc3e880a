import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { Vault } from '../crypto/vault.ts';
import { assertNoTransaction } from '../db/transaction-scope.ts';
import type { Db } from '../db/types.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Mail } from './mailbox.ts';
import type { Mailer } from './mailer.ts';

const JOB = 'mail.send';
const SEALED_FOR = 'system:mail';

interface SmtpDeps {
  config: Config;
  db: Db;
  vault: Vault;
  jobs: Jobs;
}

/** Sends mail by SMTP, as a job: it survives this process and is retried while the server is down. */
export function smtpMailer({ config, db, vault, jobs }: SmtpDeps): Mailer {
  const from = config.mail.kind === 'smtp' ? config.mail.from : undefined;
  const transport = createTransport({ url: config.secrets.smtpUrl ?? '', pool: true });
  // `sendMail` reports errors to its caller; without a listener this event would end the process.
  transport.on('error', () => {});
  jobs.on<{ sealed: string }>(JOB, async ({ sealed }, { id }) => {
    const mail = await vault.openJson<Mail>(db, SEALED_FOR, Buffer.from(sealed, 'base64'));
    assertNoTransaction('mail server');
    const attachments = mail.attachments?.map((file) => ({ ...file, encoding: 'base64' }));
    // The same at each attempt: where the answer to the first one was lost, mail servers recognise the email by it.
    const messageId = `<${id}@${new URL(config.publicUrl).hostname}>`;
    await transport.sendMail({ ...mail, messageId, from, ...(attachments && { attachments }) });
  });
  return {
    async send(mail, { tx, key } = {}) {
      const sealed = await vault.seal(tx ?? db, SEALED_FOR, mail);
      const options = { ...(tx && { tx }), ...(key !== undefined && { id: toJobId(key) }) };
      await jobs.send(JOB, { sealed: sealed.toString('base64') }, options);
    },
    close: () => transport.close(),
  };
}

/** The same UUID for the same key (RFC 9562, version 8). */
function toJobId(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
