import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { DAY_MS } from '@soulsight/contract/time';
import { type Act, inOrder, press, type Shot, write } from './shot-acts.ts';

const SIGNED_UP = '2026-01-05T10:00:00Z';
const SECOND_STEP = /\/auth\/v1\/(token|factors)/;

/** A refused password, and the second step with each kind of factor. Take them last: the browser keeps the session. */
export function signInMoments(): Shot[] {
  const second = (name: string, factor: object, act: Act = async () => {}): Shot => ({
    name,
    path: '/login',
    before: passPassword(factor),
    act,
  });
  const app = { factor_type: 'totp', friendly_name: 'Authenticator app' };
  return [
    {
      name: 'wrong password',
      path: '/login',
      act: inOrder(write(/^email/i, 'nobody@example.org'), write(/^password/i, 'wrong-password'), press(/^sign in$/i)),
    },
    second('second step', app),
    second(
      'refused recovery code',
      app,
      inOrder(press('Use a recovery code'), write('Recovery code', 'none-ofthem-atall'), press('Continue')),
    ),
    second('second step with a passkey', { factor_type: 'webauthn', friendly_name: 'Passkey' }),
    second('second step by phone', { factor_type: 'phone', friendly_name: 'Phone', phone: '4915123456789' }),
  ];
}

/** The code of the email, refused. */
export const WRONG_CODE: Shot = {
  name: 'wrong code',
  path: '/verify-email',
  act: inOrder(write('Six-digit code', '000000'), press('Verify')),
};

/** The sign-in after the server has ended the session. */
export const SESSION_EXPIRED: Shot = {
  name: 'session expired',
  path: '/dashboard',
  before: async (page) => {
    await refuse(page, SECOND_STEP, 400, 'refresh_token_not_found');
    await refuse(page, '**/api/user', 401, 'session_expired');
  },
  act: (page) => page.getByText('Session Expired').first().waitFor(),
};

/** Stores a session whose second step is still to come, and refuses every attempt at it. */
function passPassword(factor: object): Act {
  const session = {
    access_token: `head.${btoa(JSON.stringify({ aal: 'aal1', session_id: randomUUID() }))}.signature`,
    refresh_token: randomUUID(),
    token_type: 'bearer',
    expires_in: DAY_MS / 1000,
    expires_at: Math.floor((Date.now() + DAY_MS) / 1000),
    user: {
      id: randomUUID(),
      email: 'ada@example.org',
      email_confirmed_at: SIGNED_UP,
      user_metadata: { first_name: 'Ada' },
      app_metadata: {},
      factors: [factor, { factor_type: 'recovery_code', friendly_name: 'Recovery codes' }].map((kind) => ({
        id: randomUUID(),
        status: 'verified',
        created_at: SIGNED_UP,
        updated_at: SIGNED_UP,
        ...kind,
      })),
    },
  };
  return async (page) => {
    await refuse(page, SECOND_STEP, 422, 'mfa_verification_failed');
    await page.route(/\/auth\/v1\/user/, (route) => route.fulfill({ json: session.user }));
    await page.addInitScript((stored) => localStorage.setItem('soulsight.session', stored), JSON.stringify(session));
  };
}

/** Both services read the code, each by its own name. */
async function refuse(page: Page, address: string | RegExp, status: number, code: string): Promise<void> {
  await page.route(address, (route) => route.fulfill({ status, json: { code, error_code: code } }));
}
