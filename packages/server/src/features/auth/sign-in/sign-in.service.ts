import type { Tx } from '../../../core/db/types.ts';
import type { WrongPasswords } from '../abuse/wrong-passwords.ts';
import { tryParseEmail } from '../account/email.ts';
import { openClaims } from '../account/sealed-account.ts';
import {
  type Credentials,
  findCredentials,
  findIdentity,
  isPhone,
  lockUser,
  updateUser,
} from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { deleteFlow, deleteOneTimesByFlow, type FlowRow, findFlowByCode } from '../mail/one-time.store.ts';
import type { IdentityService, StoredLink } from '../oauth/identity.service.ts';
import type { ProviderClaims } from '../oauth/providers.ts';
import { verifierMatches } from '../session/pkce.ts';
import { hashSecret } from '../session/secrets.ts';
import { type AuthMethod, isSignInBlocked } from '../session/session.rules.ts';
import type { SessionService } from '../session/session.service.ts';
import type { IssuedSession } from '../session/session-tokens.ts';

/** The email as typed, or a number as `parsePhone` returns it. */
export type PasswordSignIn = ({ email: string } | { phone: string }) & {
  password: string;
  captchaToken?: string | null | undefined;
};

export interface SignInService {
  /** Throws `captcha_failed`, `invalid_credentials`, `email_not_confirmed`, `phone_not_confirmed`, `user_banned`, `over_request_rate_limit`. */
  byPassword(request: PasswordSignIn, client: Client): Promise<IssuedSession>;
  /** Exchanges a code once. Throws `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`. */
  byCode(code: string, verifier: string, client: Client): Promise<IssuedSession>;
}

const FLOW_MS = 300_000;
/** How often the account may change during one sign-in before it is refused. */
const MAX_ATTEMPTS = 3;

export function createSignInService(
  deps: AuthDeps,
  parts: { identities: IdentityService; sessions: SessionService; wrongPasswords: WrongPasswords },
): SignInService {
  const { identities, sessions, wrongPasswords } = parts;
  const { captcha, clock, config, db, passwords } = deps;

  async function trySignIn(login: string | null, password: string, client: Client): Promise<IssuedSession> {
    const user = login === null ? null : await findCredentials(db, login);
    const { ok, stale } = await passwords.check(password, user?.encryptedPassword ?? null);
    if (!ok || !user) throw new AuthError('invalid_credentials');
    if (isSignInBlocked(user, clock.now())) throw new AuthError('user_banned');
    requireConfirmedLogin(login ?? '', user, config.unverifiedSignIn);
    const { epoch } = user;
    const phone = isPhone(login ?? '') ? await findIdentity(db, 'phone', user.id) : null;
    const by = { epoch, identityId: phone?.id ?? null };
    if (!stale) return sessions.open(db, user.id, 'password', client, by);
    const encryptedPassword = await passwords.hash(password);
    return db.transaction(async (tx) => {
      const session = await sessions.open(tx, user.id, 'password', client, by);
      await updateUser(tx, user.id, { encryptedPassword });
      return session;
    });
  }

  /** Checking a password takes a while. If the account changes meanwhile, the check is repeated. */
  async function signInUnlessChanged(login: string | null, password: string, client: Client): Promise<IssuedSession> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      try {
        return await trySignIn(login, password, client);
      } catch (error) {
        if (!(error instanceof AuthError) || error.code !== 'conflict') throw error;
      }
    }
    throw new AuthError('invalid_credentials');
  }

  async function byPassword(request: PasswordSignIn, client: Client): Promise<IssuedSession> {
    await captcha.check(request.captchaToken, client.ip);
    const typed = 'phone' in request ? request.phone : request.email;
    const login = 'phone' in request ? request.phone : tryParseEmail(request.email);
    return wrongPasswords.guard(login ?? typed, client, () => signInUnlessChanged(login, request.password, client));
  }

  function checkFlow(flow: FlowRow, verifier: string): void {
    const issuedAt = flow.codeIssuedAt?.getTime() ?? 0;
    if (clock.now().getTime() - issuedAt > FLOW_MS) throw new AuthError('flow_state_expired');
    const method = flow.codeChallengeMethod === 'plain' ? 'plain' : 's256';
    if (!flow.codeChallenge || !verifierMatches({ challenge: flow.codeChallenge, method }, verifier)) {
      throw new AuthError('bad_code_verifier');
    }
  }

  async function completeLink(tx: Tx, link: StoredLink): Promise<string> {
    const claims = (await openClaims(deps, tx, link.linkFor.userId, link.claims)) as unknown as ProviderClaims;
    return identities.link(tx, { ...link, claims });
  }

  async function byCode(code: string, verifier: string, client: Client): Promise<IssuedSession> {
    const flow = await findFlowByCode(db, hashSecret(code));
    if (!flow) throw new AuthError('flow_state_not_found');
    checkFlow(flow, verifier);
    return db.transaction(async (tx) => {
      const user = flow.userId ? await lockUser(tx, flow.userId) : null;
      const taken = await deleteFlow(tx, flow.id);
      // A password change, for one, makes codes useless that were issued before it.
      if (!taken || !user || user.epoch !== taken.epoch) throw new AuthError('flow_state_not_found');
      await deleteOneTimesByFlow(tx, user.id, taken.id);
      const { link, identityId } = taken.data as { link?: StoredLink; identityId?: string };
      const by = { identityId: link ? await completeLink(tx, link) : (identityId ?? null) };
      return sessions.open(tx, user.id, taken.method as AuthMethod, client, by);
    });
  }

  return { byPassword, byCode };
}

/** Nobody signs in by a number that is not confirmed: it may be somebody else's. */
function requireConfirmedLogin(login: string, user: Credentials, unverifiedSignIn: boolean): void {
  if (isPhone(login)) {
    if (!user.phoneConfirmedAt) throw new AuthError('phone_not_confirmed');
  } else if (!user.emailConfirmedAt && !unverifiedSignIn) throw new AuthError('email_not_confirmed');
}
