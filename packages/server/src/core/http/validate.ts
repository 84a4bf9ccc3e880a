import { AppError } from '@soulsight/contract/errors';
import type { z } from 'zod';
import { findInvalidPgText } from './pg-text.ts';

/** The first message of each invalid field, by its path joined with dots. */
function toFieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const at = issue.path.map(String);
    // Names the unknown key, not the object that contains it.
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...at, key]) : [at];
    for (const path of paths) fields[path.join('.')] ??= issue.message;
  }
  return fields;
}

/**
 * Validates input: text that the database can store, and the schema.
 * @returns the schema's output
 * @throws AppError `validation_failed` with the invalid fields
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  assertPgText(value);
  return validateSchema(schema, value);
}

/** @throws AppError `validation_failed` where the value contains text that PostgreSQL cannot store */
export function assertPgText(value: unknown): void {
  const unstorable = findInvalidPgText(value);
  if (unstorable !== null) {
    throw new AppError('validation_failed', undefined, {
      fields: { [unstorable]: 'This contains characters that cannot be stored.' },
    });
  }
}

/** Validates a part of a value that `assertPgText` has checked already. @throws AppError `validation_failed` */
export function validateSchema<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('validation_failed', undefined, { fields: toFieldErrors(result.error) });
}
