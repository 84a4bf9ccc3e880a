import { PRODUCT_NAME } from '@soulsight/contract/product';
import { toUtcDay } from '@soulsight/contract/time';
import type { MailContent } from '../../../core/mail/template.ts';
import { type AuthMail, UNDO_DAYS } from './mail.types.ts';

export type MailCopy = Omit<MailContent, 'to'>;

const IGNORE = 'If this was not you, you can ignore this email. Nothing happens unless you click the link.';
const LIFETIME = 'The link and the code work once and expire after 24 hours.';

/** The button for an owner who did not make the change. */
function notMe(undo: string): Pick<MailCopy, 'action' | 'footer'> {
  return {
    action: { label: 'This was not me', url: undo },
    footer: `If this was you, there is nothing to do. The button works for ${UNDO_DAYS} days: it removes what was added to your account since, signs it out everywhere, and lets you choose a new password.`,
  };
}

function describeRemoved(ways: string[]): string[] {
  if (ways.length === 0) return [];
  return [
    `To keep your account safe, we also removed these ways to sign in: ${ways.join(', ')}. You can add them again in your settings.`,
  ];
}

type Kind<K extends AuthMail['kind']> = Extract<AuthMail, { kind: K }>;
type Copy = { [K in Exclude<AuthMail['kind'], 'decoy'>]: (mail: Kind<K>) => MailCopy };

