import { randomUUID } from 'node:crypto';
import { SEALED_KEY } from '../../../core/crypto/sealed-record.ts';
import type { Tx } from '../../../core/db/types.ts';
import { deleteSignInNetworks } from '../abuse/sign-in-network.store.ts';
import type { AuthDeps, AuthListeners } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { deleteOneTimes } from '../mail/one-time.store.ts';
import type { SessionService } from '../session/session.service.ts';
import { type Metadata, mergeMetadata } from './metadata.rules.ts';
import { sealMetadata, toIdentityData } from './sealed-account.ts';
import {
  deleteFactors,
  deleteIdentities,
  type FullUser,
  findFullUser,
  incrementEpoch,
  insertIdentity,
  insertUser,
  listIdentities,
  type NewUser,
  type UserRow,
  updateIdentity,
  updateUser,
} from './user.store.ts';

export interface NewAccount {
  /** Lower case; null for an anonymous user. */
  email: string | null;
  passwordHash: string | null;
  metadata: Metadata;
  /** The email is known to belong to the user. */
  confirmed: boolean;
  /** `email`, `anonymous` or the name of an OpenID provider. */
  provider: string;
  extra?: Partial<NewUser>;
}

/** What remains of an unconfirmed account after its owner has confirmed the address. */
export interface OwnCredentials {
  passwordHash: string | null;
  metadata: Metadata;
}

/** Account changes that several use cases share. */
export interface AccountService {
  /** Throws `user_not_found`. */
  get(userId: string): Promise<FullUser>;
  /** Null if the email is taken. */
  create(tx: Tx, account: NewAccount): Promise<UserRow | null>;
  /** Marks the email as confirmed. @param change further columns to change */
  confirmEmail(tx: Tx, user: UserRow, change?: Partial<NewUser>): Promise<UserRow>;
  /**
   * Confirms a sign-up by its own link: that sign-up's password, metadata and sessions stay, everything else is removed.
   * Does nothing for a confirmed account.
   */
  confirmSignUp(tx: Tx, user: UserRow): Promise<UserRow>;
  /**
   * Gives an unconfirmed account to the owner of its address. The account may have been created by somebody else, so
   * password, sessions, identities, factors, pending links and changes, metadata and the profile are removed first. Does nothing
   * for a confirmed account.
   */
  claim(tx: Tx, user: UserRow, own: OwnCredentials): Promise<UserRow>;
  /** Adds or updates the identity for sign-in by email. */
  setEmailIdentity(tx: Tx, user: UserRow): Promise<void>;
  /**
   * A moderator's lock: until then the user may sign in but neither match nor write. What was begun before, such as a change of
   * the email or a mailed link, does not complete; sessions stay. Null lifts it.
   */
  setLock(tx: Tx, userId: string, until: Date | null): Promise<void>;
}

/** What somebody may have attached to an account before its address was confirmed. */
const NOTHING_PENDING = {
  newEmail: null,
  newPhone: null,
  emailChangeAgreed: null,
  phone: null,
  phoneConfirmedAt: null,
};

