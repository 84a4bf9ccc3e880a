import { endpoint } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Authenticate } from './caller.ts';
import { route } from './route.ts';

const rare = endpoint({
  method: 'POST',
  path: '/api/toy/rare',
  summary: '',
  access: 'signed_in',
  response: z.undefined(),
  callsPerMinute: 3,
});
const other = endpoint({
  method: 'POST',
  path: '/api/toy/other',
  summary: '',
  access: 'signed_in',
  response: z.undefined(),
});

const busy = endpoint({
  method: 'POST',
  path: '/api/toy/busy',
  summary: '',
  access: 'signed_in',
  response: z.undefined(),
});

const authenticate: Authenticate = async (token) => {
  if (token.startsWith('bad')) throw new AppError('not_signed_in');
  const session = { sessionId: 's', email: null, emailVerified: true, locked: false, expiresAt: 0 };
  return { userId: `00000000-0000-4000-8000-00000000000${token.length}`, role: 'user', aal: 'aal1', ...session };
};

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({
    authenticate,
    rateLimits: true,
    routes(http) {
      route(http, rare, () => undefined);
      route(http, other, () => undefined);
      route(http, busy, () => {
        throw new AppError('unavailable');
      });
    },
  });
});
afterAll(() => app.stop());

describe('rate limits', () => {
  it('count per user and endpoint, and say when to retry', async () => {
    const ann = { as: { token: 'ann' } };
    for (let n = 0; n < 3; n += 1) (await app.call(rare, ann)).ok();
    const fourth = await app.call(rare, ann);
    expect(fourth.refused('rate_limited').detail).toBe('Too many requests. Please slow down.');
    expect(Number(fourth.raw.headers['retry-after'])).toBeGreaterThan(0);
    (await app.call(other, ann)).ok();
    (await app.call(rare, { as: { token: 'carl' } })).ok();
  });
});

it.each(['/health', '/health/live', '/health/ready', '/metrics'])(
  '%s, which says how the node is, does not wait for the counters of rate limits',
  async (url) => {
    const limited = (await app.http.inject('/api/openapi.json')).headers;
    expect(limited).toHaveProperty('x-ratelimit-limit');
    expect((await app.http.inject(url)).headers).not.toHaveProperty('x-ratelimit-limit');
  },
);

describe('a request that cannot be served now', () => {
  it('gets a 503 that says when to retry', async () => {
    const answer = await app.call(busy, { as: { token: 'ann' } });
    answer.refused('unavailable');
    expect([answer.raw.statusCode, answer.raw.headers['retry-after']]).toEqual([503, '2']);
  });
});

describe('headers', () => {
  it('allow pages to load only from this origin', async () => {
    const { headers } = await app.http.inject('/health');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("img-src 'self' blob: data:");
    expect(policy).toContain("connect-src 'self' ws://localhost:3000");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('require TLS where PUBLIC_URL has it', async () => {
    const secure = await buildTestApp({ env: { PUBLIC_URL: 'https://soulsight.example' } });
    const { headers } = await secure.http.inject('/health');
    expect(headers['strict-transport-security']).toContain('max-age=');
    expect(headers['content-security-policy']).toContain("connect-src 'self' wss://soulsight.example");
    await secure.stop();
  });
});

it.each(['/api/nothing', '/api/', '/ws', '/auth/v2', '/assets/gone.js', '/dev/nothing'])(
  'the unknown path %s is answered in JSON',
  async (url) => {
    const raw = await app.http.inject(url);
    expect([raw.statusCode, raw.json().code]).toEqual([404, 'not_found']);
  },
);

it.each(['/%', '/api/%zz', `/${'a'.repeat(5_000)}`, '//', '/..%2f..%2fetc/passwd'])(
  'the odd path %s causes no server error',
  async (url) => {
    expect((await app.http.inject(url)).statusCode).toBeLessThan(500);
  },
);

describe('/metrics', () => {
  it('is not found, for callers on this machine neither: a proxy there calls for strangers', async () => {
    expect((await app.http.inject('/metrics')).statusCode).toBe(404);
  });

  it('with METRICS_PUBLIC is readable by everybody', async () => {
    const open = await buildTestApp({ env: { METRICS_PUBLIC: 'true' } });
    expect((await open.http.inject({ url: '/metrics', remoteAddress: '10.0.0.7' })).body).toContain('ws_connections 0');
    await open.stop();
  });

  it('with METRICS_TOKEN is readable only with the token', async () => {
    const token = 'a-token-for-the-metrics';
    const guarded = await buildTestApp({ env: { METRICS_TOKEN: token } });
    expect((await guarded.http.inject('/metrics')).statusCode).toBe(404);
    const read = (given: string) =>
      guarded.http.inject({ url: '/metrics', headers: { authorization: `Bearer ${given}` } });
    expect((await read(`${token}x`)).statusCode).toBe(404);
    expect((await read(token)).body).toContain('ws_connections 0');
    await guarded.stop();
  });
});

describe('/health', () => {
  it('[7.28] is 200 while the database answers and 503 while it does not', async () => {
    expect((await app.http.inject('/health')).statusCode).toBe(200);
    const broken = await buildTestApp();
    await broken.database.close();
    const raw = await broken.http.inject('/health');
    expect([raw.statusCode, raw.json().status]).toEqual([503, 'down']);
    broken.clock.advance(60_000);
    const ready = await broken.http.inject('/health/ready');
    expect([ready.statusCode, ready.json()]).toMatchObject([
      503,
      {
        status: 'down',
        parts: {
          database: { status: 'down', problem: 'The database does not answer, so nothing can be served.' },
          bus: { status: 'ok' },
        },
      },
    ]);
    // Since it was first seen, not since now.
    expect(Date.parse(ready.json().since)).toBe(broken.clock.now().getTime() - 60_000);
    expect((await broken.http.inject('/health/live')).statusCode).toBe(200);
    await broken.http.close();
  });
});
