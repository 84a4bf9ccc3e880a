import { findIdentity } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError, invalid } from '../auth.errors.ts';
import { type FlowRow, insertFlow } from '../mail/one-time.store.ts';
import type { PkceChallenge } from '../session/pkce.ts';
import { equalsConstantTime, hashSecret, randomSecret } from '../session/secrets.ts';
import type { IssuedSession, SessionService } from '../session/session.service.ts';
import type { LiveSession } from '../session/session.store.ts';
import { updateFlowOutcome, updateFlowReturned } from './flow.store.ts';
import { checkLink } from './identity.rules.ts';
import type { IdentityService } from './identity.service.ts';
import type { Provider, ProviderClaims, RoundTrip } from './providers.ts';

export interface OAuthRequest {
  provider: string;
  challenge: PkceChallenge | null;
  redirectTo: string;
  scopes: string | null;
}

/** What a provider sent the browser back with. */
export interface OAuthCallback {
  params: URLSearchParams;
  /** A real browser made the call, and has this cookie. */
  browser: { cookie: string | null } | null;
}

/** Where the browser goes on, with what. */
export type OAuthResult =
  | { redirectTo: string; code: string }
  | { redirectTo: string; session: IssuedSession }
  /** `declined`: the person said no at the provider. */
  | { redirectTo: string; refused: AuthError; declined: boolean };

export interface OAuthService {
  /** Begins a round trip. `cookie` binds it to the browser; only a flow without PKCE depends on it. */
  begin(request: OAuthRequest, link: LiveSession | null): Promise<{ url: string; cookie: string }>;
  /** Ends one. Throws `bad_oauth_state` where there is none such. */
  finish(returned: OAuthCallback, client: Client): Promise<OAuthResult>;
  /** Signs in, or links, by an ID token from a provider's own button. */
  byIdToken(
    request: { provider: string; token: string; nonce: string | null },
    link: LiveSession | null,
    client: Client,
  ): Promise<IssuedSession>;
}

interface FlowData extends RoundTrip {
  redirectTo: string;
  cookieHash: string;
  linkTo: string | null;
}

const FLOW_MS = 300_000;
/** What providers call it when the person says no; the second is Apple's own word. */
const DECLINED: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize']);

export function createOAuthService(
  deps: AuthDeps,
  { identities, sessions }: { identities: IdentityService; sessions: SessionService },
): OAuthService {
  const { clock, config, db, providers } = deps;
  const callbackUrl = `${config.apiUrl}/callback`;

  function getProvider(name: string): Provider {
    const provider = providers.get(name);
    if (!provider) throw invalid('Unsupported provider: provider is not enabled');
    return provider;
  }

  async function checkLinking(session: LiveSession): Promise<void> {
    if (!config.manualLinking) throw new AuthError('manual_linking_disabled');
    await identities.requireAal2(session);
  }

  async function claimFlow(state: string): Promise<{ flow: FlowRow; data: FlowData }> {
    const [id = '', secret = ''] = state.split('.');
    if (!/^[0-9a-f-]{36}$/.test(id) || !secret) throw new AuthError('bad_oauth_state');
    const flow = await updateFlowReturned(db, id);
    const data = flow?.data as unknown as FlowData | undefined;
    if (!flow || !data || !equalsConstantTime(data.state, state)) throw new AuthError('bad_oauth_state');
    if (clock.now().getTime() - flow.createdAt.getTime() > FLOW_MS) throw new AuthError('bad_oauth_state');
    return { flow, data };
  }

  /** Without PKCE nothing but the cookie ties the answer to the browser that asked. */
  function checkBrowser(flow: FlowRow, data: FlowData, returned: OAuthCallback): void {
    if (flow.codeChallenge || !returned.browser) return;
    const { cookie } = returned.browser;
    if (!cookie || !equalsConstantTime(hashSecret(cookie), data.cookieHash)) throw new AuthError('bad_oauth_state');
  }

  async function completeFlow(
    flow: FlowRow,
    data: FlowData,
    claims: ProviderClaims,
    client: Client,
  ): Promise<OAuthResult> {
    const provider = flow.provider ?? '';
    const { redirectTo, linkTo } = data;
    if (flow.codeChallenge) {
      if (linkTo) checkLink(await findIdentity(db, provider, claims.sub), linkTo);
      const code = randomSecret();
      await db.transaction(async (tx) => {
        const userId = linkTo ?? (await identities.signIn(tx, provider, claims));
        // An identity is linked when its code is exchanged: by the browser that asked for it, and by no other.
        const kept = linkTo ? { link: { provider, claims } } : {};
        await updateFlowOutcome(tx, flow.id, { userId, codeHash: hashSecret(code), data: kept, now: clock.now() });
      });
      return { redirectTo, code };
    }
    const session = await db.transaction(async (tx) => {
      if (linkTo) await identities.link(tx, linkTo, provider, claims);
      return sessions.open(tx, linkTo ?? (await identities.signIn(tx, provider, claims)), 'oauth', client);
    });
    return { redirectTo, session };
  }

  return {
    async begin(request, link) {
      const provider = getProvider(request.provider);
      if (link) await checkLinking(link);
      const cookie = randomSecret();
      const secrets = { secret: randomSecret(), nonce: randomSecret(), verifier: randomSecret() };
      const id = crypto.randomUUID();
      const trip: RoundTrip = { state: `${id}.${secrets.secret}`, nonce: secrets.nonce, verifier: secrets.verifier };
      const url = await provider.authorizationUrl(trip, { scopes: request.scopes, callbackUrl });
      await insertFlow(db, {
        id,
        userId: link?.userId ?? null,
        codeChallenge: request.challenge?.challenge ?? null,
        codeChallengeMethod: request.challenge?.method ?? null,
        method: 'oauth',
        provider: provider.name,
        data: { ...trip, redirectTo: request.redirectTo, cookieHash: hashSecret(cookie), linkTo: link?.userId ?? null },
        createdAt: clock.now(),
      });
      return { url, cookie };
    },

    async finish(returned, client) {
      const { flow, data } = await claimFlow(returned.params.get('state') ?? '');
      checkBrowser(flow, data, returned);
      const error = returned.params.get('error');
      try {
        if (error) throw new AuthError('bad_oauth_callback', returned.params.get('error_description') ?? error);
        const claims = await getProvider(flow.provider ?? '').finish(callbackUrl, returned.params, data);
        return await completeFlow(flow, data, claims, client);
      } catch (refused) {
        if (!(refused instanceof AuthError)) throw refused;
        return { redirectTo: data.redirectTo, refused, declined: DECLINED.has(error ?? '') };
      }
    },

    async byIdToken({ provider, token, nonce }, link, client) {
      if (link) await checkLinking(link);
      const claims = await getProvider(provider).checkIdToken(token, nonce);
      return db.transaction(async (tx) => {
        if (link) await identities.link(tx, link.userId, provider, claims);
        return sessions.open(tx, link?.userId ?? (await identities.signIn(tx, provider, claims)), 'oauth', client);
      });
    },
  };
}
