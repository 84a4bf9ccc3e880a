import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { StartError } from '../../../core/config/start-error.ts';
import { buildAuth } from '../testing/build-auth.ts';
import { createSigningKeys, generateSigningJwk } from './signing-keys.ts';

const ISSUER = 'http://localhost:3000/auth/v1';
const now = new Date();
const claims = { sub: 'x', exp: Math.floor(now.getTime() / 1000) + 60 };
const secretJwk = (bytes = 32): JWK => ({ kty: 'oct', kid: 'shared', k: randomBytes(bytes).toString('base64url') });
async function rsaJwk(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: 'rsa' };
}

describe('GOTRUE_JWT_KEYS', () => {
  it.each([
    ['P-256', 'ES256', generateSigningJwk],
    ['RSA', 'RS256', rsaJwk],
    ['a shared secret', 'HS256', async () => secretJwk()],
  ])('may be %s', async (_kind, alg, create) => {
    const jwk = await create();
    const t = await buildAuth({ jwtKeys: [jwk] });
    const { client, token } = await t.createUser();
    expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
      alg,
      kid: jwk.kid,
    });
    expect((await client.getClaims()).error).toBeNull();
    const { keys } = (await t.raw('GET', '/.well-known/jwks.json')).body as { keys: JWK[] };
    expect(keys.map((key) => key.alg)).toEqual(alg === 'HS256' ? [] : [alg]);
    for (const secret of ['d', 'p', 'q', 'k']) expect(JSON.stringify(keys)).not.toContain(`"${secret}":`);
    await t.close();
  });

  it('verify only their own algorithm when several are configured', async () => {
    const [rsa, secret] = [await rsaJwk(), secretJwk()];
    const both = await createSigningKeys([rsa, secret], ISSUER);
    const forge = (kid: string, key: Uint8Array) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).setIssuer(ISSUER).sign(key);
    const published = Buffer.from(both.publicKeys[0]?.n ?? '', 'base64url');
    await expect(both.verify(await forge('rsa', published), now)).rejects.toMatchObject({ code: 'bad_jwt' });
    await expect(both.verify(await forge('shared', published), now)).rejects.toMatchObject({ code: 'bad_jwt' });
    const rotated = await createSigningKeys([secret, rsa], ISSUER);
    expect(await rotated.verify(await both.sign(claims), now)).toMatchObject({ sub: 'x' });
  });

  it('refuse a token that they have accepted before once it is expired, and one with the signature of another', async () => {
    const keys = await createSigningKeys([await generateSigningJwk()], ISSUER);
    const token = await keys.sign({ ...claims, nbf: claims.exp - 120 });
    const [, payload = '', signature = ''] = token.split('.');
    expect(await keys.verify(token, now)).toMatchObject({ sub: 'x' });
    expect(await keys.verify(token, now)).toMatchObject({ sub: 'x' });
    for (const seconds of [60 + 6, -(60 + 6)]) {
      const then = new Date(now.getTime() + seconds * 1_000);
      await expect(keys.verify(token, then), `${seconds} s`).rejects.toMatchObject({ code: 'bad_jwt' });
    }
    const [header, other] = (await keys.sign({ ...claims, sub: 'y' })).split('.');
    for (const forged of [`${header}.${other}.${signature}`, `${header}.${payload}.`, token.slice(0, -8), `${token}A`])
      await expect(keys.verify(forged, now)).rejects.toMatchObject({ code: 'bad_jwt' });
  });

  it.each<[string, unknown]>([
    ['another curve', { kty: 'EC', crv: 'P-384', x: 'a', y: 'b', d: 'c' }],
    ['another kind', { kty: 'OKP', crv: 'Ed25519', x: 'a', d: 'b' }],
    ['another algorithm', { ...secretJwk(64), alg: 'HS512' }],
    ['a short secret', secretJwk(16)],
    ['a short RSA key', { kty: 'RSA', n: 'AQAB', e: 'AQAB', d: 'AQAB' }],
    ['a damaged key', { kty: 'EC', crv: 'P-256', x: 'a', y: 'b', d: 'c' }],
    ['no key at all', null],
    ['no private half', { kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }],
  ])('are refused with one sentence: %s', async (_what, jwk) => {
    const error = await buildAuth({ jwtKeys: [jwk as JWK] }).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StartError);
    expect((error as StartError).message).toMatch(/^GOTRUE_JWT_KEYS: [^\n]+\.$/);
  });
});
