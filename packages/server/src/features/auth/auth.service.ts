import { DAY_MS } from '@soulsight/contract/time';
import { deleteOldSignInNetworks } from './abuse/sign-in-network.store.ts';
import { createWrongPasswords } from './abuse/wrong-passwords.ts';
import { type AccountService, createAccountService } from './account/account.service.ts';
import { type AccountDataService, createAccountData } from './account/account-data.service.ts';
import { createEmailChangeService } from './account/email-change.service.ts';
import { createOwnerCheckService, type OwnerCheckService } from './account/owner-check.service.ts';
import { createUndoService } from './account/undo.service.ts';
import { incrementEpoch, listFactors } from './account/user.store.ts';
import { createUserUpdateService, type UserUpdateService } from './account/user-update.service.ts';
import { type AdminService, createAdminService } from './admin/admin.service.ts';
import { type AdminLinkService, createAdminLinkService } from './admin/link.service.ts';
import type { AuthDeps, AuthListeners } from './auth.deps.ts';
import { createMailRequestService, type MailRequestService } from './mail/mail-request.service.ts';
import { createOneTimeService } from './mail/one-time.service.ts';
import { deleteExpiredOneTimes } from './mail/one-time.store.ts';
import { createMfaService, type MfaService } from './mfa/mfa.service.ts';
import { deleteOldChallenges } from './mfa/mfa.store.ts';
import { createRecoveryCodeService, type RecoveryCodeService } from './mfa/recovery-codes.service.ts';
import { createIdentityService, type IdentityService } from './oauth/identity.service.ts';
import { createOAuthService, type OAuthService } from './oauth/oauth.service.ts';
import { createPasskeyService, type PasskeyService } from './passkeys/passkey.service.ts';
import { deleteOldPasskeyChallenges } from './passkeys/passkey.store.ts';
import { createPhoneService, type PhoneService } from './phone/phone.service.ts';
import { type Authenticator, createAuthenticator } from './session/authenticator.ts';
import { createSessionService, type SessionService } from './session/session.service.ts';
import {
  deleteOldRefreshTokens,
  deleteStaleSessions,
  findRefreshToken,
  type LiveSession,
  listSessions,
  lockSession,
  lockUserOfSession,
} from './session/session.store.ts';
import { createSignInService, type SignInService } from './sign-in/sign-in.service.ts';
import { createSignUpService, type SignUpService } from './sign-up/sign-up.service.ts';
import { createVerifyService, type VerifyService } from './sign-up/verify.service.ts';

/** Sign-up, sign-in and accounts. `/auth/v1` and `/api/auth` call the same services. */
export interface AuthService {
  /** For the routes of this feature. */
  deps: AuthDeps;
  /** Limits that count across nodes, also for other features. */
  limits: Pick<AuthDeps['limits'], 'consume' | 'refund'>;
  /** The keyed hash of an address, for tables that must not contain it. */
  digestAddress: AuthDeps['digests']['address'];
  accounts: AccountService;
  accountData: AccountDataService;
  authenticator: Authenticator;
  mailRequests: MailRequestService;
  mfa: MfaService;
  recoveryCodes: RecoveryCodeService;
  passkeys: PasskeyService;
  identities: IdentityService;
  admin: AdminService;
  adminLinks: AdminLinkService;
  oauth: OAuthService;
  phones: PhoneService;
  sessions: SessionService;
  signIns: SignInService;
  signUps: SignUpService;
  updates: UserUpdateService;
  verifications: VerifyService;
  ownerChecks: OwnerCheckService;
  /** Adds listeners for account events. */
  subscribe(listeners: AuthListeners): void;
  /** Deletes what has expired. Run it regularly. */
  sweep(): Promise<void>;
  /** Ends the threads that hash passwords. */
  stop(): Promise<void>;
  signOut(session: Pick<LiveSession, 'userId' | 'sessionId'>, scope: 'global' | 'local' | 'others'): Promise<void>;
  /**
   * Ends the session to which a refresh token belongs or once belonged, for a user who signed out `secondsAgo` on a device that could
   * not say so. `global` ends their other sessions of that time, too. Does nothing if there is no such session.
   * @param tokenHash the token's stored form, see `hashSecret`
   */
  signOutByHash(tokenHash: string, scope: 'global' | 'local', secondsAgo: number): Promise<void>;
}

