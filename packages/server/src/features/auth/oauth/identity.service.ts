import type { SealedRecord } from '../../../core/crypto/sealed-record.ts';
import type { Tx } from '../../../core/db/types.ts';
import { type AccountService, addProvider } from '../account/account.service.ts';
import type { Metadata } from '../account/metadata.rules.ts';
import { sealIdentityData } from '../account/sealed-account.ts';
import type { UndoService } from '../account/undo.service.ts';
import {
  deleteIdentity,
  findIdentity,
  findUserByEmail,
  type IdentityRow,
  incrementEpoch,
  insertIdentity,
  listIdentities,
  lockUser,
  type UserRow,
  updateIdentity,
  updateUser,
} from '../account/user.store.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { getOwnSession } from '../session/own-session.ts';
import { isSignInBlocked, requireConfirmedEmail } from '../session/session.rules.ts';
import type { SessionService } from '../session/session.service.ts';
import { findLiveSession, type LiveSession } from '../session/session.store.ts';
import { checkLink, decideSignIn, identityData } from './identity.rules.ts';
import type { ProviderClaims } from './providers.ts';

/** The session that began a linking, as it was at that time. */
export type LinkingSession = Pick<LiveSession, 'userId' | 'sessionId' | 'aal' | 'epoch'>;

export interface PendingLink {
  provider: string;
  claims: ProviderClaims;
  linkFor: LinkingSession;
}

/** A pending link as its flow stores it. */
export interface StoredLink extends Omit<PendingLink, 'claims'> {
  claims: SealedRecord;
}

export interface IdentityService {
  /**
   * Finds, joins or creates the account for a provider's user. @returns its user and the identity that signs in
   * Throws `provider_email_needs_verification`, `signup_disabled`, `user_banned`, `identity_already_exists`.
   */
  signIn(tx: Tx, provider: string, claims: ProviderClaims): Promise<{ userId: string; identityId: string }>;
  /**
   * Links a provider's account. Throws `flow_state_not_found` if the session that began it has ended or the account has
   * changed since, and what `requireLinkingAllowed` throws. @returns the identity's id
   */
  link(tx: Tx, pending: PendingLink): Promise<string>;
  /**
   * Ends the other sessions that the identity opened, too. Removing `email` removes the password; the account keeps its address, and
   * its owner is told.
   */
  unlink(session: LiveSession, identityId: string): Promise<void>;
  /** Throws `manual_linking_disabled`, `email_not_confirmed`, or `insufficient_aal` for a session below the account's level. */
  requireLinkingAllowed(session: LiveSession): void;
}

const FIRST_NAME_MAX_CHARS = 40;

export function createIdentityService(
  deps: AuthDeps,
  parts: { accounts: AccountService; sessions: SessionService; undo: UndoService },
): IdentityService {
  const { accounts } = parts;
  const { clock, config } = deps;

  function requireLinkingAllowed(session: LiveSession): void {
    if (!config.manualLinking) throw new AuthError('manual_linking_disabled');
    requireConfirmedEmail(session);
    if (session.hasFactor && session.aal !== 'aal2') throw new AuthError('insufficient_aal');
  }

  /** The owner of the account may be somebody else than who adds the identity, so they are told. */
  async function notifyOwner(tx: Tx, user: UserRow, provider: string, claims: ProviderClaims): Promise<void> {
    const link = await parts.undo.issue(tx, user);
    if (!link || !user.email) return;
    const way = describeWay(deps, { provider, email: claims.email });
    await deps.mailer.send(tx, { kind: 'way_added', to: user.email, way, undo: link });
  }

  async function attachIdentity(tx: Tx, user: UserRow, provider: string, claims: ProviderClaims): Promise<string> {
    const now = clock.now();
    const inserted = await insertIdentity(tx, {
      userId: user.id,
      provider,
      providerId: claims.sub,
      email: claims.email,
      identityData: await sealIdentityData(deps, tx, user.id, identityData({}, claims)),
      lastSignInAt: now,
      createdAt: now,
      updatedAt: now,
    });
    if (!inserted) throw new AuthError('identity_already_exists');
    await incrementEpoch(tx, user.id);
    await updateUser(tx, user.id, { appMetadata: addProvider(user.appMetadata, provider), updatedAt: now });
    return inserted.id;
  }

  async function create(tx: Tx, provider: string, claims: ProviderClaims): Promise<UserRow> {
    if (config.signUpDisabled) throw new AuthError('signup_disabled');
    const metadata = toMetadata(claims);
    const account = { email: claims.email, passwordHash: null, metadata, confirmed: true, provider };
    const user = await accounts.create(tx, account);
    if (!user) throw new AuthError('conflict');
    return user;
  }

  async function signIn(tx: Tx, provider: string, claims: ProviderClaims) {
    const known = await lockIdentity(tx, provider, claims.sub);
    const decision = decideSignIn(claims, known, known ? null : await lockUserByEmail(tx, claims.email));
    const now = clock.now();
    if (decision.kind === 'known') {
      const sealed = await sealIdentityData(deps, tx, decision.userId, identityData({}, claims));
      const change = { email: claims.email, identityData: sealed, lastSignInAt: now, updatedAt: now };
      await updateIdentity(tx, decision.identityId, change);
      return decision;
    }
    let user = decision.kind === 'create' ? await create(tx, provider, claims) : decision.user;
    if (isSignInBlocked(user, now)) throw new AuthError('user_banned');
    if (decision.kind === 'take_over') {
      user = await accounts.claim(tx, user, { passwordHash: null, metadata: toMetadata(claims) });
    }
    const identityId = await attachIdentity(tx, user, provider, claims);
    if (decision.kind === 'join') await notifyOwner(tx, user, provider, claims);
    return { userId: user.id, identityId };
  }

  async function link(tx: Tx, { provider, claims, linkFor }: PendingLink): Promise<string> {
    const user = await lockUser(tx, linkFor.userId);
    const session = await findLiveSession(tx, linkFor.sessionId, linkFor.userId);
    if (!user || !session || user.epoch !== linkFor.epoch) throw new AuthError('flow_state_not_found');
    requireLinkingAllowed({ ...session, aal: linkFor.aal });
    checkLink(await findIdentity(tx, provider, claims.sub), user.id);
    const identityId = await attachIdentity(tx, user, provider, claims);
    await notifyOwner(tx, user, provider, claims);
    const isFree = claims.email && claims.emailVerified && !(await findUserByEmail(tx, claims.email));
    if (user.isAnonymous && isFree) {
      const current = await lockUser(tx, user.id);
      if (current) await accounts.confirmEmail(tx, current, { email: claims.email });
    }
    return identityId;
  }

  return { requireLinkingAllowed, signIn, link, unlink: (session, id) => unlink(deps, parts, session, id) };
}

