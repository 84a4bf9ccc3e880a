import { AppError } from '@soulsight/contract/errors';
import type { z } from 'zod';
import { findInvalidPgText } from './pg-text.ts';

/** The first message of each field at fault, by its path joined with dots. */
function toFieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const at = issue.path.map(String);
    // An unknown key is named itself, not the object that holds it.
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...at, key]) : [at];
    for (const path of paths) fields[path.join('.')] ??= issue.message;
  }
  return fields;
}

/**
 * Checks what came in against its schema and gives the schema's output.
 * @throws AppError `validation_failed` with the fields at fault
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  assertPgText(value);
  return validateSchema(schema, value);
}

/** @throws AppError `validation_failed` where there is text that the database cannot hold */
export function assertPgText(value: unknown): void {
  const unstorable = findInvalidPgText(value);
  if (unstorable !== null) {
    throw new AppError('validation_failed', undefined, {
      fields: { [unstorable]: 'This has characters that cannot be kept.' },
    });
  }
}

/** The same for a part of what was checked already. */
export function validateSchema<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('validation_failed', undefined, { fields: toFieldErrors(result.error) });
}
