import {
  type CryptoKey,
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import { AuthError } from '../auth.errors.ts';

/** ECDSA on P-256, which the official client can verify with the published keys. */
const SIGNING_ALGORITHM = 'ES256';
/** Tolerates slightly inexact clocks on other nodes. */
const CLOCK_TOLERANCE_S = 5;

export interface SigningKeys {
  sign(claims: JWTPayload): Promise<string>;
  /** The claims of a valid token that we signed. Throws `bad_jwt`. */
  verify(token: string, now: Date): Promise<JWTPayload>;
  /** The public keys, for `jwks.json`. */
  readonly publicKeys: JWK[];
}

interface Key {
  kid: string;
  publicKey: CryptoKey;
  publicJwk: JWK;
  privateKey: CryptoKey | null;
}

/** A new private key as a JWK. */
export async function generateSigningJwk(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return {
    ...jwk,
    kid: await calculateJwkThumbprint(jwk),
    alg: SIGNING_ALGORITHM,
    use: 'sig',
    key_ops: ['sign', 'verify'],
  };
}

/**
 * The first key that has its private half and may sign is used for signing. Every key verifies, so a retired one can stay
 * (without its private half, or with `key_ops: ["verify"]`) until its tokens have expired.
 * @param issuer the `iss` of every token
 * Throws an Error that describes the invalid key.
 */
export async function createSigningKeys(jwks: readonly JWK[], issuer: string): Promise<SigningKeys> {
  const keys = await Promise.all(jwks.map(importKey));
  const signer = keys.find((key) => key.privateKey);
  if (!signer?.privateKey)
    throw new Error('no signing key: one JWK must have its private half and key_ops with "sign"');
  const privateKey = signer.privateKey;
  const byKid = new Map(keys.map((key) => [key.kid, key]));
  return {
    publicKeys: keys.map((key) => key.publicJwk),
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: signer.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .sign(privateKey),
    async verify(token, now) {
      try {
        const { payload } = await jwtVerify(
          token,
          (header) => {
            const key = header.kid === undefined ? undefined : byKid.get(header.kid);
            if (!key) throw new errors.JWSSignatureVerificationFailed('unknown key');
            return key.publicKey;
          },
          { algorithms: [SIGNING_ALGORITHM], issuer, currentDate: now, clockTolerance: CLOCK_TOLERANCE_S },
        );
        return payload;
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new AuthError('bad_jwt', 'invalid JWT: token is expired');
        throw new AuthError('bad_jwt');
      }
    },
  };
}

async function importKey(jwk: JWK): Promise<Key> {
  if (jwk.kty !== 'EC' || jwk.crv !== 'P-256')
    throw new Error(`signing key ${jwk.kid ?? ''}: only P-256 keys are supported`);
  const { kty, crv, x, y } = jwk;
  const publicPart = { kty, crv, x, y } as JWK;
  const kid = jwk.kid ?? (await calculateJwkThumbprint(publicPart));
  const maySign = jwk.d !== undefined && (jwk.key_ops === undefined || jwk.key_ops.includes('sign'));
  const { key_ops: _, ...privatePart } = jwk;
  return {
    kid,
    publicKey: (await importJWK(publicPart, SIGNING_ALGORITHM)) as CryptoKey,
    publicJwk: { ...publicPart, kid, alg: SIGNING_ALGORITHM, use: 'sig', key_ops: ['verify'] },
    privateKey: maySign ? ((await importJWK(privatePart, SIGNING_ALGORITHM)) as CryptoKey) : null,
  };
}