/** Locks the owner of an identity. Null if there is none, or no longer one: it may be removed while this waits for the lock. */
async function lockIdentity(tx: Tx, provider: string, providerId: string): Promise<IdentityRow | null> {
  const found = await findIdentity(tx, provider, providerId);
  if (!found) return null;
  await lockUser(tx, found.userId);
  const now = await findIdentity(tx, provider, providerId);
  return now?.userId === found.userId ? now : null;
}

/** Null also for an account that has got another address while this waited for the lock. */
async function lockUserByEmail(tx: Tx, email: string | null): Promise<UserRow | null> {
  const found = email ? await findUserByEmail(tx, email) : null;
  const user = found && (await lockUser(tx, found.id));
  return user?.email === email ? user : null;
}

function describeWay({ providers }: AuthDeps, { provider, email }: Pick<IdentityRow, 'provider' | 'email'>): string {
  const label = providers.get(provider)?.label ?? provider;
  return email ? `${label} (${email})` : label;
}

async function unlink(
  deps: AuthDeps,
  { sessions, undo }: { sessions: SessionService; undo: UndoService },
  session: LiveSession,
  identityId: string,
) {
  const { clock, config, db, mailer, sessionCache } = deps;
  if (!config.manualLinking) throw new AuthError('manual_linking_disabled');
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, session.userId);
    if (!user) throw new AuthError('user_not_found');
    const live = await getOwnSession(tx, session);
    if (live.hasFactor && live.aal !== 'aal2') throw new AuthError('insufficient_aal');
    const all = await listIdentities(tx, user.id);
    const removed = all.find((identity) => identity.id === identityId);
    if (!removed) throw new AuthError('identity_not_found');
    if (all.length < 2) throw new AuthError('single_identity_not_deletable');
    const remaining = all.filter((identity) => identity !== removed);
    await deleteIdentity(tx, removed.id);
    await incrementEpoch(tx, user.id);
    await sessions.end(tx, { userId: user.id, identityId: removed.id, except: session.sessionId });
    const providers = [...new Set(remaining.map((identity) => identity.provider))];
    const appMetadata = { ...user.appMetadata, provider: providers[0], providers };
    const password = removed.provider === 'email' ? { encryptedPassword: null } : {};
    const phone = removed.provider === 'phone' ? { phone: null, phoneConfirmedAt: null } : {};
    await updateUser(tx, user.id, { ...password, ...phone, appMetadata, updatedAt: clock.now() });
    sessionCache.invalidate(tx, user.id);
    const link = await undo.issue(tx, user);
    if (!link || !user.email) return;
    const way = removed.provider === 'email' ? 'your password' : describeWay(deps, removed);
    await mailer.send(tx, { kind: 'way_removed', to: user.email, way, undo: link });
  });
}

function toMetadata(claims: ProviderClaims): Metadata {
  const metadata: Metadata = {};
  if (claims.givenName) metadata.first_name = claims.givenName.slice(0, FIRST_NAME_MAX_CHARS);
  if (claims.name) metadata.full_name = claims.name;
  return metadata;
}