const COPY: Copy = {
  confirm_sign_up: ({ link, code }) => ({
    subject: `Confirm your email for ${PRODUCT_NAME}`,
    paragraphs: [`Welcome to ${PRODUCT_NAME}. Please confirm your email address to start meeting people.`],
    action: { label: 'Confirm my email', url: link },
    code,
    footer: `${LIFETIME} ${IGNORE}`,
  }),
  already_registered: ({ link }) => ({
    subject: `You already have a ${PRODUCT_NAME} account`,
    paragraphs: [
      'Someone, perhaps you, just tried to sign up with this address. You already have an account, and nothing about it has changed.',
      'You can sign in as usual. If you forgot your password, choose a new one on the sign-in page.',
    ],
    action: { label: 'Sign in', url: link },
    footer: 'If this was not you, you can ignore this email.',
  }),
  magic_link: ({ link, code }) => ({
    subject: `Your sign-in link for ${PRODUCT_NAME}`,
    paragraphs: ['Use this link to sign in. Open it on the device where you asked for it.'],
    action: { label: 'Sign in', url: link },
    code,
    footer: `${LIFETIME} ${IGNORE}`,
  }),
  recovery: ({ link, code }) => ({
    subject: `Choose a new ${PRODUCT_NAME} password`,
    paragraphs: ['You asked for a new password. Open the link on the device where you asked for it, and choose one.'],
    action: { label: 'Choose a new password', url: link },
    code,
    footer: `${LIFETIME} If this was not you, you can ignore this email. Your password stays the same.`,
  }),
  invite: ({ link, code }) => ({
    subject: `You are invited to ${PRODUCT_NAME}`,
    paragraphs: [`Someone has invited you to ${PRODUCT_NAME}. Accept the invitation and choose a password.`],
    action: { label: 'Accept the invitation', url: link },
    code,
    footer: `${LIFETIME} ${IGNORE}`,
  }),
  deletion_requested: ({ eraseAt, link }) => ({
    subject: `Your ${PRODUCT_NAME} account will be deleted`,
    paragraphs: [
      `You asked us to delete your account. It is locked now, nobody can see you, and we will erase it on ${toUtcDay(eraseAt)}.`,
      'If you change your mind, or if this was not you, sign in before that day and choose to come back.',
      "If you have Premium, it won't renew. You still have it if you come back, but it ends when we erase the account.",
    ],
    action: { label: 'Sign in to come back', url: link },
    footer: 'If this was you, there is nothing to do.',
  }),
  email_change_current: ({ newEmail, link, code }) => ({
    subject: `Confirm the change of your ${PRODUCT_NAME} email`,
    paragraphs: [
      `You asked to change your email to ${newEmail}. Please confirm the change here. We also sent an email to the new address.`,
    ],
    action: { label: 'Yes, change it', url: link },
    code,
    footer: `${LIFETIME} If this was not you, do not open the link, and change your password.`,
  }),
  email_change_new: ({ link, code }) => ({
    subject: `Confirm your new email for ${PRODUCT_NAME}`,
    paragraphs: ['Please confirm that this address is yours, and we will use it for your account.'],
    action: { label: 'Confirm my new email', url: link },
    code,
    footer: `${LIFETIME} ${IGNORE}`,
  }),
  email_change_taken: ({ link }) => ({
    subject: `This address already has a ${PRODUCT_NAME} account`,
    paragraphs: [
      'Someone, perhaps you, asked to use this address for another account. It already belongs to yours, and nothing about it has changed.',
      'To use it for the other account, first change the email of this one or delete it.',
    ],
    action: { label: 'Open my settings', url: link },
    footer: 'If this was not you, you can ignore this email.',
  }),
  reauthentication: ({ code }) => ({
    subject: `Your ${PRODUCT_NAME} code`,
    paragraphs: ['Enter this code to confirm that it is you.'],
    code,
    footer: 'It works once and expires after 24 hours. We will never ask you for it.',
  }),
  password_set: ({ removed, undo }) => ({
    subject: `Your ${PRODUCT_NAME} account has a password now`,
    paragraphs: [
      'You can now sign in with your email and the password that you just chose.',
      ...describeRemoved(removed),
    ],
    ...notMe(undo),
  }),
  password_changed: ({ removed, undo }) => ({
    subject: `Your ${PRODUCT_NAME} password was changed`,
    paragraphs: [
      'Your password was just changed, and you were signed out on all other devices.',
      ...describeRemoved(removed),
    ],
    ...notMe(undo),
  }),
  email_changed: ({ newEmail, link }) => ({
    subject: `Your ${PRODUCT_NAME} email was changed`,
    paragraphs: [`The email of your account is now ${newEmail}. This address is no longer connected to it.`],
    action: { label: 'Open my settings', url: link },
    footer: 'If this was not you, please contact us right away.',
  }),
  factor_added: ({ factor, undo }) => ({
    subject: `A second step was added to your ${PRODUCT_NAME} sign-in`,
    paragraphs: [`You now need a second step to sign in: ${factor}.`],
    ...notMe(undo),
  }),
  recovery_codes_made: ({ undo }) => ({
    subject: `New recovery codes for your ${PRODUCT_NAME} account`,
    paragraphs: ['New recovery codes were just created for your account. Earlier ones no longer work.'],
    ...notMe(undo),
  }),
  way_added: ({ way, undo }) => ({
    subject: `A new way to sign in to your ${PRODUCT_NAME} account`,
    paragraphs: [`You can now also sign in to your account with ${way}.`],
    ...notMe(undo),
  }),
  way_removed: ({ way, undo }) => ({
    subject: `A way to sign in to your ${PRODUCT_NAME} account was removed`,
    paragraphs: [
      `You can no longer sign in to your account with ${way}.`,
      'Your account keeps this email address, and you can choose a new password with it at any time.',
    ],
    ...notMe(undo),
  }),
  factor_removed: ({ factor, link }) => ({
    subject: `A second step was removed from your ${PRODUCT_NAME} sign-in`,
    paragraphs: [`This second step was removed from your account: ${factor}.`],
    action: { label: 'Open my settings', url: link },
    footer: 'If this was not you, change your password right away.',
  }),
  passkey_added: ({ passkey, undo }) => ({
    subject: `A passkey was added to your ${PRODUCT_NAME} account`,
    paragraphs: [`You can now sign in with this passkey, without your password: ${passkey}.`],
    ...notMe(undo),
  }),
  passkey_removed: ({ passkey, link }) => ({
    subject: `A passkey was removed from your ${PRODUCT_NAME} account`,
    paragraphs: [`This passkey no longer signs in to your account: ${passkey}.`],
    action: { label: 'Open my settings', url: link },
    footer: 'If this was not you, change your password right away.',
  }),
};

export function getMailCopy(mail: Exclude<AuthMail, { kind: 'decoy' }>): MailCopy {
  return (COPY[mail.kind] as (mail: AuthMail) => MailCopy)(mail);
}
