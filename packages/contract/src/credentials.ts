import { z } from 'zod';
import { normalizeEmail } from './email-address.ts';
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARS } from './limits.ts';

/** As typed; the server normalises it. */
export const emailSchema = z
  .string()
  .max(254)
  .refine((text) => normalizeEmail(text) !== null, 'Please enter a valid email address')
  .meta({ format: 'idn-email' });
export const passwordSchema = z
  .string()
  .min(PASSWORD_MIN_CHARS, `Use at least ${PASSWORD_MIN_CHARS} characters.`)
  .refine((p) => new TextEncoder().encode(p).length <= PASSWORD_MAX_BYTES, 'That password is too long.');
