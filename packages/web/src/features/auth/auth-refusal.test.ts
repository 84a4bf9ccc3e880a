import { AuthApiError } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { CONTEXT_MESSAGES } from '../../lib/errors/catalogue.ts';
import { REFUSALS } from './auth.copy.ts';
import { unwrap } from './auth-refusal.ts';

const OF_SIGN_IN: readonly string[] = [
  ...Object.values(CONTEXT_MESSAGES.login),
  ...Object.values(CONTEXT_MESSAGES.register),
];
const explain = (status: number, code: string) =>
  unwrap(Promise.resolve({ data: null, error: new AuthApiError('in the service’s words', status, code) })).then(
    () => '',
    (error: Error) => error.message,
  );

describe('a refusal in the settings', () => {
  it.each([
    [400, 'email_not_confirmed'],
    [409, 'conflict'],
    [404, 'mfa_factor_not_found'],
    [404, 'webauthn_credential_not_found'],
    [422, 'identity_not_found'],
    [422, 'mfa_verified_factor_exists'],
    [422, 'mfa_recovery_codes_sole_factor'],
  ])('says what is the matter: %i %s', async (status, code) => {
    expect(REFUSALS.byCode[code]).toBeDefined();
    expect(await explain(status, code)).toBe(REFUSALS.byCode[code]);
  });

  it.each([400, 401, 404, 409, 422, 500])(
    'with an unknown code, status %i, does not speak of signing in',
    async (status) => {
      expect(OF_SIGN_IN).not.toContain(await explain(status, 'something_new'));
    },
  );
});
