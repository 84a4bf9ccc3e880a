import type { Db, Tx } from '../../../core/db/types.ts';
import type { AccountService } from '../account/account.service.ts';
import { type Metadata, mergeMetadata } from '../account/metadata.rules.ts';
import { removeOtherSignInMethods } from '../account/remove-sign-in-methods.ts';
import { mergeSealedMetadata } from '../account/sealed-account.ts';
import {
  deleteUser,
  type FullUser,
  findFullUser,
  findUser,
  findUserByEmail,
  incrementEpoch,
  listFullUsers,
  listUsers,
  lockUser,
  type NewUser,
  type UserRow,
  updateUser,
} from '../account/user.store.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { deleteOneTimes } from '../mail/one-time.store.ts';
import { checkPassword } from '../password/password.rules.ts';
import type { SessionService } from '../session/session.service.ts';

/** What an administrator changes of an account. Absent fields stay. */
const FOREVER = new Date('9999-12-31T00:00:00Z');

export interface AdminChange {
  /** Normalised by `emailSchema`. */
  email?: string | undefined;
  password?: string | undefined;
  confirmEmail?: boolean | undefined;
  userMetadata?: Metadata | undefined;
  appMetadata?: Metadata | undefined;
  /** Milliseconds from now; 0 lifts a ban. */
  banMs?: number | undefined;
  id?: string | undefined;
}

/** For the installation's own tools, with the `service_role`. */
export interface AdminService {
  create(change: AdminChange): Promise<FullUser>;
  update(userId: string, change: AdminChange): Promise<FullUser>;
  get(userId: string): Promise<FullUser>;
  list(page: number, perPage: number): Promise<{ users: FullUser[]; total: number }>;
  /** Deletes an account: at once, or if `soft` it is locked now and erased after the grace period. */
  remove(userId: string, soft: boolean): Promise<void>;
}

export function createAdminService(
  deps: AuthDeps,
  { accounts, sessions }: { accounts: AccountService; sessions: SessionService },
): AdminService {
  const { clock, config, db, passwords, sessionCache } = deps;

  async function getFullUser(handle: Db, userId: string): Promise<FullUser> {
    const found = await findFullUser(handle, userId);
    if (!found) throw notFound();
    return found;
  }

  async function hashPassword(change: AdminChange, email: string | null): Promise<string | undefined> {
    if (change.password === undefined) return undefined;
    checkPassword(change.password, email, config.passwordMinChars);
    return passwords.hash(change.password);
  }

  async function endAccess(tx: Tx, userId: string, hasNewPassword: boolean): Promise<void> {
    await incrementEpoch(tx, userId);
    await deleteOneTimes(tx, userId);
    await sessions.end(tx, { userId });
    const user = hasNewPassword ? await findUser(tx, userId) : null;
    if (user) await removeOtherSignInMethods(tx, deps, user, null);
  }

  async function apply(tx: Tx, userId: string, change: AdminChange, encryptedPassword?: string): Promise<void> {
    let user = await lockUser(tx, userId);
    if (!user) throw notFound();
    if (change.email && change.email !== user.email) user = await setEmail(tx, accounts, user, change.email);
    const fields: Partial<NewUser> = { updatedAt: clock.now(), ...toBanFields(change, clock.now()) };
    if (change.userMetadata) fields.userMetadata = await mergeSealedMetadata(deps, tx, user, change.userMetadata);
    if (change.appMetadata) fields.appMetadata = mergeMetadata(user.appMetadata, change.appMetadata);
    if (encryptedPassword) fields.encryptedPassword = encryptedPassword;
    const changed = await updateUser(tx, userId, fields);
    if (!changed) throw notFound();
    sessionCache.invalidate(tx, userId);
    if (change.confirmEmail && changed.email && !changed.emailConfirmedAt) await accounts.confirmEmail(tx, changed);
    if (encryptedPassword || fields.bannedUntil) await endAccess(tx, userId, encryptedPassword !== undefined);
  }

  return {
    async create(change) {
      const email = change.email ?? null;
      const encryptedPassword = await hashPassword(change, email);
      return db.transaction(async (tx) => {
        const user = await accounts.create(tx, {
          email,
          passwordHash: encryptedPassword ?? null,
          metadata: change.userMetadata ?? {},
          confirmed: change.confirmEmail ?? false,
          provider: 'email',
          extra: { ...toBanFields(change, clock.now()), ...(change.id ? { id: change.id } : {}) },
        });
        if (!user) throw new AuthError('email_exists');
        if (change.appMetadata) {
          await updateUser(tx, user.id, { appMetadata: mergeMetadata(user.appMetadata, change.appMetadata) });
        }
        return getFullUser(tx, user.id);
      });
    },

    async update(userId, change) {
      const user = await findUser(db, userId);
      if (!user) throw notFound();
      const encryptedPassword = await hashPassword(change, change.email ?? user.email);
      await db.transaction((tx) => apply(tx, userId, change, encryptedPassword));
      return getFullUser(db, userId);
    },

    get: (userId) => getFullUser(db, userId),

    async list(page, perPage) {
      const { ids, total } = await listUsers(db, page, perPage);
      return { users: await listFullUsers(db, ids), total };
    },

    remove: (userId, soft) => remove(deps, sessions, userId, soft),
  };
}

async function setEmail(tx: Tx, accounts: AccountService, user: UserRow, email: string): Promise<UserRow> {
  const owner = await findUserByEmail(tx, email);
  if (owner && owner.id !== user.id) throw new AuthError('email_exists');
  await incrementEpoch(tx, user.id);
  const changed = await updateUser(tx, user.id, { email });
  if (!changed) throw notFound();
  await accounts.setEmailIdentity(tx, changed);
  return changed;
}

async function remove(deps: AuthDeps, sessions: SessionService, userId: string, soft: boolean): Promise<void> {
  const { clock, db, listeners, vault } = deps;
  if (!(await findUser(db, userId))) throw notFound();
  await db.transaction(async (tx) => {
    await incrementEpoch(tx, userId);
    await sessions.end(tx, { userId });
    await deleteOneTimes(tx, userId);
    // The owner cannot undo what an administrator deletes.
    await updateUser(tx, userId, { deletedAt: clock.now(), bannedUntil: FOREVER });
  });
  if (soft) return;
  for (const listener of listeners) await listener.userErasing?.(userId);
  await db.transaction(async (tx) => {
    await deleteUser(tx, userId);
    await vault.shred(tx, `user:${userId}`);
  });
}

function toBanFields(change: AdminChange, now: Date): Partial<NewUser> {
  if (change.banMs === undefined) return {};
  return { bannedUntil: change.banMs > 0 ? new Date(now.getTime() + change.banMs) : null };
}

function notFound(): AuthError {
  return new AuthError('user_not_found', 'User not found', { status: 404 });
}
