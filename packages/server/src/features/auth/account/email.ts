import { z } from 'zod';
import { invalid } from '../auth.errors.ts';

const EMAIL_MAX_CHARS = 254;
const INVALID_FORMAT = 'Unable to validate email address: invalid format';

/** An email address in the one form that is stored and compared: trimmed and in lower case. */
export const emailSchema = z.string().trim().toLowerCase().max(EMAIL_MAX_CHARS).pipe(z.email(INVALID_FORMAT));

/** Throws `validation_failed` for text that is not an email address. */
export function parseEmail(text: string): string {
  const parsed = emailSchema.safeParse(text);
  if (!parsed.success) throw invalid(INVALID_FORMAT);
  return parsed.data;
}

/** Null for text that cannot be an account's address. */
export function tryParseEmail(text: string): string | null {
  return emailSchema.safeParse(text).data ?? null;
}
