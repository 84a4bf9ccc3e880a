import { errorBodySchema } from '@soulsight/contract/error-body';
import type { ErrorBody } from '@soulsight/contract/errors';
import { ApiError } from './api-error.ts';

/** Reads an error response. From a body outside the contract it takes `detail`, `message` or `error`. */
export function apiErrorFromBody(status: number, path: string, body: unknown, retryAfter?: string | null): ApiError {
  const parsed = errorBodySchema.safeParse(body);
  const known: { [K in keyof ErrorBody]?: ErrorBody[K] | undefined } = parsed.success
    ? parsed.data
    : { detail: looseDetail(body) };
  const { code, detail, fields } = known;
  const seconds = Number(retryAfter ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  return new ApiError({ kind: 'http', status, path, code, detail, fields, retryAfterMs });
}

function looseDetail(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  for (const key of ['detail', 'message', 'error']) {
    const value = (body as Record<string, unknown>)[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
