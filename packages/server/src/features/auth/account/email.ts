import { normalizeEmail } from '@soulsight/contract/email-address';
import { z } from 'zod';
import { invalid } from '../auth.errors.ts';

const TYPED_MAX_CHARS = 254;
const INVALID_FORMAT = 'Unable to validate email address: invalid format';

/** An email address in the one form that is stored and compared, see `normalizeEmail`. */
export const emailSchema = z
  .string()
  .max(TYPED_MAX_CHARS)
  .transform((text, ctx) => {
    const email = normalizeEmail(text);
    if (email !== null) return email;
    ctx.addIssue(INVALID_FORMAT);
    return z.NEVER;
  });

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
