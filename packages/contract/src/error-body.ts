import { z } from 'zod';
import { ERROR_CODES, type ErrorBody } from './errors.ts';

export const errorBodySchema = z.strictObject({
  detail: z.string(),
  code: z.enum(ERROR_CODES),
  fields: z.record(z.string(), z.string()).optional(),
}) satisfies z.ZodType<ErrorBody>;
