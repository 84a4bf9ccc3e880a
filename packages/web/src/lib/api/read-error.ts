import { ERRORS, type ErrorCode } from '@soulsight/contract/errors';
import { ApiError } from './api-error.ts';

/** Reads an error response. From a body outside the contract it takes `detail`, `message` or `error`. */
export function apiErrorFromBody(status: number, path: string, body: unknown, retryAfter?: string | null): ApiError {
  const { code, detail, fields } = readBody(body);
  const seconds = Number(retryAfter ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  return new ApiError({ kind: 'http', status, path, code, detail, fields, retryAfterMs });
}

interface KnownParts {
  code?: ErrorCode;
  detail?: string;
  fields?: Record<string, string>;
}

function readBody(body: unknown): KnownParts {
  if (!isRecord(body)) return {};
  const { code, detail, fields } = body;
  if (typeof code === 'string' && Object.hasOwn(ERRORS, code) && typeof detail === 'string') {
    return { code: code as ErrorCode, detail, ...(isTexts(fields) && { fields }) };
  }
  const loose = [detail, body.message, body.error].find((text) => typeof text === 'string' && text !== '');
  return typeof loose === 'string' ? { detail: loose } : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isTexts(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string');
}
