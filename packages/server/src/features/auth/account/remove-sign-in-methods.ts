import type { Tx } from '../../../core/db/types.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { usesOwnAddress } from '../oauth/identity.rules.ts';
import { deleteOtherPasskeys } from '../passkeys/passkey.store.ts';
import { lockSession } from '../session/session.store.ts';
import { deleteIdentity, type IdentityRow, listIdentities, type UserRow, updateUser } from './user.store.ts';

/**
 * Removes the ways to sign in that somebody who knew the old password may have added: passkeys, connected accounts with another
 * address, and a phone number beside a confirmed email. What opened the session that changes the password stays.
 * @param keepSession that session; null removes all
 * @returns what was removed, as labels for the email to the owner
 */
export async function removeOtherSignInMethods(
  tx: Tx,
  { providers }: Pick<AuthDeps, 'providers'>,
  user: UserRow,
  keepSession: string | null,
): Promise<string[]> {
  const kept = keepSession ? await lockSession(tx, keepSession) : null;
  const passkeys = await deleteOtherPasskeys(tx, user.id, kept?.passkeyId ?? kept?.factorId ?? null);
  const removed = passkeys.map(({ friendlyName }) => `passkey ${friendlyName}`);
  // Without a confirmed email they may be the only way in.
  if (!user.email || !user.emailConfirmedAt) return removed;
  const others = (await listIdentities(tx, user.id)).filter(
    (identity) => !usesOwnAddress(identity, user) && identity.id !== kept?.identityId,
  );
  const phone = user.phone !== null && others.some(({ provider }) => provider === 'phone');
  await removeSignInMethods(tx, user, { identities: others, phone });
  const named = others.map(({ provider, email }) => {
    if (provider === 'phone') return `phone number +${user.phone ?? ''}`;
    return `${providers.get(provider)?.label ?? provider}${email ? ` (${email})` : ''}`;
  });
  return [...removed, ...named];
}

/** Deletes identities, and the phone number if `phone`, and lists the remaining providers in the account. */
export async function removeSignInMethods(
  tx: Tx,
  user: UserRow,
  removed: { identities: readonly IdentityRow[]; phone: boolean },
): Promise<void> {
  if (removed.identities.length === 0 && !removed.phone) return;
  for (const { id } of removed.identities) await deleteIdentity(tx, id);
  const rest = await listIdentities(tx, user.id);
  if (removed.phone) for (const { id, provider } of rest) if (provider === 'phone') await deleteIdentity(tx, id);
  const providers = [...new Set(rest.map(({ provider }) => provider))].filter(
    (provider) => !(removed.phone && provider === 'phone'),
  );
  await updateUser(tx, user.id, {
    ...(removed.phone ? { phone: null, phoneConfirmedAt: null, newPhone: null } : {}),
    appMetadata: { ...user.appMetadata, provider: providers[0] ?? 'email', providers },
  });
}
