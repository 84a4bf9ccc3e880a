import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

export interface ProviderUser {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  given_name?: string;
}

export const CLIENT_ID = 'soulsight';
const CLIENT_SECRET = 'a secret between the two';

/** A real OpenID provider on loopback. The user set by `signInAs` signs in and consents automatically. */
export async function startProvider(redirectUri: string) {
  const state = { user: { sub: 'nobody' } as ProviderUser, refuse: false, keyRequests: 0 };
  const known = new Map<string, ProviderUser>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['only for tests'] },
    jwks: { keys: [await exportJWK((await generateKeyPair('RS256', { extractable: true })).privateKey)] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...known.get(sub), sub }) }),
    async loadExistingGrant(ctx) {
      const { client, session, provider: here } = ctx.oidc;
      const grant = new here.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  });
  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (request.url === '/jwks') state.keyRequests += 1;
    if (!request.url?.startsWith('/interaction/')) return callback(request, response);
    known.set(state.user.sub, state.user);
    const result = state.refuse
      ? { error: 'access_denied', error_description: 'They said no' }
      : { login: { accountId: state.user.sub } };
    return void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });

  return {
    issuer,
    settings: (name: string) => ({ name, issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, label: name }),
    /** How often its keys were fetched. */
    countKeyRequests: () => state.keyRequests,
    /** Sets the user who signs in from now on; null refuses. */
    signInAs(user: ProviderUser | null) {
      state.refuse = user === null;
      if (user) state.user = user;
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/**
 * Follows redirects as a browser does, with cookies, until they leave the given origins.
 * @returns the address that the browser ends at
 */
export async function browse(
  start: string,
  within: readonly string[],
  headers: Record<string, string> = {},
): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = start;
  for (let hop = 0; hop < 12; hop += 1) {
    if (!within.some((origin) => at.startsWith(origin))) return new URL(at);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { ...headers, ...(cookie ? { cookie } : {}) } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      const equals = pair.indexOf('=');
      cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`${at} answered ${response.status}: ${await response.text()}`);
    at = new URL(location, at).href;
  }
  throw new Error('too many redirects');
}
