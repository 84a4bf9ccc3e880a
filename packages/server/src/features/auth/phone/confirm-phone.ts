import type { Tx } from '../../../core/db/types.ts';
import { deleteSignInNetworks } from '../abuse/sign-in-network.store.ts';
import { addProvider } from '../account/account.service.ts';
import { sealMetadata } from '../account/sealed-account.ts';
import type { UndoService } from '../account/undo.service.ts';
import {
  deleteFactors,
  deleteIdentities,
  incrementEpoch,
  type NewUser,
  type UserRow,
  updateUser,
} from '../account/user.store.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import type { OneTimeData } from '../mail/one-time.service.ts';
import { deleteOneTimes } from '../mail/one-time.store.ts';
import type { SessionService } from '../session/session.service.ts';
import { findUserByPhone, setPhoneIdentity } from './phone.store.ts';

/**
 * Confirms an account's number. By another code than that of the sign-up which created the account, everything that somebody
 * else may have set is replaced by what this code brings.
 */
export async function confirmPhone(
  tx: Tx,
  deps: Pick<AuthDeps, 'clock' | 'listeners' | 'sessionCache' | 'vault'>,
  sessions: SessionService,
  user: UserRow,
  data: OneTimeData,
): Promise<void> {
  const { password = null, metadata = {}, wipe = false } = data;
  const isOwnSignUp = !password && !wipe;
  if (!isOwnSignUp) {
    await sessions.end(tx, { userId: user.id });
    await deleteIdentities(tx, user.id);
    await deleteFactors(tx, user.id);
    await deleteSignInNetworks(tx, user.id);
    for (const listener of deps.listeners) await listener.userClaimed?.(tx, { id: user.id, metadata });
  }
  await deleteOneTimes(tx, user.id);
  const own = isOwnSignUp
    ? {}
    : { encryptedPassword: password, userMetadata: await sealMetadata(deps, tx, user.id, metadata) };
  await applyPhone(tx, deps, user, { ...own, newEmail: null, emailChangeAgreed: null, newPhone: null });
}

/** Gives the account another, confirmed number. Throws `otp_expired` if that number has an account by then. */
export async function replacePhone(
  tx: Tx,
  deps: Pick<AuthDeps, 'clock' | 'mailer' | 'sessionCache'>,
  undo: UndoService,
  user: UserRow,
  phone: string,
): Promise<void> {
  const owner = await findUserByPhone(tx, phone);
  if (owner && owner.id !== user.id) throw new AuthError('otp_expired');
  await deleteOneTimes(tx, user.id, ['phone_change', 'phone_confirmation']);
  await applyPhone(tx, deps, user, { phone, newPhone: null, isAnonymous: false });
  const link = await undo.issue(tx, user);
  if (!link || !user.email) return;
  await deps.mailer.send(tx, { kind: 'way_added', to: user.email, way: `the phone number +${phone}`, undo: link });
}

async function applyPhone(
  tx: Tx,
  { clock, sessionCache }: Pick<AuthDeps, 'clock' | 'sessionCache'>,
  user: UserRow,
  change: Partial<NewUser>,
): Promise<void> {
  const now = clock.now();
  await incrementEpoch(tx, user.id);
  const appMetadata = addProvider(user.appMetadata, 'phone');
  const updated = await updateUser(tx, user.id, { ...change, appMetadata, phoneConfirmedAt: now, updatedAt: now });
  if (!updated) throw new AuthError('user_not_found');
  sessionCache.invalidate(tx, user.id);
  await setPhoneIdentity(tx, updated, now);
}
