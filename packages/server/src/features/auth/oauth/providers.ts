import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { withoutTransactions } from '../../../core/db/transaction-scope.ts';
import { findInvalidPgText } from '../../../core/http/pg-text.ts';
import { tryParseEmail } from '../account/email.ts';
import { AuthError } from '../auth.errors.ts';
import { sha256Hex } from '../session/secrets.ts';

/** The configuration of an OpenID provider. */
export interface ProviderSettings {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The label of its button. */
  label: string;
}

/** What a provider reports about a user. */
export interface ProviderClaims {
  sub: string;
  /** As `normalizeEmail` makes it; null for what cannot be an account's address. */
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  givenName: string | null;
}

/** The secrets of a round trip. */
export interface RoundTrip {
  state: string;
  nonce: string;
  verifier: string;
}

/** A provider that users can sign in with. */
export interface Provider {
  name: string;
  label: string;
  /** Where to send the browser. Throws `bad_oauth_callback` if the provider cannot be reached. */
  authorizationUrl(trip: RoundTrip, more: { scopes: string | null; callbackUrl: string }): Promise<string>;
  /** Exchanges the parameters of the callback for the user's claims. Throws `bad_oauth_callback`. */
  finish(callbackUrl: string, params: URLSearchParams, trip: RoundTrip): Promise<ProviderClaims>;
  /** Checks an ID token from a native sign-in. Throws `bad_jwt`, `unexpected_audience`, `bad_oauth_callback`. */
  checkIdToken(token: string, nonce: string | null): Promise<ProviderClaims>;
}

const TIMEOUT_S = 10;
const APPLE = 'https://appleid.apple.com';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A provider's users choose their names there. */
const text = z.string().refine((value) => findInvalidPgText(value) === null, 'contains text that cannot be stored');
const claimsSchema = z.object({
  sub: text.min(1).max(255),
  email: z.string().transform(tryParseEmail).nullish().catch(null),
  // Apple and some others send it as text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).nullish(),
  name: text.max(200).nullish().catch(null),
  given_name: text.max(100).nullish().catch(null),
});

function readClaims(claims: unknown): ProviderClaims {
  const read = claimsSchema.parse(claims);
  return {
    sub: read.sub,
    email: read.email ?? null,
    emailVerified: read.email_verified === true || read.email_verified === 'true',
    name: read.name ?? null,
    givenName: read.given_name ?? null,
  };
}

/** Whether a token is at fault, and not the way to the keys that check it. */
function isAboutToken(error: unknown): boolean {
  const { JOSEError, JWKSInvalid, JWKSTimeout } = errors;
  if (!(error instanceof JOSEError) || error instanceof JWKSTimeout || error instanceof JWKSInvalid) return false;
  // The answer of the provider was not a key set.
  return error.code !== JOSEError.code;
}

export function createProviders(settings: readonly ProviderSettings[]): ReadonlyMap<string, Provider> {
  return new Map(
    settings.map((provider) => [provider.name, withoutTransactions('sign-in provider', createProvider(provider))]),
  );
}

function createProvider(settings: ProviderSettings): Provider {
  const issuer = new URL(settings.issuer);
  const isApple = settings.issuer.startsWith(APPLE);
  let discovered: Promise<oidc.Configuration> | null = null;
  /** From one key set, which fetches again only for an unknown key, and not more often than its cool-down allows. */
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null;

  function discover(): Promise<oidc.Configuration> {
    const insecure = issuer.protocol === 'http:' && LOOPBACK.has(issuer.hostname);
    const execute = [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])];
    const secret = settings.clientSecret || undefined;
    discovered ??= oidc
      .discovery(issuer, settings.clientId, secret, secret ? undefined : oidc.None(), { execute, timeout: TIMEOUT_S })
      .catch((error: unknown) => {
        // Retry at the next sign-in.
        discovered = null;
        throw new AuthError('bad_oauth_callback', `The provider could not be reached (${(error as Error).name})`);
      });
    return discovered;
  }

  /** The email is in the ID token, or only at the userinfo endpoint. */
  async function allClaims(
    config: oidc.Configuration,
    tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  ) {
    const claims = tokens.claims();
    if (!claims) throw new AuthError('bad_oauth_callback');
    if (claims.email !== undefined || !config.serverMetadata().userinfo_endpoint) return claims;
    return { ...claims, ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)) };
  }

  return {
    name: settings.name,
    label: settings.label,

    async authorizationUrl(trip, { scopes, callbackUrl }) {
      const config = await discover();
      const standard = isApple ? 'openid email name' : 'openid email profile';
      const wanted = new Set(`${standard} ${scopes ?? ''}`.split(/[\s,]+/).filter(Boolean));
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl,
        scope: [...wanted].join(' '),
        state: trip.state,
        nonce: trip.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(trip.verifier),
        code_challenge_method: 'S256',
        ...(isApple ? { response_mode: 'form_post' } : {}),
      }).href;
    },

    async finish(callbackUrl, params, trip) {
      const config = await discover();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, new URL(`${callbackUrl}?${params}`), {
          expectedState: trip.state,
          expectedNonce: trip.nonce,
          pkceCodeVerifier: trip.verifier,
        });
        return readClaims(await allClaims(config, tokens));
      } catch (error) {
        if (error instanceof AuthError) throw error;
        throw new AuthError('bad_oauth_callback', `The provider's answer was not accepted (${(error as Error).name})`);
      }
    },

    async checkIdToken(token, nonce) {
      const config = await discover();
      const { issuer: expected, jwks_uri: jwksUri } = config.serverMetadata();
      keys ??= createRemoteJWKSet(new URL(jwksUri ?? ''));
      const options = { issuer: expected, requiredClaims: ['aud', 'exp', 'sub'] };
      const { payload } = await jwtVerify(token, keys, options).catch((error: unknown) => {
        if (isAboutToken(error)) throw new AuthError('bad_jwt', 'Bad ID token');
        throw new AuthError('bad_oauth_callback', `The provider could not be reached (${(error as Error).name})`);
      });
      if (![payload.aud].flat().includes(settings.clientId)) throw new AuthError('unexpected_audience');
      const expectedNonces: (string | undefined)[] = nonce === null ? [undefined] : [nonce, sha256Hex(nonce)];
      if (!expectedNonces.includes(payload.nonce as string | undefined))
        throw new AuthError('bad_jwt', 'Nonces mismatch');
      return readClaims(payload);
    },
  };
}
