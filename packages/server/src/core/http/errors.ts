import { AppError, ERRORS, type ErrorCode } from '@soulsight/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

const BY_STATUS: Record<number, ErrorCode> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  414: 'bad_request',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  431: 'bad_request',
};

/** Errors of the database that say the caller was wrong, or late, by the class of their SQLSTATE. */
const BY_SQLSTATE: [RegExp, ErrorCode][] = [
  [/^22/, 'bad_request'],
  [/^23/, 'conflict'],
  [/^40/, 'conflict'],
  [/^(08|53|57)/, 'unavailable'],
];

/** When to try again what could not be answered just now. */
const BUSY_RETRY_AFTER_S = 2;
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND']);

function getErrorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Finds what a thrown value means to the caller; null where only we can be at fault. */
function classifyError(error: unknown): ErrorCode | null {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth += 1) {
    const code = getErrorCode(e);
    if (code && UNREACHABLE.has(code)) return 'unavailable';
    const bySql = code?.length === 5 ? BY_SQLSTATE.find(([pattern]) => pattern.test(code)) : undefined;
    if (bySql) return bySql[1];
  }
  const status = (error as FastifyError).statusCode;
  return status && status >= 400 && status < 500 ? (BY_STATUS[status] ?? 'bad_request') : null;
}

/** Turns whatever was thrown into the catalogue's error. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(classifyError(error) ?? 'internal', undefined, { cause: error });
}

/** Answers a refusal; what is our own fault, or is the database's word, is logged. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error);
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
  else if (!(error instanceof AppError) && (error as FastifyError).statusCode === undefined) {
    request.log.warn({ err: error }, 'the database refused what the contract let through');
  }
  if (refusal.status === 503) reply.header('retry-after', BUSY_RETRY_AFTER_S);
  return reply.code(refusal.status).send(refusal.toBody());
}

export function notFoundBody() {
  return { detail: ERRORS.not_found.detail, code: 'not_found' } as const;
}
