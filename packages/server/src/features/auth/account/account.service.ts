import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../core/db/types.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { type Metadata, mergeMetadata } from './metadata.rules.ts';
import {
  insertIdentity,
  insertUser,
  listIdentities,
  type NewUser,
  type UserRow,
  updateIdentity,
  updateUser,
} from './user.store.ts';

export interface NewAccount {
  /** Lower case; null for an anonymous person. */
  email: string | null;
  passwordHash: string | null;
  metadata: Metadata;
  /** The email is known to be theirs. */
  confirmed: boolean;
  /** How they came: `email`, `anonymous` or an OpenID provider's name. */
  provider: string;
  extra?: Partial<NewUser>;
}

/** What happens to accounts whichever way it comes about. */
export interface AccountService {
  /** Null where the email belongs to someone already. */
  create(tx: Tx, account: NewAccount): Promise<UserRow | null>;
  /** The email is theirs. @param change further changes of the account that come with it */
  confirmEmail(tx: Tx, user: UserRow, change?: Partial<NewUser>): Promise<UserRow>;
  /** Adds or renews the identity that stands for sign-in by email. */
  setEmailIdentity(tx: Tx, user: UserRow): Promise<void>;
  /** A moderator's lock: until then the user may sign in but neither match nor write. Null lifts it. */
  setLock(tx: Tx, userId: string, until: Date | null): Promise<void>;
}

export function createAccountService(deps: AuthDeps): AccountService {
  const { clock, hooks, sessionCache } = deps;

  async function setEmailIdentity(tx: Tx, user: UserRow): Promise<void> {
    const now = clock.now();
    const known = (await listIdentities(tx, user.id)).find((row) => row.provider === 'email');
    const identityData = {
      ...(known?.identityData ?? {}),
      sub: user.id,
      email: user.email,
      email_verified: user.emailConfirmedAt !== null,
      phone_verified: false,
    };
    if (known) {
      await updateIdentity(tx, known.id, { email: user.email, identityData, updatedAt: now });
      return;
    }
    const row = { userId: user.id, provider: 'email', providerId: user.id, email: user.email, identityData };
    await insertIdentity(tx, { ...row, lastSignInAt: now, createdAt: now, updatedAt: now });
  }

  async function notifyVerified(tx: Tx, userId: string): Promise<void> {
    for (const hook of hooks) await hook.emailVerified?.(tx, userId);
  }

  return {
    setEmailIdentity,
    async setLock(tx, userId, until) {
      await updateUser(tx, userId, { lockedUntil: until });
      sessionCache.invalidate(tx, userId);
    },
    async create(tx, account) {
      const now = clock.now();
      const user = await insertUser(tx, {
        id: randomUUID(),
        email: account.email,
        encryptedPassword: account.passwordHash,
        emailConfirmedAt: account.confirmed ? now : null,
        userMetadata: account.metadata,
        appMetadata:
          account.provider === 'anonymous' ? {} : { provider: account.provider, providers: [account.provider] },
        isAnonymous: account.provider === 'anonymous',
        createdAt: now,
        updatedAt: now,
        ...account.extra,
      });
      if (!user) return null;
      if (account.provider === 'email') await setEmailIdentity(tx, user);
      for (const hook of hooks) await hook.userCreated?.(tx, { id: user.id, metadata: user.userMetadata });
      if (account.confirmed) await notifyVerified(tx, user.id);
      return user;
    },
    async confirmEmail(tx, user, change = {}) {
      const now = clock.now();
      const first = user.emailConfirmedAt === null;
      const updated = await updateUser(tx, user.id, {
        ...change,
        emailConfirmedAt: user.emailConfirmedAt ?? now,
        isAnonymous: false,
        appMetadata: withProvider(user.appMetadata, 'email', change.appMetadata),
        updatedAt: now,
      });
      if (!updated) throw new Error('the account that was to be confirmed is gone');
      sessionCache.invalidate(tx, user.id);
      if (updated.email) await setEmailIdentity(tx, updated);
      if (first) await notifyVerified(tx, user.id);
      return updated;
    },
  };
}

/** The account's providers with one more; the first one stays its main one. */
export function withProvider(metadata: Metadata, provider: string, change: Metadata = {}): Metadata {
  const providers = Array.isArray(metadata.providers) ? metadata.providers : [];
  return mergeMetadata(metadata, {
    ...change,
    provider: metadata.provider ?? provider,
    providers: providers.includes(provider) ? providers : [...providers, provider],
  });
}
