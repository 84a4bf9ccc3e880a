import { signUpMetadataSchema } from '@soulsight/contract/auth';
import { ADULT_AGE_YEARS } from '@soulsight/contract/limits';
import { invalid } from '../auth.errors.ts';

/** It travels in every access token, and a header has its limits. */
const METADATA_MAX_BYTES = 4096;
const METADATA_MAX_DEPTH = 12;

export type Metadata = Record<string, unknown>;

/**
 * Checks the free-form metadata of a person: the product's own names must be right, others are kept as they are.
 * Throws `validation_failed` when it is too large, cannot be stored, or gives a birth date under 18 years.
 */
export function readMetadata(data: unknown, now: Date): Metadata {
  if (data === null || data === undefined) return {};
  if (typeof data !== 'object' || Array.isArray(data)) throw invalid('user metadata must be an object');
  checkSize(data);
  checkPgText(data, METADATA_MAX_DEPTH);
  const known = signUpMetadataSchema.loose().safeParse(dropNulls(data as Metadata));
  if (!known.success) {
    const issue = known.error.issues[0];
    throw invalid(`${issue?.path.join('.') ?? 'data'}: ${issue?.message ?? 'not valid'}`);
  }
  if (known.data.birth_date && !isAdult(known.data.birth_date, now)) {
    throw invalid(`You must be ${ADULT_AGE_YEARS} or older to join.`);
  }
  return data as Metadata;
}

/** Is someone born on this day (YYYY-MM-DD) an adult, judged by the calendar in UTC? */
export function isAdult(birthDate: string, now: Date): boolean {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number);
  const comesOfAge = Date.UTC(year + ADULT_AGE_YEARS, month - 1, day);
  return comesOfAge <= now.getTime();
}

/** Merges as GoTrue does: each top-level key is replaced, null removes it. Throws `validation_failed` when it grows too large. */
export function mergeMetadata(old: Metadata, change: Metadata): Metadata {
  const merged: Metadata = { ...old, ...change };
  for (const [key, value] of Object.entries(merged)) if (value === null) delete merged[key];
  checkSize(merged);
  return merged;
}

function checkSize(data: object): void {
  if (Buffer.byteLength(JSON.stringify(data)) <= METADATA_MAX_BYTES) return;
  throw invalid(`metadata is limited to ${METADATA_MAX_BYTES} bytes`);
}

function dropNulls(data: Metadata): Metadata {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}

function checkPgText(value: unknown, levels: number): void {
  if (typeof value === 'string' && !isPgText(value))
    throw invalid('metadata contains a character that cannot be stored');
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) throw invalid('metadata is nested too deeply');
  for (const [key, inner] of Object.entries(value)) {
    checkPgText(key, levels);
    checkPgText(inner, levels - 1);
  }
}

/** PostgreSQL keeps neither U+0000 nor half of a surrogate pair. */
export function isPgText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
