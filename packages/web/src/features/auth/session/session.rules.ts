import type { Session as AuthSession, User } from '@supabase/auth-js';
import type { Session, SessionUser } from '../../../lib/session/session.ts';

/** The parts of the auth service's user that the app needs. */
export function toSessionUser(user: User): SessionUser {
  const metadata: Record<string, unknown> = user.user_metadata ?? {};
  const plan = planFrom(user) ?? planFrom(metadata) ?? 'free';
  const name = metadata.first_name ?? metadata.firstName;
  return {
    id: user.id,
    email: user.email ?? '',
    isVerified: Boolean(user.email_confirmed_at),
    firstName: typeof name === 'string' && name !== '' ? name : null,
    plan,
    metadata,
  };
}

function planFrom(holder: unknown): string | undefined {
  const plan = (holder as { subscription?: { plan?: unknown } }).subscription?.plan;
  return typeof plan === 'string' ? plan : undefined;
}

/** A session without an access token, or one that cannot be read, counts as signed out. */
export function toSession(auth: AuthSession | null): Session {
  if (!auth?.access_token || !auth.user?.id) return { status: 'signed_out' };
  const user = toSessionUser(auth.user);
  if (awaitsSecondFactor(auth)) return { status: 'second_factor', user };
  return {
    status: 'signed_in',
    user,
    accessToken: auth.access_token,
    refreshToken: auth.refresh_token,
    expiresAt: auth.expires_at ?? 0,
  };
}

/** Whether the user has a second factor that this session has not passed yet. */
function awaitsSecondFactor({ access_token, user }: AuthSession): boolean {
  return (
    (user.factors ?? []).some((factor) => factor.status === 'verified') && parseClaims(access_token).aal === 'aal1'
  );
}

/** The claims of a token, unverified; an empty object if it cannot be read. */
export function parseClaims(token: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
