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
import { LRUCache } from 'lru-cache';
import { AuthError } from '../auth.errors.ts';

/** The algorithm of the keys that we generate: ECDSA on P-256, which the official client can verify with the published keys. */
const SIGNING_ALGORITHM = 'ES256';
const RSA_MIN_BITS = 2_048;
const SECRET_MIN_BYTES = 32;
/** Tolerates slightly inexact clocks on other nodes. */
const CLOCK_TOLERANCE_S = 5;
/** About a kilobyte each. */
const VERIFIED_MAX = 10_000;

export interface SigningKeys {
  sign(claims: JWTPayload): Promise<string>;
  /** The claims of a valid token that we signed. Throws `bad_jwt`. */
  verify(token: string, now: Date): Promise<JWTPayload>;
  /** The public keys, for `jwks.json`. */
  readonly publicKeys: JWK[];
}

type Algorithm = 'ES256' | 'RS256' | 'HS256';

interface Key {
  kid: string;
  algorithm: Algorithm;
  verifyingKey: CryptoKey | Uint8Array;
  /** Null for a shared secret, which is never published. */
  publicJwk: JWK | null;
  /** Null if the key only verifies. */
  signingKey: CryptoKey | Uint8Array | null;
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
 * P-256, RSA and shared secrets are supported; each key verifies only its own algorithm.
 * @param issuer the `iss` of every token
 * Throws an Error that describes the invalid key.
 */
export async function createSigningKeys(jwks: readonly JWK[], issuer: string): Promise<SigningKeys> {
  const keys = await Promise.all(jwks.map(importKey));
  const signer = keys.find((key) => key.signingKey);
  if (!signer?.signingKey)
    throw new Error('no signing key: one JWK must have its private half and key_ops with "sign"');
  const { algorithm, kid, signingKey } = signer;
  const byKid = new Map(keys.map((key) => [key.kid, key]));
  // The keys stay the same, so a signature that was valid is valid: checking one costs more than all else about a small request.
  const verified = new LRUCache<string, JWTPayload>({ max: VERIFIED_MAX });
  return {
    publicKeys: keys.flatMap((key) => key.publicJwk ?? []),
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' }).setIssuer(issuer).sign(signingKey),
    async verify(token, now) {
      const known = verified.get(token);
      if (known && isCurrent(known, now)) return known;
      try {
        const { payload } = await jwtVerify(
          token,
          (header) => {
            const key = header.kid === undefined ? undefined : byKid.get(header.kid);
            // Checked here, so that a public key is never used as the secret of HS256.
            if (key?.algorithm !== header.alg) throw new errors.JWSSignatureVerificationFailed('unknown key');
            return key.verifyingKey;
          },
          {
            algorithms: [...new Set(keys.map((key) => key.algorithm))],
            issuer,
            currentDate: now,
            clockTolerance: CLOCK_TOLERANCE_S,
          },
        );
        verified.set(token, Object.freeze(payload));
        return payload;
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new AuthError('bad_jwt', 'invalid JWT: token is expired');
        throw new AuthError('bad_jwt');
      }
    },
  };
}

function isCurrent({ nbf = 0, exp = 0 }: JWTPayload, now: Date): boolean {
  const seconds = now.getTime() / 1_000;
  return nbf <= seconds && seconds < exp;
}

/** Throws an Error that describes why the key is not supported. */
async function importKey(jwk: JWK): Promise<Key> {
  const name = `signing key ${jwk?.kid ?? ''}`.trim();
  const algorithm = findAlgorithm(jwk);
  if (!algorithm) throw new Error(`${name}: only P-256 (ES256), RSA (RS256) and shared secrets (HS256) are supported`);
  try {
    return algorithm === 'HS256' ? await importSecret(jwk) : await importKeyPair(jwk, algorithm);
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : 'cannot be read'}`, { cause: error });
  }
}

function findAlgorithm(jwk: JWK): Algorithm | null {
  const byType: Record<string, Algorithm> = { EC: 'ES256', RSA: 'RS256', oct: 'HS256' };
  const algorithm = byType[jwk?.kty ?? ''];
  if (!algorithm || (jwk.kty === 'EC' && jwk.crv !== 'P-256')) return null;
  return jwk.alg === undefined || jwk.alg === algorithm ? algorithm : null;
}

async function importSecret(jwk: JWK): Promise<Key> {
  const { k = '' } = jwk;
  const secret = Buffer.from(k, 'base64url');
  if (secret.length < SECRET_MIN_BYTES) throw new Error(`a shared secret needs ${SECRET_MIN_BYTES} bytes in base64url`);
  const kid = jwk.kid ?? (await calculateJwkThumbprint({ kty: 'oct', k }));
  return { kid, algorithm: 'HS256', verifyingKey: secret, publicJwk: null, signingKey: maySign(jwk) ? secret : null };
}

async function importKeyPair(jwk: JWK, algorithm: Algorithm): Promise<Key> {
  const { x = '', y = '', n = '', e = '' } = jwk;
  const publicPart: JWK = algorithm === 'ES256' ? { kty: 'EC', crv: 'P-256', x, y } : { kty: 'RSA', n, e };
  if (algorithm === 'RS256' && Buffer.from(n, 'base64url').length * 8 < RSA_MIN_BITS) {
    throw new Error(`an RSA key needs ${RSA_MIN_BITS} bits`);
  }
  const kid = jwk.kid ?? (await calculateJwkThumbprint(publicPart));
  const { key_ops: _, ...privatePart } = jwk;
  return {
    kid,
    algorithm,
    verifyingKey: await importJWK(publicPart, algorithm),
    publicJwk: { ...publicPart, kid, alg: algorithm, use: 'sig', key_ops: ['verify'] },
    signingKey: jwk.d !== undefined && maySign(jwk) ? await importJWK(privatePart, algorithm) : null,
  };
}

function maySign(jwk: JWK): boolean {
  return jwk.key_ops === undefined || jwk.key_ops.includes('sign');
}
