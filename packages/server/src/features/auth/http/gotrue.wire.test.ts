import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@soulsight/contract/errors';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toNetwork } from '../../../core/http/address.ts';
import { createCaptcha } from '../abuse/captcha.ts';
import { buildAuth, PASSWORD, type TestAuth } from '../testing/build-auth.ts';
import { sendFailure, toAuthError } from './gotrue.errors.ts';

let t: TestAuth;
beforeAll(async () => {
  t = await buildAuth();
});
afterAll(() => t.close());

const VERSION = { 'x-supabase-api-version': '2024-01-01' };

describe('errors', () => {
  it('have the format of the request’s API version, and always the code', async () => {
    const versioned = await t.raw('GET', '/user', { headers: VERSION });
    expect(versioned.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(versioned.body).toEqual({
      code: 'no_authorization',
      error_code: 'no_authorization',
      message: expect.any(String),
    });
    const plain = await t.raw('GET', '/user');
    expect(plain.headers.has('x-supabase-api-version')).toBe(false);
    expect(plain.body).toEqual({ code: 401, error_code: 'no_authorization', msg: expect.any(String) });
    for (const wrong of ['2023-01-01', 'yesterday', '2024-13-99']) {
      expect((await t.raw('GET', '/user', { headers: { 'x-supabase-api-version': wrong } })).body.msg).toBeTruthy();
    }
  });

  it('for a weak password name the reasons in both formats', async () => {
    for (const headers of [VERSION, {}]) {
      const { body } = await t.raw('POST', '/signup', { headers, body: { email: 'w@example.org', password: 'short' } });
      expect(body).toMatchObject({ error_code: 'weak_password', weak_password: { reasons: ['length'] } });
    }
  });

  it('are returned for invalid JSON and for bodies that are too large', async () => {
    const send = (body: string, type = 'application/json;charset=UTF-8') =>
      fetch(`${t.url}/signup`, { method: 'POST', headers: { 'content-type': type }, body });
    expect(await (await send('{"email":')).json()).toMatchObject({ error_code: 'bad_json' });
    expect((await send('x'.repeat(2_000_000))).status).toBe(413);
    expect(await (await send('<xml/>', 'text/xml')).json()).toMatchObject({ error_code: expect.any(String) });
    expect(
      await (await send('{"__proto__":{"admin":true},"email":"p@example.org","password":"x"}')).json(),
    ).toMatchObject({ error_code: 'weak_password' });
  });

  it('for endpoints that are not offered are GoTrue’s own', async () => {
    const { client, token } = await t.createUser();
    expect((await client.signInWithSSO({ domain: 'example.org' })).error).toMatchObject({
      status: 404,
      code: 'saml_provider_disabled',
    });
    expect(await t.raw('POST', '/token?grant_type=web3', { body: {} })).toMatchObject({
      status: 422,
      body: { error_code: 'web3_provider_disabled' },
    });
    expect(await t.raw('GET', '/user/oauth/grants', { token })).toMatchObject({
      status: 404,
      body: { error_code: 'oauth_server_disabled' },
    });
    const byPhone = await t.client().signInWithOtp({ phone: '+4915112345678' });
    expect(byPhone.error).toMatchObject({ status: 400, code: 'phone_provider_disabled' });
    expect((await t.raw('GET', '/nowhere')).body.error_code).toBe('not_found');
  });
});

describe('a server that is too busy', () => {
  it('says in how many seconds it can be asked again', () => {
    const refusal = toAuthError(new AppError('rate_limited', undefined, { retryAfterS: 1 }));
    expect(refusal).toMatchObject({ status: 429, retryAfterS: 1 });
  });
});

describe('an error of the database', () => {
  const refuse = (code: string) => toAuthError(new Error('query', { cause: Object.assign(new Error(), { code }) }));

  it.each(['23505', '23503', '40001', '40P01'])('%s is a conflict, which clients may repeat', (code) => {
    expect(refuse(code)).toMatchObject({ status: 409, code: 'conflict' });
  });

  it.each(['23502', '23514', '40002', '40003', '22001', '42P01'])(
    '%s is a fault of the server, not a conflict',
    (code) => {
      expect(refuse(code)).toBeNull();
    },
  );

  it('that is a fault of the server is answered with 500 and logged', async () => {
    const logged: string[] = [];
    const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void logged.push(line) } } });
    app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
    app.get('/', () => {
      throw Object.assign(new Error('null value in column'), { code: '23502' });
    });
    const answer = await app.inject('/');
    expect(answer.json()).toMatchObject({ code: 500, error_code: 'unexpected_failure' });
    expect(logged).toEqual([expect.stringContaining('the auth service failed')]);
    await app.close();
  });
});

