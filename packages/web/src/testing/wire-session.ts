import { MY_ID } from './ids.ts';

const HOUR_S = 3_600;
const INSTANT = '2026-11-01T10:00:00Z';

/** A user as the auth service sends it. */
export function buildWireUser(overrides: object = {}) {
  return {
    id: MY_ID,
    aud: 'authenticated',
    email: 'ada@example.com',
    email_confirmed_at: INSTANT,
    app_metadata: {},
    user_metadata: { first_name: 'Ada' },
    identities: [buildWireIdentity()],
    factors: [] as object[],
    created_at: INSTANT,
    ...overrides,
  };
}

export function buildWireIdentity(overrides: object = {}) {
  return {
    id: MY_ID,
    identity_id: '0d2d9a10-0b6d-4b0c-9a2a-1c3a3b8f0001',
    user_id: MY_ID,
    provider: 'email',
    identity_data: { email: 'ada@example.com' },
    created_at: INSTANT,
    ...overrides,
  };
}

export function buildWireFactor(overrides: object = {}) {
  return {
    id: '0d2d9a10-0b6d-4b0c-9a2a-1c3a3b8f1001',
    factor_type: 'totp',
    status: 'verified',
    friendly_name: 'Authenticator app',
    created_at: INSTANT,
    updated_at: INSTANT,
    ...overrides,
  };
}

/** An unsigned token with claims. */
function buildToken(claims: object = {}): string {
  return `head.${btoa(JSON.stringify({ sub: MY_ID, session_id: 'session-1', aal: 'aal1', ...claims }))}.signature`;
}

/** A session as the auth service sends it. */
export function buildWireSession({ claims = {}, user = {} }: { claims?: object; user?: object } = {}) {
  return {
    access_token: buildToken(claims),
    refresh_token: 'refresh',
    expires_in: HOUR_S,
    expires_at: Math.floor(Date.now() / 1000) + HOUR_S,
    token_type: 'bearer',
    user: buildWireUser(user),
  };
}

/** Stores a session where the auth client looks for it, as after an earlier visit. */
export function storeWireSession(session: object = buildWireSession()): void {
  localStorage.setItem('soulsight.session', JSON.stringify(session));
}

/** An error response of the auth service. */
export function wireError(status: number, code: string, more: object = {}) {
  return { status, body: { error_code: code, code: status, msg: 'words of the service', ...more } };
}
