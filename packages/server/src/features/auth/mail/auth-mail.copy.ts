import { PRODUCT_NAME } from '@soulsight/contract/product';
import type { MailContent } from '../../../core/mail/template.ts';
import type { AuthMail } from './mail.types.ts';

export type MailCopy = Omit<MailContent, 'to'>;

const IGNORE = 'If this was not you, you can ignore this mail: nothing happens without a click.';
const LIFETIME = 'The link and the code work once, for 24 hours.';

type Kind<K extends AuthMail['kind']> = Extract<AuthMail, { kind: K }>;
type Copy = { [K in Exclude<AuthMail['kind'], 'decoy'>]: (mail: Kind<K>) => MailCopy };

const COPY: Copy = {
  confirm_sign_up: ({ link, code }) => ({
    subject: `Confirm your email for ${PRODUCT_NAME}`,
    paragraphs: [
      `Welcome to ${PRODUCT_NAME}. Please confirm that this address is yours, and you can begin to meet people.`,
    ],
    action: { label: 'Confirm my email', url: link },
    code,
    footer: `${LIFETIME} ${IGNORE}`,
  }),
  already_registered: ({ link }) => ({
    subject: `You already have a ${PRODUCT_NAME} account`,
    paragraphs: [
      'Someone, perhaps you, has just tried to sign up with this address. It has an account already, and nothing about it has changed.',
      'You can sign in as always. If you have forgotten your password, choose a new one on the sign-in page.',
    ],
    action: { label: 'Sign in', url: link },
    footer: 'If this was not you, you can ignore this mail.',
  }),
  magic_link: ({ link, code }) => ({
    subject: `Your sign-in link for ${PRODUCT_NAME}`,
    paragraphs: ['Use this link to sign in, on the device where you asked for it.'],
    action: { label: 'Sign in', url: link },
    code,
    footer: `${LIFETIME} ${IGNORE}`,
  }),
  recovery: ({ link, code }) => ({
    subject: `Choose a new ${PRODUCT_NAME} password`,
    paragraphs: [
      'You asked for a new password. Follow the link, on the device where you asked for it, and choose one.',
    ],
    action: { label: 'Choose a new password', url: link },
    code,
    footer: `${LIFETIME} If this was not you, you can ignore this mail: your password stays as it is.`,
  }),
  invite: ({ link, code }) => ({
    subject: `You are invited to ${PRODUCT_NAME}`,
    paragraphs: [`Someone has invited you to ${PRODUCT_NAME}. Accept, and choose a password.`],
    action: { label: 'Accept the invitation', url: link },
    code,
    footer: `${LIFETIME} ${IGNORE}`,
  }),
  email_change_current: ({ newEmail, link, code }) => ({
    subject: `Confirm the change of your ${PRODUCT_NAME} email`,
    paragraphs: [
      `You asked to change your email to ${newEmail}. Both addresses must agree: please confirm it here as well.`,
    ],
    action: { label: 'Yes, change it', url: link },
    code,
    footer: `${LIFETIME} If this was not you, do not follow the link, and change your password.`,
  }),
  email_change_new: ({ link, code }) => ({
    subject: `Confirm your new email for ${PRODUCT_NAME}`,
    paragraphs: ['Please confirm that this address is yours, so that it becomes the one of your account.'],
    action: { label: 'Confirm my new email', url: link },
    code,
    footer: `${LIFETIME} ${IGNORE}`,
  }),
  reauthentication: ({ code }) => ({
    subject: `Your ${PRODUCT_NAME} code`,
    paragraphs: ['Enter this code to show that it is you.'],
    code,
    footer: 'It works once, for 24 hours. Nobody of ours will ever ask you for it.',
  }),
  password_changed: ({ link }) => ({
    subject: `Your ${PRODUCT_NAME} password was changed`,
    paragraphs: ['Your password has just been changed, and you have been signed out on all other devices.'],
    action: { label: 'Look at my settings', url: link },
    footer: 'If this was not you, choose a new password at once on the sign-in page.',
  }),
  email_changed: ({ newEmail, link }) => ({
    subject: `Your ${PRODUCT_NAME} email was changed`,
    paragraphs: [`The email of your account is now ${newEmail}. This address is no longer connected with it.`],
    action: { label: 'Look at my settings', url: link },
    footer: 'If this was not you, please write to us at once.',
  }),
  factor_added: ({ factor, link }) => ({
    subject: `A second step was added to your ${PRODUCT_NAME} sign-in`,
    paragraphs: [`From now on you sign in with your password and with this: ${factor}.`],
    action: { label: 'Look at my settings', url: link },
    footer: 'If this was not you, change your password at once.',
  }),
  factor_removed: ({ factor, link }) => ({
    subject: `A second step was removed from your ${PRODUCT_NAME} sign-in`,
    paragraphs: [`This no longer belongs to your sign-in: ${factor}.`],
    action: { label: 'Look at my settings', url: link },
    footer: 'If this was not you, change your password at once.',
  }),
};

export function getMailCopy(mail: Exclude<AuthMail, { kind: 'decoy' }>): MailCopy {
  return (COPY[mail.kind] as (mail: AuthMail) => MailCopy)(mail);
}
