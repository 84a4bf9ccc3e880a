import type { IdentityRow, UserRow } from '../account/user.store.ts';
import { AuthError } from '../auth.errors.ts';
import type { ProviderClaims } from './providers.ts';

export type SignInDecision =
  | { kind: 'known'; userId: string; identityId: string }
  /** The account has the same email, confirmed on both sides. */
  | { kind: 'join'; user: UserRow }
  /** The account has the same email, unconfirmed: somebody else may have created it. */
  | { kind: 'take_over'; user: UserRow }
  | { kind: 'create' };

/** Decides which account a provider's user signs in to. Throws `provider_email_needs_verification`. */
export function decideSignIn(
  claims: ProviderClaims,
  known: IdentityRow | null,
  sameEmail: UserRow | null,
): SignInDecision {
  if (known) return { kind: 'known', userId: known.userId, identityId: known.id };
  if (!claims.email || !claims.emailVerified) throw new AuthError('provider_email_needs_verification');
  if (!sameEmail) return { kind: 'create' };
  return sameEmail.emailConfirmedAt ? { kind: 'join', user: sameEmail } : { kind: 'take_over', user: sameEmail };
}

/** Throws `identity_already_exists`. */
export function checkLink(known: IdentityRow | null, userId: string): void {
  if (!known) return;
  const message = known.userId === userId ? 'Identity is already linked' : 'Identity is already linked to another user';
  throw new AuthError('identity_already_exists', message);
}

/** Whether an identity signs in by the account's own confirmed address, so that a person who reads its emails may sign in anyway. */
export function usesOwnAddress(identity: IdentityRow, user: UserRow): boolean {
  if (identity.provider === 'email') return true;
  return identity.email !== null && identity.email === user.email && identity.identityData.email_verified === true;
}

export function identityData(provider: { issuer?: string }, claims: ProviderClaims): Record<string, unknown> {
  return {
    ...(provider.issuer ? { iss: provider.issuer } : {}),
    sub: claims.sub,
    provider_id: claims.sub,
    email: claims.email,
    email_verified: claims.emailVerified,
    ...(claims.name ? { name: claims.name, full_name: claims.name } : {}),
  };
}
