import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import { renderMail } from '../../core/mail/template.ts';
import { findMailAddress } from './notifications.store.ts';

/** An email for one event alone. It is sent at once, whatever the settings say, and the digest leaves the event out. */
export type OwnMail = {
  /** The event. Of several emails about one event only the first is sent. */
  key: string;
  paragraphs: string[];
  /** What the button to `href` says. */
  action: string;
  /** What the email concerns, as in "your subscription". */
  concerns: string;
};

/** Emails that a user must get: the digest waits, and can be turned off. */
export function createOwnMails({ config, mailer }: Pick<Core, 'config' | 'mailer'>) {
  /** A user without a confirmed address gets none; they find the notification in the app. */
  return async function sendOwnMail(
    tx: Tx,
    { userId, title, href }: { userId: string; title: string; href: string },
    { key, paragraphs, action, concerns }: OwnMail,
  ): Promise<void> {
    const to = await findMailAddress(tx, userId);
    if (to === null) return;
    const mail = renderMail({
      to,
      subject: title,
      paragraphs,
      action: { label: action, url: `${config.publicUrl}${href}` },
      footer: `You get this email because it concerns ${concerns}. We send it whatever you chose in Settings.`,
    });
    await mailer.send(mail, { tx, key: `${userId}:${key}` });
  };
}
