import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getSqlState, SQL_STATE } from '../../../core/db/errors.ts';
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
  if (getSqlState(error) === SQL_STATE.uniqueViolation) return new AuthError('conflict');
  const { statusCode, code } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AuthError('validation_failed', 'Request body too large', { status: 413 });
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AuthError('bad_json');
  return null;
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
