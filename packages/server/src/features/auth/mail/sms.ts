import { assertNoTransaction } from '../../../core/db/transaction-scope.ts';
import type { Mailer } from '../../../core/mail/mailer.ts';
import { AuthError } from '../auth.errors.ts';

/** Sends text messages. */
export interface SmsSender {
  /** Whether messages can be sent at all. */
  isAvailable: boolean;
  /** Throws `sms_send_failed`. */
  send(message: { to: string; text: string }): Promise<void>;
}

const TIMEOUT_MS = 10_000;

/** Posts `{from, to, text}` to the installation's gateway. */
export function createSmsGateway(gateway: { url: string; from: string; token: string | null }): SmsSender {
  return {
    isAvailable: true,
    async send({ to, text }) {
      assertNoTransaction('SMS gateway');
      const response = await fetch(gateway.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(gateway.token ? { authorization: `Bearer ${gateway.token}` } : {}),
        },
        body: JSON.stringify({ from: gateway.from, to, text }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => null);
      if (!response?.ok) throw new AuthError('sms_send_failed');
    },
  };
}

/** Puts text messages into the dev mailbox, addressed to the phone number. */
export function createMailboxSms(mailer: Mailer): SmsSender {
  return {
    isAvailable: true,
    async send({ to, text }) {
      assertNoTransaction('SMS gateway');
      await mailer.send({ to, subject: 'Text message', text, html: `<p>${text}</p>` });
    },
  };
}

/** For installations with real email and no SMS gateway. */
export const noSms: SmsSender = {
  isAvailable: false,
  async send() {
    throw new AuthError('sms_send_failed');
  },
};
