import { AppError, ERRORS, type ErrorBody, type ErrorCode } from '@soulsight/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { findErrorCode, getSqlState, isConflict, isConnectionLost } from '../db/errors.ts';

const BY_STATUS: Record<number, ErrorCode> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

/** Database errors that are not our fault, by the class of their SQLSTATE (its first two characters). */
const BY_SQL_STATE_CLASS: Record<string, ErrorCode> = {
  '08': 'unavailable', // connection failure
  '22': 'bad_request', // invalid data
  '53': 'unavailable', // out of resources
  '57': 'unavailable', // canceled or shut down
};

/** When a client may try again after a 503, in seconds. */
export const BUSY_RETRY_AFTER_S = 2;
/** Codes of the system: a service that cannot be reached, and a full disk. */
const NOT_NOW: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'ENOSPC',
]);

/** What an unknown error means to the client; null if it is a fault of the server. */
function classifyError(error: unknown): ErrorCode | null {
  if (findErrorCode(error, (code) => NOT_NOW.has(code)) !== null || isConnectionLost(error)) return 'unavailable';
  if (isConflict(error)) return 'conflict';
  const bySql = BY_SQL_STATE_CLASS[getSqlState(error)?.slice(0, 2) ?? ''];
  if (bySql) return bySql;
  const status = (error as FastifyError | null)?.statusCode;
  return status && status >= 400 && status < 500 ? (BY_STATUS[status] ?? 'bad_request') : null;
}

/** Turns anything that was thrown into an error of the contract. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(classifyError(error) ?? 'internal', undefined, { cause: error });
}

/** Answers a failed request in the form `{detail, code}`. Logs faults of the server, and what validation should have caught. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error);
  if (refusal.code === 'overloaded') request.log.debug('request refused: too many at once');
  else if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
  else if (!(error instanceof AppError) && (error as FastifyError).statusCode === undefined) {
    request.log.warn({ err: error }, 'the database rejected input that passed validation');
  }
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', refusal.retryAfterS);
  if (refusal.status === 503) reply.header('retry-after', BUSY_RETRY_AFTER_S);
  return reply.code(refusal.status).send(refusal.toBody());
}

export function toErrorBody(code: ErrorCode): ErrorBody {
  return { detail: ERRORS[code].detail, code };
}

export function notFoundBody(): ErrorBody {
  return toErrorBody('not_found');
}
