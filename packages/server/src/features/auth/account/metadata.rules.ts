import { signUpMetadataSchema } from '@soulsight/contract/auth';
import { ADULT_AGE_YEARS } from '@soulsight/contract/limits';
import { invalid } from '../auth.errors.ts';

/** The metadata is part of every access token, and headers are limited in size. */
const METADATA_MAX_BYTES = 4096;
const METADATA_MAX_DEPTH = 12;

export type Metadata = Record<string, unknown>;

/**
 * Checks a user's free-form metadata. Known fields must be valid; others pass unchanged.
 * Throws `validation_failed` if it is too large, cannot be stored, or has a birth date less than 18 years ago.
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

/** @param birthDate YYYY-MM-DD, compared with today's date in UTC */
export function isAdult(birthDate: string, now: Date): boolean {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number);
  const comesOfAge = Date.UTC(year + ADULT_AGE_YEARS, month - 1, day);
  return comesOfAge <= now.getTime();
}

/** Merges as GoTrue does: each top-level key is replaced, and null removes it. Throws `validation_failed` if the result is too large. */
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

/** PostgreSQL can store neither U+0000 nor half a surrogate pair. */
function isPgText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