export function createAccountService(deps: AuthDeps, { sessions }: { sessions: SessionService }): AccountService {
  const { clock, db, listeners, sessionCache } = deps;

  async function create(tx: Tx, account: NewAccount): Promise<UserRow | null> {
    const now = clock.now();
    const isAnonymous = account.provider === 'anonymous';
    const user = await insertUser(tx, {
      id: randomUUID(),
      email: account.email,
      encryptedPassword: account.passwordHash,
      emailConfirmedAt: account.confirmed ? now : null,
      appMetadata: isAnonymous ? {} : { provider: account.provider, providers: [account.provider] },
      isAnonymous,
      createdAt: now,
      updatedAt: now,
      ...account.extra,
    });
    if (!user) return null;
    // Afterwards, so that a taken email leaves no data key.
    const userMetadata = await sealMetadata(deps, tx, user.id, account.metadata);
    if (SEALED_KEY in userMetadata) await updateUser(tx, user.id, { userMetadata });
    if (account.provider === 'email') await setEmailIdentity(tx, user, now);
    for (const listener of listeners) await listener.userCreated?.(tx, { id: user.id, metadata: account.metadata });
    if (account.confirmed) await notifyVerified(tx, listeners, user.id);
    return { ...user, userMetadata };
  }

  async function confirmEmail(tx: Tx, user: UserRow, change: Partial<NewUser> = {}): Promise<UserRow> {
    const now = clock.now();
    await incrementEpoch(tx, user.id);
    const updated = await updateUser(tx, user.id, {
      ...change,
      emailConfirmedAt: user.emailConfirmedAt ?? now,
      isAnonymous: false,
      appMetadata: addProvider(change.appMetadata ?? user.appMetadata, 'email'),
      updatedAt: now,
    });
    if (!updated) throw new AuthError('user_not_found');
    sessionCache.invalidate(tx, user.id);
    if (updated.email) await setEmailIdentity(tx, updated, now);
    if (user.emailConfirmedAt === null) await notifyVerified(tx, listeners, user.id);
    return updated;
  }

  async function confirmSignUp(tx: Tx, user: UserRow): Promise<UserRow> {
    if (user.emailConfirmedAt) return user;
    await deleteIdentities(tx, user.id, 'email');
    await deleteFactors(tx, user.id);
    await deleteOneTimes(tx, user.id);
    return confirmEmail(tx, user, { ...NOTHING_PENDING, appMetadata: removeProviders(user.appMetadata) });
  }

  async function claim(tx: Tx, user: UserRow, own: OwnCredentials): Promise<UserRow> {
    if (user.emailConfirmedAt) return user;
    await sessions.end(tx, { userId: user.id });
    await deleteIdentities(tx, user.id);
    await deleteFactors(tx, user.id);
    await deleteOneTimes(tx, user.id);
    await deleteSignInNetworks(tx, user.id);
    for (const listener of listeners) await listener.userClaimed?.(tx, { id: user.id, metadata: own.metadata });
    return confirmEmail(tx, user, {
      ...NOTHING_PENDING,
      encryptedPassword: own.passwordHash,
      userMetadata: await sealMetadata(deps, tx, user.id, own.metadata),
      appMetadata: removeProviders(user.appMetadata),
    });
  }

  return {
    create,
    confirmEmail,
    confirmSignUp,
    claim,
    setEmailIdentity: (tx, user) => setEmailIdentity(tx, user, clock.now()),
    async get(userId) {
      const user = await findFullUser(db, userId);
      if (!user) throw new AuthError('user_not_found');
      return user;
    },
    async setLock(tx, userId, until) {
      await setLock(tx, userId, until);
      sessionCache.invalidate(tx, userId);
    },
  };
}

async function setLock(tx: Tx, userId: string, until: Date | null): Promise<void> {
  await updateUser(tx, userId, { lockedUntil: until });
  if (!until) return;
  await incrementEpoch(tx, userId);
  await deleteOneTimes(tx, userId);
}

async function setEmailIdentity(tx: Tx, user: UserRow, now: Date): Promise<void> {
  const known = (await listIdentities(tx, user.id)).find((row) => row.provider === 'email');
  const identityData = toIdentityData({
    ...known?.identityData,
    sub: user.id,
    email: user.email,
    email_verified: user.emailConfirmedAt !== null,
    phone_verified: false,
  });
  if (known) {
    await updateIdentity(tx, known.id, { email: user.email, identityData, updatedAt: now });
    return;
  }
  const row = { userId: user.id, provider: 'email', providerId: user.id, email: user.email, identityData };
  await insertIdentity(tx, { ...row, lastSignInAt: now, createdAt: now, updatedAt: now });
}

async function notifyVerified(tx: Tx, listeners: readonly AuthListeners[], userId: string): Promise<void> {
  for (const listener of listeners) await listener.emailVerified?.(tx, userId);
}

/** The operator's own metadata, without what sign-in has recorded. */
function removeProviders({ provider: _provider, providers: _providers, ...rest }: Metadata): Metadata {
  return rest;
}

/** Adds a provider to the account's list. The first one stays the main one. */
export function addProvider(metadata: Metadata, provider: string): Metadata {
  const providers = Array.isArray(metadata.providers) ? metadata.providers : [];
  return mergeMetadata(metadata, {
    provider: metadata.provider ?? provider,
    providers: providers.includes(provider) ? providers : [...providers, provider],
  });
}
