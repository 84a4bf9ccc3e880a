import { createHmac, randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@soulsight/contract/time';
import { type CryptoKey, exportSPKI, importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigningKeys, generateSigningJwk } from './session/signing-keys.ts';
import { buildAuth, PASSWORD, type TestAuth } from './testing/build-auth.ts';
import { wrapPasswordChecks } from './testing/hold-password-check.ts';

let t: TestAuth;
beforeAll(async () => {
  t = await buildAuth();
});
afterAll(() => t.close());

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const parts = (token: string) => token.split('.') as [string, string, string];
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
const decodeClaims = (token: string) => decode(parts(token)[1]);

async function refused(token: string) {
  const answers = [
    await t.raw('GET', '/user', { token }),
    await t.raw('GET', '/admin/users', { token }),
    await t.raw('POST', '/logout', { token }),
  ];
  for (const answer of answers) expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answers[0]).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } });
  await expect(t.auth.authenticator.authenticateCached(token)).rejects.toMatchObject({ code: 'bad_jwt' });
}

describe('a forged access token', () => {
  it('is refused with the algorithm "none"', async () => {
    const { token } = await t.createUser();
    const [header, payload] = parts(token);
    for (const alg of ['none', 'None', 'NONE', 'nOnE']) {
      const forged = `${encode({ ...decode(header), alg })}.${payload}`;
      await refused(`${forged}.`);
      await refused(`${forged}.${parts(token)[2]}`);
    }
  });

  it('is refused when signed with HS256 and the public key', async () => {
    const { token } = await t.createUser();
    const [published] = ((await t.raw('GET', '/.well-known/jwks.json')).body.keys ?? []) as JWK[];
    const pem = await exportSPKI((await importJWK(published ?? {}, 'ES256', { extractable: true })) as CryptoKey);
    for (const secret of [pem, JSON.stringify(published), String(published?.x), '']) {
      const input = `${encode({ alg: 'HS256', typ: 'JWT', kid: published?.kid })}.${encode({ ...decodeClaims(token), role: 'service_role' })}`;
      await refused(`${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`);
    }
  });

  it('is refused when signed with a foreign key, whatever its key id', async () => {
    const { token } = await t.createUser();
    const foreign = await generateSigningJwk();
    const { key_ops: _ops, ...importable } = foreign;
    const key = await importJWK(importable, 'ES256');
    const ours = String(decode(parts(token)[0]).kid);
    const { d: _, ...publicHalf } = foreign;
    for (const header of [
      { kid: foreign.kid },
      { kid: ours },
      {},
      { kid: ours, jwk: publicHalf },
      { kid: foreign.kid, jku: 'http://127.0.0.1:1/jwks.json' },
      { kid: '../../dev/null' },
    ]) {
      await refused(
        await new SignJWT(decodeClaims(token)).setProtectedHeader({ alg: 'ES256', ...header } as never).sign(key),
      );
    }
  });

  it('is refused when its claims were changed', async () => {
    const { token } = await t.createUser();
    const other = await t.createUser();
    const [header, , signature] = parts(token);
    for (const change of [{ sub: other.id }, { role: 'service_role' }, { aal: 'aal2' }, { exp: 9_999_999_999 }]) {
      await refused(`${header}.${encode({ ...decodeClaims(token), ...change })}.${signature}`);
    }
  });

  it('is refused with another issuer or audience, or without session or expiry', async () => {
    const { token, id } = await t.createUser();
    const other = await createSigningKeys([await generateSigningJwk()], 'https://elsewhere.example/auth/v1');
    await refused(await other.sign(decodeClaims(token)));
    const claims = decodeClaims(token);
    for (const change of [
      { aud: 'someone-else' },
      { session_id: undefined },
      { sub: undefined },
      { sub: 'not-a-uuid' },
      { exp: undefined },
    ]) {
      await refused(await t.auth.deps.keys.sign({ ...claims, ...change } as typeof claims));
    }
    const borrowed = await t.auth.deps.keys.sign({ ...claims, session_id: randomUUID() });
    expect((await t.raw('GET', '/user', { token: borrowed })).body.error_code).toBe('session_not_found');
    const swapped = await t.auth.deps.keys.sign({ ...claims, sub: (await t.createUser()).id });
    expect((await t.raw('GET', '/user', { token: swapped })).body.error_code).toBe('session_not_found');
    expect(id).toBeTruthy();
  });

  it('is refused without a server error when it is not a token at all', async () => {
    for (const token of ['', '.', '..', 'a.b.c', '{}', 'x'.repeat(9000), '%00', 'null', 'eyJhbGciOiJFUzI1NiJ9..']) {
      const { status } = await t.raw('GET', '/user', { token });
      expect([401, 403, 431]).toContain(status);
    }
  });
});

