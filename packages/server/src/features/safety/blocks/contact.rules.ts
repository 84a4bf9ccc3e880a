import { normalizeEmail } from '@soulsight/contract/email-address';

/** Providers that ignore dots in the local part, with the name that stands for each. */
const DOTLESS: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };
const PHONE_DIGITS_MIN = 7;
const PHONE_DIGITS_MAX = 15;

/** A normalised address in the form in which aliases of one mailbox are equal: without "+..." and, where they mean nothing, dots. */
function removeAlias(email: string): string {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const base = local.split('+')[0] || local;
  const dotless = DOTLESS[domain];
  return dotless ? `${base.replaceAll('.', '')}@${dotless}` : `${base}@${domain}`;
}

/** The digits of a phone number with its country code; null without one. */
function normalisePhone(phone: string): string | null {
  const international = phone.trim().match(/^(?:\+|00)([\d\s().\-/]+)$/)?.[1];
  const digits = international?.replace(/\D/g, '') ?? '';
  return digits.length >= PHONE_DIGITS_MIN && digits.length <= PHONE_DIGITS_MAX ? digits : null;
}

/** What an email address or phone number is compared by; null for neither. */
export function toContactKey(contact: string): string | null {
  const email = normalizeEmail(contact);
  if (email !== null) return toEmailKey(email);
  const phone = normalisePhone(contact);
  return phone === null ? null : toPhoneKey(phone);
}

/** @param email as `normalizeEmail` makes it, which is how accounts store it */
export const toEmailKey = (email: string) => `email\0${removeAlias(email)}`;
/** @param digits with the country code, without a plus */
export const toPhoneKey = (digits: string) => `phone\0${digits}`;
