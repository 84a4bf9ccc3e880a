import { AppError } from '@soulsight/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isConflict } from '../../../core/db/errors.ts';
import { BUSY_RETRY_AFTER_S, toAppError } from '../../../core/http/errors.ts';
import { AuthError, invalid } from '../auth.errors.ts';

export const API_VERSION_HEADER = 'x-supabase-api-version';
const FIRST_VERSION = Date.parse('2024-01-01T00:00:00.0Z');

/** Turns an error into one of ours. Null for a server error. */
export function toAuthError(error: unknown): AuthError | null {
  if (error instanceof AuthError) return error;
  if (error instanceof z.ZodError) {
    const issue = error.issues[0];
    return invalid([issue?.path.join('.'), issue?.message].filter(Boolean).join(': ') || 'not valid');
  }
  if (isConflict(error)) return new AuthError('conflict');
  const { statusCode, code } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AuthError('validation_failed', 'Request body too large', { status: 413 });
  if (error instanceof AppError && error.status === 429) {
    const { retryAfterS } = error;
    return new AuthError('over_request_rate_limit', undefined, retryAfterS === undefined ? {} : { retryAfterS });
  }
  if (statusCode === 429) return new AuthError('over_request_rate_limit');
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AuthError('bad_json');
  return null;
}

/**
 * Answers what the server cannot do now, or cannot do at all. Clients repeat a 503 and keep their session, which another
 * failure of a refresh would end.
 */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { status, code, detail } = toAppError(error);
  const isBusy = status === 503;
  if (code !== 'overloaded') request.log.error({ err: error }, 'the auth service failed');
  if (isBusy) reply.header('retry-after', BUSY_RETRY_AFTER_S);
  const [answer, msg] = isBusy ? [503, detail] : [500, 'Unexpected failure, please try again'];
  return reply.code(answer).send({ code: answer, error_code: 'unexpected_failure', msg });
}

/** Sends a refusal in the format of the request's API version. */
export function sendAuthError(request: FastifyRequest, reply: FastifyReply, error: AuthError): FastifyReply {
  if (error.retryAfterS !== undefined) reply.header('retry-after', error.retryAfterS);
  const more = error.reasons ? { weak_password: { message: error.message, reasons: error.reasons } } : {};
  return reply
    .code(error.status)
    .send(
      hasVersion(request)
        ? { code: error.code, error_code: error.code, message: error.message, ...more }
        : { code: error.status, error_code: error.code, msg: error.message, ...more },
    );
}

export function hasVersion(request: FastifyRequest): boolean {
  const version = request.headers[API_VERSION_HEADER];
  if (typeof version !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(version)) return false;
  return Date.parse(`${version}T00:00:00.0Z`) >= FIRST_VERSION;
}