describe('guessing', () => {
  const signInFrom = (guarded: TestAuth, ip: string, email: string, password: string) =>
    guarded.auth.signIns.byPassword({ email, password }, { ip, userAgent: null });
  const REFUSAL = { code: 'over_request_rate_limit', status: 429 };
  const HOME = '192.0.2.1';

  it('the password of an account is limited per hour and network, and then refuses the right one too', async () => {
    const guarded = await buildAuth({
      nodes: 1,
      config: { limits: { ...t.config.limits, wrongPasswordsPerNetwork: 20 } },
    });
    const { email } = await guarded.createUser();
    const guess = (password: string) => guarded.client().signInWithPassword({ email, password });
    for (let n = 0; n < 20; n += 1) expect((await guess(`guess number ${n}`)).error?.code).toBe('invalid_credentials');
    expect((await guess('one more guess')).error).toMatchObject(REFUSAL);
    expect((await guess(PASSWORD)).error?.status).toBe(429);
    const other = await guarded.createUser();
    expect((await guarded.client().signInWithPassword({ email: other.email, password: PASSWORD })).error).toBeNull();
    guarded.clock.advance(3_600_001);
    expect((await guess(PASSWORD)).error).toBeNull();
    await guarded.close();
  });

  it('[L11] from many networks is limited for the account, except where its owner has signed in before', async () => {
    const limits = { ...t.config.limits, wrongPasswords: 20, wrongPasswordsPerNetwork: 5 };
    const guarded = await buildAuth({ nodes: 1, config: { limits } });
    const { email } = await guarded.createUser();
    await signInFrom(guarded, HOME, email, PASSWORD);
    for (let n = 0; n < 20; n += 1) {
      const attempt = signInFrom(guarded, `198.51.100.${n % 4}`, email, 'a wrong guess');
      await expect(attempt).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    await expect(signInFrom(guarded, '203.0.113.9', email, PASSWORD)).rejects.toMatchObject({
      ...REFUSAL,
      retryAfterS: 3600,
    });
    await signInFrom(guarded, HOME, email, PASSWORD);
    await expect(signInFrom(guarded, HOME, email, 'mistyped')).rejects.toMatchObject({ code: 'invalid_credentials' });
    await signInFrom(guarded, HOME, email, PASSWORD);
    // Each familiar network has a limit of its own.
    for (let n = 0; n < 4; n += 1) await signInFrom(guarded, HOME, email, 'mistyped').catch(() => {});
    await expect(signInFrom(guarded, HOME, email, PASSWORD)).rejects.toMatchObject(REFUSAL);
    guarded.clock.advance(3_600_000);
    await signInFrom(guarded, '203.0.113.9', email, PASSWORD);
    await guarded.close();
  });

  it('[L11] counts the mistakes of a familiar network for that network only', async () => {
    const limits = { ...t.config.limits, wrongPasswords: 5, wrongPasswordsPerNetwork: 10 };
    const guarded = await buildAuth({ config: { limits } });
    const { email } = await guarded.createUser();
    await signInFrom(guarded, HOME, email, PASSWORD);
    for (let n = 0; n < 8; n += 1) await signInFrom(guarded, HOME, email, 'mistyped').catch(() => {});
    await signInFrom(guarded, '203.0.113.9', email, PASSWORD);
    await guarded.close();
  });

  it('[L11] of parallel attempts no more are checked than the limit allows', async () => {
    const guarded = await buildAuth({ config: { limits: { ...t.config.limits, wrongPasswordsPerNetwork: 10 } } });
    const { email } = await guarded.createUser();
    const attempts = Array.from({ length: 30 }, () => signInFrom(guarded, HOME, email, 'a wrong guess'));
    const results = await Promise.allSettled(attempts);
    const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'opened'));
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(10);
    await guarded.close();
  });

  it('[L11] a squatter’s network is not familiar after the owner has confirmed', async () => {
    const guarded = await buildAuth({ config: { limits: { ...t.config.limits, wrongPasswords: 3 } } });
    const email = 'squatted-network@example.org';
    await guarded.client().signUp({ email, password: 'the squatter chose this one' });
    await signInFrom(guarded, '198.51.100.1', email, 'the squatter chose this one');
    guarded.clock.advance(MINUTE_MS);
    const owner = guarded.client();
    await owner.resetPasswordForEmail(email);
    await owner.verifyOtp({ email, token: guarded.mail(email).code, type: 'recovery' });
    await owner.updateUser({ password: PASSWORD });
    const guess = () => signInFrom(guarded, '198.51.100.1', email, 'a wrong guess');
    for (let n = 0; n < 3; n += 1) await expect(guess()).rejects.toMatchObject({ code: 'invalid_credentials' });
    await expect(guess()).rejects.toMatchObject(REFUSAL);
    await guarded.close();
  });

  it('[L14] the current password in a session has the same limits', async () => {
    const limits = { ...t.config.limits, wrongPasswords: 20, wrongPasswordsPerNetwork: 5 };
    const guarded = await buildAuth({ nodes: 1, config: { limits } });
    const { client, email } = await guarded.createUser();
    const change = (guess: string) =>
      client.updateUser({ password: 'seven lanterns by the river', current_password: guess });
    for (let n = 0; n < 5; n += 1)
      expect((await change('a wrong guess')).error?.code).toBe('current_password_mismatch');
    expect((await change(PASSWORD)).error).toMatchObject(REFUSAL);
    await expect(signInFrom(guarded, '127.0.0.1', email, PASSWORD)).rejects.toMatchObject(REFUSAL);
    guarded.clock.advance(3_600_000);
    await client.refreshSession();
    expect((await change(PASSWORD)).error).toBeNull();
    await guarded.close();
  });

  it('[L14] the password that confirms a deletion says how long to wait, and what to do instead', async () => {
    const limits = { ...t.config.limits, wrongPasswordsPerNetwork: 1 };
    const guarded = await buildAuth({ nodes: 1, config: { limits } });
    const { id: userId, client } = await guarded.createUser();
    const sessionId = (await client.getClaims()).data?.claims.session_id ?? '';
    const confirm = (password: string) =>
      guarded.auth.ownerChecks.confirm({ userId, sessionId }, password, { ip: '127.0.0.1', userAgent: null });
    await expect(confirm('a wrong guess')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(confirm(PASSWORD)).rejects.toMatchObject({
      code: 'rate_limited',
      detail: expect.stringContaining('reset your password'),
      retryAfterS: 3_600,
    });
    await guarded.close();
  });

  it('with a list of stolen credentials is limited per network', async () => {
    const guarded = await buildAuth({ config: { limits: { ...t.config.limits, token: 10 } } });
    const tries = [];
    for (let n = 0; n < 12; n += 1) {
      tries.push(
        (await guarded.client().signInWithPassword({ email: `stolen-${n}@example.org`, password: 'leaked' })).error
          ?.status,
      );
    }
    expect(tries).toEqual([...Array(10).fill(400), 429, 429]);
    await guarded.close();
  });
});

