import { uuidSchema } from '@soulsight/contract/endpoint';
import { sealClaims } from '../account/sealed-account.ts';
import { findIdentity } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError, invalid } from '../auth.errors.ts';
import { type FlowRow, insertFlow } from '../mail/one-time.store.ts';
import type { PkceChallenge } from '../session/pkce.ts';
import { equalsConstantTime, hashSecret, randomSecret } from '../session/secrets.ts';
import type { SessionService } from '../session/session.service.ts';
import type { LiveSession } from '../session/session.store.ts';
import type { IssuedSession } from '../session/session-tokens.ts';
import { updateFlowOutcome, updateFlowReturned } from './flow.store.ts';
import { checkLink } from './identity.rules.ts';
import type { IdentityService, LinkingSession, StoredLink } from './identity.service.ts';
import type { Provider, ProviderClaims, RoundTrip } from './providers.ts';

export interface OAuthRequest {
  provider: string;
  challenge: PkceChallenge | null;
  redirectTo: string;
  scopes: string | null;
}

/** What the provider sent back with the browser. */
export interface OAuthCallback {
  params: URLSearchParams;
  /** Set if a browser made the call, with its flow cookie. */
  browser: { cookie: string | null } | null;
}

/** Where to send the browser, and with what. */
export type OAuthResult =
  | { redirectTo: string; code: string }
  | { redirectTo: string; session: IssuedSession }
  /** `declined`: the user refused at the provider. */
  | { redirectTo: string; refused: AuthError; declined: boolean };

export interface IdTokenRequest {
  provider: string;
  token: string;
  nonce: string | null;
  captchaToken?: string | null | undefined;
}

/** Sign-in by OpenID providers. With a session the provider's account is linked to its user instead. */
export interface OAuthService {
  /** Begins a round trip. The cookie binds it to the browser; only flows without PKCE depend on it. */
  begin(request: OAuthRequest, session: LiveSession | null): Promise<{ url: string; cookie: string }>;
  /** Completes a round trip. Throws `bad_oauth_state` if there is none. */
  finish(callback: OAuthCallback, client: Client): Promise<OAuthResult>;
  /** Signs in, or links, with an ID token from a provider's own button. */
  byIdToken(request: IdTokenRequest, session: LiveSession | null, client: Client): Promise<IssuedSession>;
}

interface FlowData extends RoundTrip {
  redirectTo: string;
  cookieHash: string;
  /** Set if the flow links an identity. */
  linkFor: LinkingSession | null;
}

interface Flow {
  row: FlowRow;
  data: FlowData;
}

const FLOW_MS = 300_000;
/** The error codes by which providers report that the user refused; the second is Apple's. */
const DECLINED: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize']);