describe('public calls', () => {
  it('[6.4] need only the public key; the user’s calls also need a token', async () => {
    const anon = await t.auth.authenticator.issueApiKey('anon');
    const client = t.client({ headers: { apikey: anon, Authorization: `Bearer ${anon}` } });
    expect((await t.raw('GET', '/settings', { headers: { apikey: anon } })).status).toBe(200);
    const { email } = await t.createUser();
    expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await client.getUser()).data.user?.email).toBe(email);
    expect((await t.raw('GET', '/user', { headers: { apikey: anon } })).status).toBe(401);
  });

  it('return health and settings', async () => {
    expect((await t.raw('GET', '/health')).body).toMatchObject({ name: 'Soulsight' });
    expect((await t.raw('GET', '/settings')).body).toMatchObject({
      disable_signup: false,
      mailer_autoconfirm: false,
      external: { email: true, phone: false, anonymous_users: false },
      mfa_phone_enabled: true,
    });
    const without = await buildAuth({ nodes: 1, hasDevMailbox: false });
    expect((await without.raw('GET', '/settings')).body).toMatchObject({ mfa_phone_enabled: false });
    await without.close();
  });

  it('are allowed from other origins, with every header the client sends', async () => {
    const preflight = await t.raw('OPTIONS', '/factors/x', {
      headers: { origin: 'https://app.example', 'access-control-request-method': 'PATCH' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    for (const name of ['authorization', 'apikey', 'content-type', 'x-client-info', 'x-supabase-api-version']) {
      expect(preflight.headers.get('access-control-allow-headers')).toContain(name);
    }
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      expect(preflight.headers.get('access-control-allow-methods')).toContain(method);
    }
    const answer = await t.raw('GET', '/health', { headers: { origin: 'https://app.example' } });
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version');
  });
});

describe('limits for one network', () => {
  it.each([
    ['verify', 'POST', '/verify', { type: 'signup', email: 'a@example.org', token: '000000' }],
    ['signUp', 'POST', '/signup', { email: 'a@example.org', password: 'x' }],
    ['otp', 'POST', '/otp', { email: 'not an email' }],
    ['recover', 'POST', '/recover', { email: 'not an email' }],
    ['resend', 'POST', '/resend', { email: 'not an email', type: 'signup' }],
    ['token', 'POST', '/token?grant_type=refresh_token', { refresh_token: 'x' }],
    ['updateUser', 'PUT', '/user', {}],
    ['factor', 'POST', '/factors', {}],
  ] as const)('%s calls are counted and allowed again after the window', async (kind, method, path, body) => {
    const limited = await buildAuth({ nodes: 1, config: { limits: { ...t.config.limits, [kind]: 3 } } });
    const call = () => limited.raw(method, path, { body, token: 'x' });
    for (let n = 0; n < 3; n += 1) expect((await call()).status).not.toBe(429);
    const over = await call();
    expect(over).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } });
    expect(over.headers.get('retry-after')).toBeTruthy();
    limited.clock.advance(kind === 'factor' ? 60_001 : 300_001);
    expect((await call()).status).not.toBe(429);
    await limited.close();
  });

  it('have the documented defaults', async () => {
    const { toAuthConfig, authVariables } = await import('../../../core/config/auth-config.ts');
    const { z } = await import('zod');
    const { limits } = toAuthConfig(z.object(authVariables).parse({}), 'http://localhost:3000');
    expect(limits).toMatchObject({
      token: 150,
      verify: 30,
      signUp: 30,
      otp: 30,
      recover: 30,
      resend: 30,
      updateUser: 30,
      factor: 15,
    });
  });

  it('count an IPv6 subscriber’s /64 as one network', () => {
    expect(toNetwork('2001:db8:1:2:3:4:5:6')).toBe(toNetwork('2001:db8:1:2::9'));
    expect(toNetwork('2001:db8:1:2::1')).not.toBe(toNetwork('2001:db8:1:3::1'));
    expect(toNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(toNetwork('192.0.2.1')).not.toBe(toNetwork('192.0.2.2'));
  });
});

describe('a configured captcha', () => {
  it('is required for sign-up, recovery, resending, codes and password sign-in', async () => {
    const asked: Record<string, string>[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        const fields = Object.fromEntries(new URLSearchParams(body));
        asked.push(fields);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ success: fields.response === 'solved' }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const guarded = await buildAuth({ captcha: { verifyUrl, siteKey: 'site', secret: 'shh' } });
    const email = 'captcha@example.org';
    const bodies: [string, object][] = [
      ['/signup', { email, password: PASSWORD }],
      ['/token?grant_type=password', { email, password: PASSWORD }],
      ['/recover', { email }],
      ['/otp', { email }],
      ['/resend', { email, type: 'signup' }],
    ];
    for (const [path, body] of bodies) {
      for (const token of [undefined, 'guessed']) {
        const answer = await guarded.raw('POST', path, {
          body: { ...body, gotrue_meta_security: { captcha_token: token } },
        });
        expect(answer).toMatchObject({ status: 400, body: { error_code: 'captcha_failed' } });
      }
    }
    const signedUp = await guarded.client().signUp({ email, password: PASSWORD, options: { captchaToken: 'solved' } });
    expect(signedUp.error).toBeNull();
    expect(asked.at(-1)).toMatchObject({ secret: 'shh', response: 'solved', remoteip: '127.0.0.1' });
    expect((await guarded.raw('GET', '/settings')).body.captcha).toEqual({ site_key: 'site', provider: 'turnstile' });
    await guarded.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['https://api.hcaptcha.com/siteverify', 'hcaptcha'],
    ['https://challenges.cloudflare.com/turnstile/v0/siteverify', 'turnstile'],
  ])('with %s is shown by %s', (verifyUrl, provider) => {
    const captcha = createCaptcha({ verifyUrl, siteKey: 'site', secret: 'shh' }, { warn: () => {} });
    expect(captcha.publicSettings).toEqual({ site_key: 'site', provider });
  });

  it('refuses everybody while its provider cannot be reached', async () => {
    const captcha = createCaptcha({ verifyUrl: 'http://127.0.0.1:1/', siteKey: 's', secret: 's' }, { warn: () => {} });
    await expect(captcha.check('solved', '127.0.0.1')).rejects.toMatchObject({ code: 'captcha_failed' });
  });
});