describe('finding out who has an account', () => {
  it('does the same hashing for an unknown address as for a known one', async () => {
    const { email } = await t.createUser();
    const hashes: (string | null)[] = [];
    const restore = wrapPasswordChecks(t, (check) => (password, stored) => {
      hashes.push(stored);
      return check(password, stored);
    });
    await t.client().signInWithPassword({ email, password: 'wrong' });
    await t.client().signInWithPassword({ email: 'unknown@example.org', password: 'wrong' });
    restore();
    expect(hashes.map((hash) => hash === null)).toEqual([false, true]);
  });

  it('is not possible by any call that sends email: same response, same throttling, same rows', async () => {
    const { email } = await t.createUser();
    const calls: [string, (address: string) => object][] = [
      ['/recover', (address) => ({ email: address })],
      ['/resend', (address) => ({ email: address, type: 'signup' })],
      ['/resend', (address) => ({ email: address, type: 'email_change' })],
      ['/signup', (address) => ({ email: address, password: PASSWORD })],
    ];
    for (const [path, body] of calls) {
      t.clock.advance(MINUTE_MS);
      const shapes = [];
      for (const address of [email, `unknown-${randomUUID()}@example.org`]) {
        const first = await t.raw('POST', path, { body: body(address) });
        const second = await t.raw('POST', path, { body: body(address) });
        shapes.push([first.status, Object.keys(first.body), second.status, second.body.error_code]);
      }
      expect(shapes[1]).toEqual(shapes[0]);
      expect(shapes[0]?.[2]).toBe(429);
    }
  });

  it('is not possible by response time: no response comes before the minimum duration', async () => {
    const floorMs = 120;
    const even = await buildAuth({ config: { answerFloorMs: floorMs } });
    const { email } = await even.createUser();
    for (const [path, more] of [
      ['/recover', {}],
      ['/otp', { create_user: false }],
      ['/resend', { type: 'signup' }],
      ['/signup', { password: PASSWORD }],
    ] as const) {
      for (const address of [email, `nobody-${randomUUID()}@example.org`]) {
        const start = performance.now();
        await even.raw('POST', path, { body: { email: address, ...more } });
        expect(performance.now() - start).toBeGreaterThanOrEqual(floorMs - 2);
      }
    }
    await even.close();
  });
});

describe('other attacks', () => {
  it('a sign-in never continues an existing session', async () => {
    const { email, token } = await t.createUser();
    const again = await t.raw('POST', '/token?grant_type=password', { token, body: { email, password: PASSWORD } });
    expect(decodeClaims(String(again.body.access_token)).session_id).not.toBe(decodeClaims(token).session_id);
  });

  it('no token, code or password reaches a log', async () => {
    const lines: string[] = [];
    const log = { warn: (fields: object, message: string) => void lines.push(JSON.stringify(fields) + message) };
    const noisy = await buildAuth({ log, config: { phone: true } });
    for (const { auth } of noisy.nodes) {
      auth.deps.sms.send = ({ text }) => Promise.reject(new Error(`no message today: ${text}`));
    }
    await noisy.client().signUp({ phone: '4915120000001', password: PASSWORD });
    await noisy.client().signInWithOtp({ phone: '4915120000002' });
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join()).not.toMatch(/no message|orchard|\d{6}/);
    await noisy.close();
  });
});
