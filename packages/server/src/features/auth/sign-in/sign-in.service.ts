import { HOUR_MS } from '@soulsight/contract/time';
import { findCredentials, updateUser } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { deleteFlow, type FlowRow, findFlowByCode } from '../mail/one-time.store.ts';
import type { IdentityService } from '../oauth/identity.service.ts';
import type { ProviderClaims } from '../oauth/providers.ts';
import { verifierMatches } from '../session/pkce.ts';
import { hashSecret } from '../session/secrets.ts';
import type { AuthMethod } from '../session/session.rules.ts';
import { isSignInBlocked } from '../session/session.rules.ts';
import type { IssuedSession, SessionService } from '../session/session.service.ts';

export interface SignInService {
  /** Throws `invalid_credentials`, `email_not_confirmed`, `user_banned`. */
  byPassword(email: string, password: string, client: Client): Promise<IssuedSession>;
  /** Exchanges a code once. Throws `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`. */
  byCode(code: string, verifier: string, client: Client): Promise<IssuedSession>;
}

const FLOW_MS = 300_000;

export function createSignInService(
  deps: AuthDeps,
  { identities, sessions }: { identities: IdentityService; sessions: SessionService },
): SignInService {
  const { clock, config, db, digests, limits, passwords } = deps;

  async function byPassword(email: string, password: string, client: Client): Promise<IssuedSession> {
    const failures = `wrong-password:${digests.address(email)}`;
    const max = config.limits.wrongPasswords;
    if (!(await limits.within(failures, max, HOUR_MS))) throw new AuthError('over_request_rate_limit');
    const user = await findCredentials(db, email);
    const { ok, stale } = await passwords.check(password, user?.encryptedPassword ?? null);
    if (!ok || !user) {
      await limits.allow(failures, max, HOUR_MS);
      throw new AuthError('invalid_credentials');
    }
    if (isSignInBlocked(user, clock.now())) throw new AuthError('user_banned');
    if (!user.emailConfirmedAt && !config.unverifiedSignIn) throw new AuthError('email_not_confirmed');
    if (stale) await updateUser(db, user.id, { encryptedPassword: await passwords.hash(password) });
    return sessions.open(db, user.id, 'password', client);
  }

  function checkFlow(flow: FlowRow, verifier: string): void {
    const issued = flow.codeIssuedAt?.getTime() ?? 0;
    if (clock.now().getTime() - issued > FLOW_MS) throw new AuthError('flow_state_expired');
    const method = flow.codeChallengeMethod === 'plain' ? 'plain' : 's256';
    if (!flow.codeChallenge || !verifierMatches({ challenge: flow.codeChallenge, method }, verifier)) {
      throw new AuthError('bad_code_verifier');
    }
  }

  return {
    byPassword,
    async byCode(code, verifier, client) {
      const flow = await findFlowByCode(db, hashSecret(code));
      if (!flow) throw new AuthError('flow_state_not_found');
      checkFlow(flow, verifier);
      return db.transaction(async (tx) => {
        const taken = await deleteFlow(tx, flow.id);
        if (!taken?.userId) throw new AuthError('flow_state_not_found');
        const { link } = taken.data as { link?: { provider: string; claims: ProviderClaims } };
        if (link) await identities.link(tx, taken.userId, link.provider, link.claims);
        return sessions.open(tx, taken.userId, taken.method as AuthMethod, client);
      });
    },
  };
}
