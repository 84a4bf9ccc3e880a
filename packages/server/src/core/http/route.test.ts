import { endpoint } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import { BODY_MAX_BYTES } from '@soulsight/contract/limits';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Db } from '../db/types.ts';
import type { Authenticate } from './caller.ts';
import { route } from './route.ts';
import { readUpload } from './upload.ts';

const answer = z.strictObject({ caller: z.string().nullable() });
const open = endpoint({ method: 'GET', path: '/api/toy/public', summary: '', access: 'public', response: answer });
const signedIn = endpoint({ method: 'GET', path: '/api/toy/in', summary: '', access: 'signed_in', response: answer });
const verified = endpoint({
  method: 'GET',
  path: '/api/toy/verified',
  summary: '',
  access: 'verified',
  response: answer,
});
const moderator = endpoint({ method: 'GET', path: '/api/toy/mod', summary: '', access: 'moderator', response: answer });
const operator = endpoint({ method: 'GET', path: '/api/toy/op', summary: '', access: 'operator', response: answer });
const noted = endpoint({
  method: 'POST',
  path: '/api/toy/notes/:id',
  summary: '',
  access: 'public',
  params: z.strictObject({ id: z.coerce.number().int().min(1) }),
  query: z.strictObject({ loud: z.enum(['yes', 'no']).default('no') }),
  body: z.strictObject({ text: z.string().max(20), tags: z.array(z.string()).default([]) }),
  response: z.strictObject({ id: z.number(), loud: z.string(), text: z.string(), tags: z.array(z.string()) }),
});
const bare = endpoint({
  method: 'POST',
  path: '/api/toy/bare',
  summary: '',
  access: 'public',
  response: z.undefined(),
});
const lying = endpoint({ method: 'GET', path: '/api/toy/lying', summary: '', access: 'public', response: answer });
const failing = endpoint({
  method: 'POST',
  path: '/api/toy/failing',
  summary: '',
  access: 'public',
  body: z.strictObject({ how: z.string() }),
  response: z.undefined(),
});
const upload = endpoint({
  method: 'POST',
  path: '/api/toy/upload',
  summary: '',
  access: 'public',
  upload: true,
  response: z.strictObject({ bytes: z.number() }),
});
const UPLOAD_MAX_BYTES = 200_000;

const callers: Record<string, Partial<Awaited<ReturnType<Authenticate>>>> = {
  unverified: {},
  verified: { emailVerified: true },
  moderator: { emailVerified: true, role: 'moderator' },
  'unverified-moderator': { role: 'moderator' },
  operator: { emailVerified: true, operator: true },
  'unverified-operator': { operator: true },
};

/** Features record the caller, so the ids must be valid. */
function toId(name: string): string {
  return `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`;
}

const authenticate: Authenticate = async (token) => {
  const caller = callers[token];
  if (token === 'ended') throw new AppError('session_expired');
  if (!caller) throw new AppError('not_signed_in');
  return {
    userId: toId(token),
    sessionId: 's',
    email: null,
    emailVerified: false,
    role: 'user',
    aal: 'aal1',
    locked: false,
    expiresAt: 0,
    ...caller,
  };
};

async function failLike(how: string, db: Db): Promise<undefined> {
  if (how === 'bug') throw new TypeError('undefined is not a function');
  if (how === 'refusal') throw new AppError('conflict', 'Someone else was faster.');
  if (how === 'number') await db.execute(sql`select ${'99999999999'}::int`);
  if (how === 'divided') await db.execute(sql`select 1 / ${0}::int`);
  if (how === 'violated') await db.execute(sql`insert into users (id) values (null)`);
  if (how === 'lost') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  return undefined;
}

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({
    authenticate,
    rateLimits: false,
    routes(http, { db }) {
      for (const e of [open, signedIn, verified, moderator, operator]) {
        route(http, e, ({ caller }) => ({ caller: caller?.userId ?? null }));
      }
      route(http, noted, ({ params, query, body }) => ({ ...params, ...query, ...body }));
      route(http, bare, () => undefined);
      route(http, lying, () => ({ caller: null, secret: 'leaked' }) as never);
      route(http, failing, ({ body }) => failLike(body.how, db));
      route(http, upload, async ({ request }) => {
        const { bytes } = await readUpload(request, 'photo', {
          maxBytes: UPLOAD_MAX_BYTES,
          tooLarge: 'image_too_large',
        });
        return { bytes: bytes.length };
      });
    },
  });
});
afterAll(() => app.stop());

