import { openRecords } from '../../../core/crypto/sealed-record.ts';
import type { Vault } from '../../../core/crypto/vault.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Metadata } from './metadata.rules.ts';
import { IDENTITY_DATA, USER_METADATA } from './sealed-account.ts';
import type { FullUser, PresentableFactor, PresentableIdentity, UserRow } from './user.store.ts';

export interface PresentedUser {
  id: string;
  aud: string;
  role: string;
  email: string;
  phone: string;
  [field: string]: unknown;
}

/** A user whose sealed columns are open. */
export interface OpenUser {
  user: Omit<UserRow, 'userMetadata'>;
  metadata: Metadata;
  identities: (Omit<PresentableIdentity, 'identityData'> & { identityData: Metadata })[];
  factors: PresentableFactor[];
}

type Deps = { vault: Pick<Vault, 'openMany'> };

/** Users in GoTrue's format. They contain no secrets. Same order. */
export async function presentUsers({ vault }: Deps, db: Db, users: readonly FullUser[]): Promise<PresentedUser[]> {
  const records = await openRecords(
    vault,
    db,
    users.flatMap(({ user, identities }) => {
      const owner = `user:${user.id}` as const;
      return [
        { owner, stored: user.userMetadata, context: USER_METADATA.context },
        ...identities.map(({ identityData }) => ({ owner, stored: identityData, context: IDENTITY_DATA.context })),
      ];
    }),
  );
  let next = 0;
  const take = () => records[next++] ?? {};
  return users.map(({ user, identities, factors }) => {
    const metadata = take();
    return presentOpenUser({
      user,
      metadata,
      identities: identities.map((identity) => ({ ...identity, identityData: take() })),
      factors,
    });
  });
}

export async function presentUser(deps: Deps, db: Db, user: FullUser): Promise<PresentedUser> {
  const [presented] = await presentUsers(deps, db, [user]);
  return presented as PresentedUser;
}

export function presentOpenUser(whole: OpenUser): PresentedUser {
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
    user_metadata: whole.metadata,
    identities: whole.identities.map(presentIdentity),
    factors: whole.factors.map(presentFactor),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: user.isAnonymous,
  };
}

function presentIdentity(row: OpenUser['identities'][number]): Record<string, unknown> {
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