export function createOAuthService(
  deps: AuthDeps,
  { identities, sessions }: { identities: IdentityService; sessions: SessionService },
): OAuthService {
  const { captcha, clock, config, db, providers } = deps;
  const callbackUrl = `${config.apiUrl}/callback`;

  function getProvider(name: string): Provider {
    const provider = providers.get(name);
    if (!provider) throw invalid('Unsupported provider: provider is not enabled');
    return provider;
  }

  async function completeWithCode({ row, data }: Flow, provider: string, claims: ProviderClaims): Promise<OAuthResult> {
    const { redirectTo, linkFor } = data;
    if (linkFor) checkLink(await findIdentity(db, provider, claims.sub), linkFor.userId);
    const code = randomSecret();
    const outcome = { codeHash: hashSecret(code), now: clock.now() };
    await db.transaction(async (tx) => {
      if (linkFor) {
        // The identity is linked when the code is exchanged, which only the browser that began the flow can do.
        const { userId, epoch } = linkFor;
        const link: StoredLink = { provider, linkFor, claims: await sealClaims(deps, tx, userId, { ...claims }) };
        await updateFlowOutcome(tx, row.id, { ...outcome, userId, epoch, data: { link } });
      } else {
        const { userId, identityId } = await identities.signIn(tx, provider, claims);
        await updateFlowOutcome(tx, row.id, { ...outcome, userId, data: { identityId } });
      }
    });
    return { redirectTo, code };
  }

  async function openSession(
    provider: string,
    claims: ProviderClaims,
    linkFor: LinkingSession | null,
    client: Client,
  ): Promise<IssuedSession> {
    return db.transaction(async (tx) => {
      const { userId, identityId } = linkFor
        ? { userId: linkFor.userId, identityId: await identities.link(tx, { provider, claims, linkFor }) }
        : await identities.signIn(tx, provider, claims);
      return sessions.open(tx, userId, 'oauth', client, { identityId });
    });
  }

  return {
    async begin(request, session) {
      if (session) identities.requireLinkingAllowed(session);
      const provider = getProvider(request.provider);
      const { row, data, cookie } = startFlow(deps, request, session && toLinkingSession(session));
      const url = await provider.authorizationUrl(data, { scopes: request.scopes, callbackUrl });
      await insertFlow(db, row);
      return { url, cookie };
    },

    async finish(callback, client) {
      const flow = await claimFlow(deps, callback);
      const provider = flow.row.provider ?? '';
      const { redirectTo, linkFor } = flow.data;
      const error = callback.params.get('error');
      try {
        if (error) throw new AuthError('bad_oauth_callback', callback.params.get('error_description') ?? error);
        const claims = await getProvider(provider).finish(callbackUrl, callback.params, flow.data);
        if (flow.row.codeChallenge) return await completeWithCode(flow, provider, claims);
        return { redirectTo, session: await openSession(provider, claims, linkFor, client) };
      } catch (refused) {
        if (!(refused instanceof AuthError)) throw refused;
        return { redirectTo, refused, declined: DECLINED.has(error ?? '') };
      }
    },

    async byIdToken({ provider, token, nonce, captchaToken }, session, client) {
      await captcha.check(captchaToken, client.ip);
      if (session) identities.requireLinkingAllowed(session);
      const claims = await getProvider(provider).checkIdToken(token, nonce);
      return openSession(provider, claims, session && toLinkingSession(session), client);
    },
  };
}

function toLinkingSession({ userId, sessionId, aal, epoch }: LiveSession): LinkingSession {
  return { userId, sessionId, aal, epoch };
}

function startFlow({ clock }: AuthDeps, request: OAuthRequest, linkFor: LinkingSession | null) {
  const id = crypto.randomUUID();
  const cookie = randomSecret();
  const data: FlowData = {
    state: `${id}.${randomSecret()}`,
    nonce: randomSecret(),
    verifier: randomSecret(),
    redirectTo: request.redirectTo,
    cookieHash: hashSecret(cookie),
    linkFor,
  };
  const row = {
    id,
    userId: linkFor?.userId ?? null,
    codeChallenge: request.challenge?.challenge ?? null,
    codeChallengeMethod: request.challenge?.method ?? null,
    method: 'oauth',
    provider: request.provider,
    data: { ...data },
    createdAt: clock.now(),
  };
  return { row, data, cookie };
}

/** Finds the flow of a callback and marks it as returned, so that it completes once. Throws `bad_oauth_state`. */
async function claimFlow({ clock, db }: AuthDeps, callback: OAuthCallback): Promise<Flow> {
  const state = callback.params.get('state') ?? '';
  const [id = '', secret = ''] = state.split('.');
  if (!uuidSchema.safeParse(id).success || !secret) throw new AuthError('bad_oauth_state');
  const row = await updateFlowReturned(db, id);
  const data = row?.data as unknown as FlowData | undefined;
  if (!row || !data || !equalsConstantTime(data.state, state)) throw new AuthError('bad_oauth_state');
  if (clock.now().getTime() - row.createdAt.getTime() > FLOW_MS) throw new AuthError('bad_oauth_state');
  checkBrowser(row, data, callback);
  return { row, data };
}

/** Without PKCE only the cookie binds the callback to the browser that began the flow. */
function checkBrowser(row: FlowRow, data: FlowData, callback: OAuthCallback): void {
  if (row.codeChallenge || !callback.browser) return;
  const { cookie } = callback.browser;
  if (!cookie || !equalsConstantTime(hashSecret(cookie), data.cookieHash)) throw new AuthError('bad_oauth_state');
}