const FLOW_S = 300;
/** A late sign-out was timed before it was sent, and a session opened meanwhile stays. */
const LATE_SIGN_OUT_ON_THE_WAY_S = 2;
/** How long a replayed refresh token is recognised as a former one. */
const REFRESH_HISTORY_DAYS = 30;
/** A network without a sign-in for so long is no longer familiar. */
const FAMILIAR_NETWORK_DAYS = 180;

export function createAuthServices(deps: AuthDeps): AuthService {
  const sessions = createSessionService(deps);
  const accounts = createAccountService(deps, { sessions });
  const oneTimes = createOneTimeService(deps);
  const emailChanges = createEmailChangeService(deps, { accounts, oneTimes });
  const undo = createUndoService(deps, { sessions });
  const identities = createIdentityService(deps, { accounts, sessions, undo });
  const wrongPasswords = createWrongPasswords(deps);
  const phones = createPhoneService(deps, { accounts, oneTimes, sessions, undo });
  const base = { accounts, emailChanges, oneTimes, phones, sessions, undo, wrongPasswords };
  return {
    deps,
    limits: deps.limits,
    digestAddress: deps.digests.address,
    accounts,
    accountData: createAccountData(deps),
    sessions,
    updates: createUserUpdateService(deps, base),
    authenticator: createAuthenticator(deps),
    mailRequests: createMailRequestService(deps, base),
    mfa: createMfaService(deps, base),
    passkeys: createPasskeyService(deps, base),
    identities,
    phones,
    admin: createAdminService(deps, { accounts, sessions }),
    adminLinks: createAdminLinkService(deps, { accounts, oneTimes }),
    oauth: createOAuthService(deps, { identities, sessions }),
    recoveryCodes: createRecoveryCodeService(deps, base),
    signIns: createSignInService(deps, { identities, sessions, wrongPasswords }),
    signUps: createSignUpService(deps, base),
    verifications: createVerifyService(deps, base),
    ownerChecks: createOwnerCheckService(deps, base),
    subscribe(listeners) {
      deps.listeners.push(listeners);
    },
    sweep: () => sweep(deps),
    stop: () => deps.passwords.close(),
    signOut: ({ userId, sessionId }, scope) => {
      if (scope === 'local') return sessions.signOut(deps.db, { userId, only: sessionId });
      return deps.db.transaction(async (tx) => {
        // What an ended session had begun must not complete: a code, a linking, an account change.
        await incrementEpoch(tx, userId);
        await sessions.signOut(tx, scope === 'others' ? { userId, except: sessionId } : { userId });
      });
    },
    signOutByHash: (tokenHash, scope, secondsAgo) =>
      deps.db.transaction(async (tx) => {
        const token = await findRefreshToken(tx, tokenHash);
        // The user first, like every other change of an account that also locks sessions.
        const session =
          token && (await lockUserOfSession(tx, token.sessionId)) && (await lockSession(tx, token.sessionId));
        if (!session) return;
        const { id, userId } = session;
        await sessions.signOut(tx, { userId, only: id });
        // Somebody who only knows the password must not sign out the devices of its owner.
        const isBelow =
          session.aal === 'aal1' && (await listFactors(tx, userId)).some(({ status }) => status === 'verified');
        if (scope === 'local' || isBelow) return;
        const onTheWayS = secondsAgo > 0 ? LATE_SIGN_OUT_ON_THE_WAY_S : 0;
        const at = new Date(deps.clock.now().getTime() - (secondsAgo + onTheWayS) * 1000);
        await sessions.signOut(tx, { userId, openedUntil: at });
        // A user who has signed in since may have begun something, which the epoch would cancel, too.
        if ((await listSessions(tx, userId)).length === 0) await incrementEpoch(tx, userId);
      }),
  };
}

async function sweep({ clock, config, db }: AuthDeps): Promise<void> {
  const now = clock.now().getTime();
  const ago = (ms: number) => new Date(now - ms);
  await deleteExpiredOneTimes(db, ago(0), ago((config.otpS + FLOW_S) * 1000));
  await deleteOldChallenges(db, ago(DAY_MS));
  await deleteOldPasskeyChallenges(db, ago(config.challengeS * 1000));
  await deleteOldRefreshTokens(db, ago(REFRESH_HISTORY_DAYS * DAY_MS));
  await deleteOldSignInNetworks(db, ago(FAMILIAR_NETWORK_DAYS * DAY_MS));
  const { sessionInactivityS } = config;
  if (sessionInactivityS > 0) await deleteStaleSessions(db, ago(sessionInactivityS * 1000));
}