function post(url: string, payload: string | Buffer, contentType = 'application/json') {
  return app.http.inject({ method: 'POST', url, payload, headers: { 'content-type': contentType } });
}

describe('access', () => {
  const OK = 200;
  const cases: [keyof typeof callers | 'no token' | 'ended' | 'nonsense', (number | string)[]][] = [
    ['no token', [OK, 'not_signed_in', 'not_signed_in', 'not_signed_in', 'not_signed_in']],
    ['nonsense', [OK, 'not_signed_in', 'not_signed_in', 'not_signed_in', 'not_signed_in']],
    ['ended', [OK, 'session_expired', 'session_expired', 'session_expired', 'session_expired']],
    ['unverified', [OK, OK, 'email_not_verified', 'forbidden', 'forbidden']],
    ['verified', [OK, OK, OK, 'forbidden', 'forbidden']],
    ['unverified-moderator', [OK, OK, 'email_not_verified', 'email_not_verified', 'forbidden']],
    ['moderator', [OK, OK, OK, OK, 'forbidden']],
    ['unverified-operator', [OK, OK, 'email_not_verified', 'forbidden', 'email_not_verified']],
    ['operator', [OK, OK, OK, 'forbidden', OK]],
  ];

  it.each(cases)('%s', async (who, expected) => {
    const as = who === 'no token' ? null : { token: who };
    const answers = [];
    for (const e of [open, signedIn, verified, moderator, operator]) {
      const { status, raw } = await app.call(e, { as });
      answers.push(status === OK ? OK : raw.json().code);
    }
    expect(answers).toEqual(expected);
  });

  it('a public endpoint knows the caller of a valid token and ignores an expired one', async () => {
    expect((await app.call(open, { as: { token: 'verified' } })).ok()).toEqual({ caller: toId('verified') });
    expect((await app.call(open, { as: { token: 'ended' } })).ok()).toEqual({ caller: null });
  });

  it('another authorization header counts as no token', async () => {
    for (const authorization of ['Basic dmVyaWZpZWQ=', 'Bearer', 'Bearer a b', 'verified']) {
      const { status } = await app.call(signedIn, { headers: { authorization } });
      expect(status).toBe(401);
    }
  });
});

describe('input', () => {
  it('reaches the handler as the types of the contract, with defaults', async () => {
    const answered = await app.call(noted, { params: { id: 7 }, body: { text: 'hi' } });
    expect(answered.ok()).toEqual({ id: 7, loud: 'no', text: 'hi', tags: [] });
  });

  it('is rejected with the invalid fields', async () => {
    const raw = await post('/api/toy/notes/7?loud=maybe', '{"text":"hi"}');
    expect(raw.json()).toMatchObject({ code: 'validation_failed', fields: { loud: expect.any(String) } });
    const body = await post('/api/toy/notes/7', JSON.stringify({ text: 'x'.repeat(21), tags: ['a', 1], extra: true }));
    expect(Object.keys(body.json().fields).sort()).toEqual(['extra', 'tags.1', 'text']);
    const params = await post('/api/toy/notes/zero', '{"text":"hi"}');
    expect(Object.keys(params.json().fields)).toEqual(['id']);
  });

  it('is rejected where the database could not store it', async () => {
    for (const text of ['a\u0000b', 'half \ud83d']) {
      const raw = await post('/api/toy/notes/7', JSON.stringify({ text }));
      expect(raw.json()).toMatchObject({ code: 'validation_failed', fields: { text: expect.any(String) } });
    }
  });

  it('may be an empty body where none is expected, even under a JSON content type', async () => {
    expect((await post('/api/toy/bare', '')).statusCode).toBe(204);
    expect((await post('/api/toy/bare', '{}')).statusCode).toBe(204);
    expect((await app.http.inject({ method: 'POST', url: '/api/toy/bare' })).statusCode).toBe(204);
    expect((await post('/api/toy/bare', '{"a":1}')).json()).toMatchObject({ code: 'validation_failed' });
  });

  it.each([
    ['broken JSON', '{"text":', 'application/json', 400, 'bad_request'],
    ['poisoned keys', '{"__proto__":{"x":1},"text":"a"}', 'application/json', 400, 'bad_request'],
    ['a list', '[]', 'application/json', 400, 'validation_failed'],
    ['null', 'null', 'application/json', 400, 'validation_failed'],
    ['nothing', '', 'application/json', 400, 'validation_failed'],
    ['another type', '<a/>', 'application/xml', 415, 'unsupported_media_type'],
    ['an odd type', 'text', 'a/b/c;;', 415, 'unsupported_media_type'],
    ['far too much', `{"text":"${'x'.repeat(BODY_MAX_BYTES)}"}`, 'application/json', 413, 'payload_too_large'],
    ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'application/json', 400, 'validation_failed'],
  ])('%s is rejected', async (_what, payload, contentType, status, code) => {
    const raw = await post('/api/toy/notes/7', payload, contentType);
    expect([raw.statusCode, raw.json().code]).toEqual([status, code]);
  });

  it('of any kind never causes a 5xx', async () => {
    const anything = fc.oneof(
      fc.json(),
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.record({ text: fc.anything(), tags: fc.anything() }).map((v) => JSON.stringify(v) ?? ''),
    );
    await fc.assert(
      fc.asyncProperty(fc.webPath(), fc.webQueryParameters(), anything, async (path, query, payload) => {
        const raw = await post(`/api/toy/notes/${path.slice(0, 100)}?${query}`, Buffer.from(payload));
        expect(raw.statusCode).toBeLessThan(500);
        if (raw.statusCode >= 400)
          expect(raw.json()).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
      }),
      { numRuns: 200 },
    );
  });
});

