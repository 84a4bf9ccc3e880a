import type { IssuedSession } from '../session/session-tokens.ts';

/** A session as URL fragment parameters, for a client without PKCE. */
export function toSessionFragment(session: IssuedSession, type?: string): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    ...(type ? { type } : {}),
  };
}
