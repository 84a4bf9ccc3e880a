import { invalid } from '../auth.errors.ts';

/** E.164 without its plus: country code and number. */
const NUMBER = /^[1-9]\d{1,14}$/;

/** A phone number in the one form that is stored and compared. Throws `validation_failed`. */
export function parsePhone(text: string): string {
  const number = text.replace(/\s/g, '').replace(/^\+/, '');
  if (!NUMBER.test(number)) throw invalid('Invalid phone number format (E.164 required)');
  return number;
}
