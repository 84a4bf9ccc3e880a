import { isAuthError } from '@supabase/auth-js';
import type { ErrorContext } from '../../lib/errors/catalogue.ts';
import { getStatusMessage } from '../../lib/errors/messages.ts';
import { REFUSALS } from './auth.copy.ts';
import { ANOTHER_USER } from './session/auth-reachability.ts';

/** The form field that a refusal is about. */
export type RefusedField = 'email' | 'password' | 'code' | 'phone';

/** An error of the auth service, with a message for the user. */
export class AuthRefusal extends Error {
  /** The service's error code; empty if the service could not be reached. */
  readonly code: string;
  /** The HTTP status; 0 if the service could not be reached. */
  readonly status: number;
  readonly field: RefusedField | null;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.name = 'AuthRefusal';
    this.code = code;
    this.status = status;
    this.field = FIELDS[code] ?? null;
  }
}

const FIELDS: Readonly<Record<string, RefusedField>> = {
  weak_password: 'password',
  same_password: 'password',
  email_exists: 'email',
  email_address_invalid: 'email',
  otp_expired: 'code',
  reauthentication_not_valid: 'code',
  mfa_verification_failed: 'code',
};

export function isRefusal(error: unknown, code?: string): error is AuthRefusal {
  return error instanceof AuthRefusal && (code === undefined || error.code === code);
}

/** The `data` of a successful response of the auth client. */
type SuccessData<A extends { data: unknown; error: unknown }> = NonNullable<Extract<A, { error: null }>['data']>;

/**
 * Returns the data of a response of the auth client.
 * @param context what the user was doing, for the message of an unknown refusal; none if it is neither signing in nor signing up
 * @throws AuthRefusal
 */
export async function unwrap<A extends { data: unknown; error: unknown }>(
  answer: Promise<A>,
  context?: ErrorContext,
): Promise<SuccessData<A>> {
  const { data, error } = await answer;
  if (error) throw toRefusal(error, context);
  return data as SuccessData<A>;
}

function toRefusal(error: unknown, context: ErrorContext | undefined): Error {
  if (!isAuthError(error)) return error instanceof Error ? error : new Error(String(error));
  const status = error.status ?? 0;
  const code = error.code ?? '';
  if (error.message === ANOTHER_USER) return new AuthRefusal('another_user', status, REFUSALS.anotherUser);
  return new AuthRefusal(code, status, REFUSALS.byCode[code] ?? refusalMessage(code, status, context));
}

function refusalMessage(code: string, status: number, context: ErrorContext | undefined): string {
  if (status === 0) return REFUSALS.unreachable;
  // The service answers a wrong password with 400; the error catalogue lists it under 401.
  return getStatusMessage(code === 'invalid_credentials' ? 401 : status, context);
}
