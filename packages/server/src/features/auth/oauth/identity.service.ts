import type { Tx } from '../../../core/db/types.ts';
import { type AccountService, withProvider } from '../account/account.service.ts';
import {
  deleteIdentity,
  findIdentity,
  findUserByEmail,
  hasVerifiedFactor,
  insertIdentity,
  listIdentities,
  lockUser,
  type UserRow,
  updateIdentity,
  updateUser,
} from '../account/user.store.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { deleteOneTimes } from '../mail/one-time.store.ts';
import { isSignInBlocked } from '../session/session.rules.ts';
import type { SessionService } from '../session/session.service.ts';
import type { LiveSession } from '../session/session.store.ts';
import { checkLink, decideSignIn, emailAfterUnlink, identityData } from './identity.rules.ts';
import type { ProviderClaims } from './providers.ts';

export interface IdentityService {
  /** The account of a provider's person, found, joined or made. Throws why not. */
  signIn(tx: Tx, provider: string, claims: ProviderClaims): Promise<string>;
  link(tx: Tx, userId: string, provider: string, claims: ProviderClaims): Promise<void>;
  unlink(session: LiveSession, identityId: string): Promise<void>;
  /** Identities change, as factors do, only in a session that has passed the second factor. */
  requireAal2(session: LiveSession): Promise<void>;
}

export function createIdentityService(
  deps: AuthDeps,
  { accounts, sessions }: { accounts: AccountService; sessions: SessionService },
): IdentityService {
  const { clock, config, db, sessionCache } = deps;

  async function attachIdentity(tx: Tx, user: UserRow, provider: string, claims: ProviderClaims): Promise<void> {
    const now = clock.now();
    const inserted = await insertIdentity(tx, {
      userId: user.id,
      provider,
      providerId: claims.sub,
      email: claims.email,
      identityData: identityData({}, claims),
      lastSignInAt: now,
      createdAt: now,
      updatedAt: now,
    });
    if (!inserted) throw new AuthError('identity_already_exists');
    await updateUser(tx, user.id, { appMetadata: withProvider(user.appMetadata, provider), updatedAt: now });
  }

  async function takeOver(tx: Tx, user: UserRow): Promise<UserRow> {
    await sessions.end(tx, { userId: user.id });
    await deleteOneTimes(tx, user.id);
    return accounts.confirmEmail(tx, user, { encryptedPassword: null });
  }

  async function create(tx: Tx, provider: string, claims: ProviderClaims): Promise<UserRow> {
    if (config.signUpDisabled) throw new AuthError('signup_disabled');
    const metadata = {
      ...(claims.givenName ? { first_name: claims.givenName.slice(0, 40) } : {}),
      ...(claims.name ? { full_name: claims.name } : {}),
    };
    const account = { email: claims.email, passwordHash: null, metadata, confirmed: true, provider };
    const user = await accounts.create(tx, account);
    if (!user) throw new AuthError('conflict');
    return user;
  }

  async function updateFromClaims(tx: Tx, identityId: string, claims: ProviderClaims): Promise<void> {
    const now = clock.now();
    const change = { email: claims.email, identityData: identityData({}, claims), lastSignInAt: now, updatedAt: now };
    await updateIdentity(tx, identityId, change);
  }

  async function requireAal2(session: LiveSession): Promise<void> {
    if (session.aal !== 'aal2' && (await hasVerifiedFactor(db, session.userId)))
      throw new AuthError('insufficient_aal');
  }

  return {
    requireAal2,

    async signIn(tx, provider, claims) {
      const known = await findIdentity(tx, provider, claims.sub);
      const sameEmail = claims.email ? await findUserByEmail(tx, claims.email) : null;
      const decision = decideSignIn(claims, known, sameEmail);
      if (decision.kind === 'known') {
        if (known) await updateFromClaims(tx, known.id, claims);
        return decision.userId;
      }
      if (decision.kind !== 'create' && isSignInBlocked(decision.user, clock.now())) throw new AuthError('user_banned');
      const user =
        decision.kind === 'create'
          ? await create(tx, provider, claims)
          : decision.kind === 'take_over'
            ? await takeOver(tx, decision.user)
            : decision.user;
      await attachIdentity(tx, user, provider, claims);
      return user.id;
    },

    async link(tx, userId, provider, claims) {
      const user = await lockUser(tx, userId);
      if (!user) throw new AuthError('user_not_found');
      checkLink(await findIdentity(tx, provider, claims.sub), userId);
      await attachIdentity(tx, user, provider, claims);
      const free = claims.email && claims.emailVerified && !(await findUserByEmail(tx, claims.email));
      if (user.isAnonymous && free) {
        const current = await lockUser(tx, userId);
        if (current) await accounts.confirmEmail(tx, current, { email: claims.email });
      }
    },

    async unlink(session, identityId) {
      await requireAal2(session);
      await db.transaction(async (tx) => {
        const user = await lockUser(tx, session.userId);
        if (!user) throw new AuthError('user_not_found');
        const all = await listIdentities(tx, user.id);
        const removed = all.find((identity) => identity.id === identityId);
        if (!removed) throw new AuthError('identity_not_found');
        if (all.length < 2) throw new AuthError('single_identity_not_deletable');
        const remaining = all.filter((identity) => identity !== removed);
        const email = emailAfterUnlink(user, remaining);
        const owner = email ? await findUserByEmail(tx, email) : null;
        if (owner && owner.id !== user.id) throw new AuthError('email_conflict_identity_not_deletable');
        await deleteIdentity(tx, removed.id);
        const providers = [...new Set(remaining.map((identity) => identity.provider))];
        const appMetadata = { ...user.appMetadata, provider: providers[0], providers };
        const password = removed.provider === 'email' ? { encryptedPassword: null } : {};
        await updateUser(tx, user.id, { ...password, email, appMetadata, updatedAt: clock.now() });
        sessionCache.invalidate(tx, user.id);
      });
    },
  };
}
