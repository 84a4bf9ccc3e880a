import type { SealedText } from '../../../core/crypto/sealed-text.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import type { AuthDeps } from '../auth.deps.ts';
import * as store from './account-data.store.ts';
import type { Metadata } from './metadata.rules.ts';
import { openIdentityData, openMetadata } from './sealed-account.ts';
import { findUser, incrementEpoch } from './user.store.ts';

/** What other features read of an account, its data export and its deletion. */
export interface AccountDataService {
  /** When email and phone were confirmed; undefined when there is no such user. */
  findContacts(userId: string): Promise<{ emailConfirmedAt: Date | null; phoneConfirmedAt: Date | null } | undefined>;
  /** What the user, an operator or a provider set at sign-up or later; empty when there is no such user. */
  readMetadata(db: Db, userId: string): Promise<Metadata>;
  /** Everything stored about the account, without secrets, for the user's data export. */
  archive(userId: string): Promise<unknown>;
  /** Marks the account as deleted; false when it already was. */
  markDeleted(tx: Tx, userId: string, reason: SealedText | null): Promise<boolean>;
  /** Undoes `markDeleted`; false when the account was not marked. */
  unmarkDeleted(tx: Tx, userId: string): Promise<boolean>;
  /** The next call of each of the user's sessions reads the account again. */
  forgetCached(tx: Tx, userId: string): void;
  /** Accounts marked as deleted at or before `before`, the earliest first. */
  listErasable(page: { before: Date; except: readonly string[]; limit: number }): Promise<string[]>;
  /** Those of these ids that have an account. */
  listExisting(ids: readonly string[]): Promise<string[]>;
  /** Deletes the account with every row that refers to it. */
  deleteUser(tx: Tx, userId: string): Promise<void>;
}

export function createAccountData({
  db,
  clock,
  sessionCache,
  vault,
}: Pick<AuthDeps, 'db' | 'clock' | 'sessionCache' | 'vault'>): AccountDataService {
  return {
    findContacts: (userId) => store.findContacts(db, userId),
    async readMetadata(handle, userId) {
      const user = await findUser(handle, userId);
      return user ? openMetadata({ vault }, handle, user) : {};
    },
    async archive(userId) {
      const { account, ...data } = await store.getAccountData(db, userId);
      if (!account) return data;
      const { user_metadata: userMetadata, ...rest } = account;
      const user_metadata = await openMetadata({ vault }, db, { id: userId, userMetadata });
      const identities = data.identities.map(async ({ identity_data, ...identity }) => ({
        ...identity,
        identity_data: await openIdentityData({ vault }, db, { userId, identityData: identity_data }),
      }));
      return { account: { ...rest, user_metadata }, ...data, identities: await Promise.all(identities) };
    },
    async markDeleted(tx, userId, reason) {
      if (!(await store.markDeleted(tx, userId, clock.now(), reason))) return false;
      await incrementEpoch(tx, userId);
      return true;
    },
    forgetCached: (tx, userId) => sessionCache.invalidate(tx, userId),
    unmarkDeleted: (tx, userId) => store.unmarkDeleted(tx, userId, clock.now()),
    listErasable: (page) => store.listErasable(db, page),
    listExisting: (ids) => store.listExisting(db, ids),
    deleteUser: store.deleteUser,
  };
}