describe('responses', () => {
  it('and refusals are kept by no browser or proxy', async () => {
    for (const url of ['/api/toy/public', '/api/toy/in', '/api/toy/lying']) {
      expect((await app.http.inject(url)).headers['cache-control']).toBe('private, no-store');
    }
  });

  it('with a field that the contract does not have are an internal error', async () => {
    const { status, raw } = await app.call(lying);
    expect([status, raw.json().code]).toEqual([500, 'internal']);
    expect(raw.body).not.toContain('leaked');
  });

  it('to an internal error contain no details', async () => {
    const answered = await app.call(failing, { body: { how: 'bug' } });
    expect(answered.refused('internal').detail).toBe('Something went wrong on our side. Please try again.');
  });

  it('to an AppError have its sentence', async () => {
    const answered = await app.call(failing, { body: { how: 'refusal' } });
    expect(answered.refused('conflict')).toEqual({ code: 'conflict', detail: 'Someone else was faster.' });
  });

  it('to invalid input that only the database noticed are not 5xx', async () => {
    (await app.call(failing, { body: { how: 'number' } })).refused('bad_request');
    (await app.call(failing, { body: { how: 'divided' } })).refused('bad_request');
  });

  it('to a constraint that no other request can have violated are an internal error', async () => {
    (await app.call(failing, { body: { how: 'violated' } })).refused('internal');
  });

  it('are 503 while the database is down', async () => {
    (await app.call(failing, { body: { how: 'lost' } })).refused('unavailable');
  });

  it('have the request id of the log', async () => {
    expect((await app.call(open)).raw.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('uploads', () => {
  function multipart(field: string, bytes: number, more = ''): [Buffer, string] {
    const head = `--x\r\ncontent-disposition: form-data; name="${field}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    return [
      Buffer.concat([Buffer.from(head), Buffer.alloc(bytes), Buffer.from(`\r\n--x--${more}`)]),
      'multipart/form-data; boundary=x',
    ];
  }

  it('may be larger than a JSON body', async () => {
    const raw = await post('/api/toy/upload', ...multipart('photo', BODY_MAX_BYTES + 1));
    expect(raw.json()).toEqual({ bytes: BODY_MAX_BYTES + 1 });
  });

  it.each([
    ['too large', multipart('photo', UPLOAD_MAX_BYTES + 1), 413, 'image_too_large'],
    ['under another name', multipart('picture', 10), 400, 'bad_request'],
    ['as JSON', ['{}', 'application/json'], 415, 'unsupported_media_type'],
    ['without an end', [Buffer.from('--x\r\ncontent-disp'), 'multipart/form-data; boundary=x'], 400, 'bad_request'],
    ['without a boundary', ['abc', 'multipart/form-data'], 400, 'bad_request'],
    ['empty', ['', 'multipart/form-data; boundary=x'], 400, 'bad_request'],
  ] as [string, [Buffer | string, string], number, string][])('%s are rejected', async (_what, sent, status, code) => {
    const raw = await post('/api/toy/upload', ...sent);
    expect([raw.statusCode, raw.json().code]).toEqual([status, code]);
  });
});
