import type { FullUser, PresentableFactor, PresentableIdentity } from './user.store.ts';

export interface PresentedUser {
  id: string;
  aud: string;
  role: string;
  email: string;
  phone: string;
  [field: string]: unknown;
}

/** A user in GoTrue's format. Contains no secrets. */
export function presentUser(whole: FullUser): PresentedUser {
  const { user } = whole;
  return {
    id: user.id,
    aud: 'authenticated',
    role: user.role,
    email: user.email ?? '',
    ...instants({
      email_confirmed_at: user.emailConfirmedAt,
      invited_at: user.invitedAt,
      confirmation_sent_at: user.confirmationSentAt,
      recovery_sent_at: user.recoverySentAt,
      email_change_sent_at: user.emailChangeSentAt,
      reauthentication_sent_at: user.reauthenticationSentAt,
      phone_confirmed_at: user.phoneConfirmedAt,
      confirmed_at: earliest(user.emailConfirmedAt, user.phoneConfirmedAt),
      last_sign_in_at: user.lastSignInAt,
      banned_until: user.bannedUntil,
      deleted_at: user.deletedAt,
    }),
    phone: user.phone ?? '',
    ...(user.newEmail ? { new_email: user.newEmail } : {}),
    ...(user.newPhone ? { new_phone: user.newPhone } : {}),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: whole.identities.map(presentIdentity),
    factors: whole.factors.map(presentFactor),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: user.isAnonymous,
  };
}

function presentIdentity(row: PresentableIdentity): Record<string, unknown> {
  return {
    identity_id: row.id,
    id: row.providerId,
    user_id: row.userId,
    identity_data: row.identityData,
    provider: row.provider,
    ...instants({ last_sign_in_at: row.lastSignInAt, created_at: row.createdAt, updated_at: row.updatedAt }),
    ...(row.email ? { email: row.email } : {}),
  };
}

export function presentFactor(row: PresentableFactor): Record<string, unknown> {
  return {
    id: row.id,
    friendly_name: row.friendlyName ?? undefined,
    factor_type: row.factorType,
    status: row.status,
    ...(row.phone ? { phone: row.phone } : {}),
    ...instants({
      created_at: row.createdAt,
      updated_at: row.updatedAt,
      last_challenged_at: row.lastChallengedAt,
    }),
  };
}

function instants(fields: Record<string, Date | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, at]) => (at === null ? [] : [[name, at.toISOString()] as const])),
  );
}

function earliest(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b;
  return a < b ? a : b;
}
