import { DAY_MS } from '@soulsight/contract/time';
import { type AccountService, createAccountService } from './account/account.service.ts';
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
import { type Authenticator, createAuthenticator } from './session/authenticator.ts';
import { createSessionService, type SessionService } from './session/session.service.ts';
import { deleteOldRefreshTokens, deleteStaleSessions, type LiveSession } from './session/session.store.ts';
import { createSignInService, type SignInService } from './sign-in/sign-in.service.ts';
import { createSignUpService, type SignUpService } from './sign-up/sign-up.service.ts';
import { createVerifyService, type VerifyService } from './sign-up/verify.service.ts';

/** Sign-up, sign-in and everything about accounts. `/auth/v1` and `/api/auth` are two faces of it. */
export interface AuthService {
  deps: AuthDeps;
  accounts: AccountService;
  authenticator: Authenticator;
  mailRequests: MailRequestService;
  mfa: MfaService;
  recoveryCodes: RecoveryCodeService;
  identities: IdentityService;
  admin: AdminService;
  adminLinks: AdminLinkService;
  oauth: OAuthService;
  sessions: SessionService;
  signIns: SignInService;
  signUps: SignUpService;
  updates: UserUpdateService;
  verifications: VerifyService;
  /** Adds listeners to what happens to accounts. */
  subscribe(listeners: AuthListeners): void;
  /** Removes what has expired; run now and then. */
  sweep(): Promise<void>;
  signOut(session: Pick<LiveSession, 'userId' | 'sessionId'>, scope: 'global' | 'local' | 'others'): Promise<void>;
}

const FLOW_S = 300;
/** How long an old refresh token that comes back is still known to have been one. */
const REFRESH_HISTORY_DAYS = 30;

export function createAuthServices(deps: AuthDeps): AuthService {
  const accounts = createAccountService(deps);
  const sessions = createSessionService(deps);
  const oneTimes = createOneTimeService(deps);
  const base = { accounts, oneTimes, sessions };
  const updates = createUserUpdateService(deps, base);
  const identities = createIdentityService(deps, { accounts, sessions });
  return {
    deps,
    accounts,
    sessions,
    updates,
    authenticator: createAuthenticator(deps),
    mailRequests: createMailRequestService(deps, { ...base, updates }),
    mfa: createMfaService(deps, sessions),
    identities,
    admin: createAdminService(deps, { accounts, sessions }),
    adminLinks: createAdminLinkService(deps, { accounts, oneTimes }),
    oauth: createOAuthService(deps, { identities, sessions }),
    recoveryCodes: createRecoveryCodeService(deps, sessions),
    signIns: createSignInService(deps, { identities, sessions }),
    signUps: createSignUpService(deps, base),
    verifications: createVerifyService(deps, { ...base, updates }),
    subscribe(listeners) {
      deps.hooks.push(listeners);
    },
    async sweep() {
      const now = deps.clock.now().getTime();
      const ago = (ms: number) => new Date(now - ms);
      await deleteExpiredOneTimes(deps.db, ago(0), ago((deps.config.otpS + FLOW_S) * 1000));
      await deleteOldChallenges(deps.db, ago(DAY_MS));
      await deleteOldRefreshTokens(deps.db, ago(REFRESH_HISTORY_DAYS * DAY_MS));
      const { sessionInactivityS } = deps.config;
      if (sessionInactivityS > 0) await deleteStaleSessions(deps.db, ago(sessionInactivityS * 1000));
    },
    async signOut({ userId, sessionId }, scope) {
      const selections = {
        global: { userId },
        local: { userId, only: sessionId },
        others: { userId, except: sessionId },
      };
      await sessions.end(deps.db, selections[scope]);
    },
  };
}
