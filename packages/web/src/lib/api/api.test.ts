import { endpoint } from '@soulsight/contract/endpoint';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type FakeAnswer, type FakeServer, fakeServer } from '../../testing/fake-server.ts';
import { abortCalls, buildPath, call, configureApi, download } from './api.ts';
import { ApiError } from './api-error.ts';
import { checkHealth, readHealth } from './health.ts';

const getThing = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  summary: 'A thing',
  access: 'signed_in',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ limit: z.number().optional() }),
  response: z.strictObject({ name: z.string() }),
});
const postThing = endpoint({
  method: 'POST',
  path: '/api/things',
  summary: 'Make a thing',
  access: 'signed_in',
  body: z.strictObject({ name: z.string() }),
  response: z.strictObject({ name: z.string() }),
});

afterEach(() => {
  configureApi({ token: async () => null });
  vi.unstubAllGlobals();
});

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.catch((caught: unknown) => caught);
  if (!(error instanceof ApiError)) throw new Error('expected a refusal');
  return error;
}

describe('a call', () => {
  it('sends the bearer token and JSON', async () => {
    const server = fakeServer({ 'POST /api/things': { body: { name: 'lamp' } } });
    configureApi({ token: async () => 'secret' });
    expect(await call(postThing, { body: { name: 'lamp' } })).toEqual({ name: 'lamp' });
    const headers = new Headers(server.calls[0]?.init?.headers);
    expect(headers.get('authorization')).toBe('Bearer secret');
    expect(headers.get('content-type')).toBe('application/json');
    expect(server.calls[0]?.init?.body).toBe('{"name":"lamp"}');
  });

  it('escapes path parameters and the query', () => {
    expect(buildPath('/a/:id/b/:other_id', { id: '1/2', other_id: 'x y' }, { q: 'a&b', none: undefined })).toBe(
      '/a/1%2F2/b/x%20y?q=a%26b',
    );
    expect(() => buildPath('/a/:id', {}, undefined)).toThrow('needs id');
  });

  it('that is cancelled ends at once, also while it waits for the answer to a request of the page', async () => {
    fakeServer();
    configureApi({ token: async () => 'secret' });
    globalThis.soulsightStarted = { token: 'secret', answers: { '/api/things/1': new Promise(() => {}) } };
    const leave = new AbortController();
    const thing = call(getThing, { params: { id: '1' }, query: {}, signal: leave.signal });
    setTimeout(() => leave.abort());
    await expect(thing).rejects.toThrow(/abort/);
    globalThis.soulsightStarted = undefined;
  });

  it('[7.17] reads detail, code and fields of an error response', async () => {
    const body = {
      detail: 'Please check the highlighted fields.',
      code: 'validation_failed',
      fields: { name: 'Too long.' },
    };
    fakeServer({ 'POST /api/things': { status: 400, body } });
    const error = await failure(call(postThing, { body: { name: 'x' } }));
    expect(error).toMatchObject({
      status: 400,
      detail: body.detail,
      code: 'validation_failed',
      fields: { name: 'Too long.' },
    });
  });

  it.each([{ message: 'Because.' }, { error: 'Because.' }, { detail: 'Because.', extra: 1 }])(
    '[8.8] reads %j of another server',
    async (body) => {
      fakeServer({ 'GET /api/things/1': { status: 500, body } });
      expect((await failure(call(getThing, { params: { id: '1' } }))).detail).toBe('Because.');
    },
  );

  it('[8.9] distinguishes a network failure from a timeout', async () => {
    fakeServer({ 'GET /api/things/1': 'network failure' });
    expect(await failure(call(getThing, { params: { id: '1' } }))).toMatchObject({ kind: 'network', retryable: true });
    vi.stubGlobal(
      'fetch',
      (_: string, init: RequestInit) =>
        new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    expect(await failure(call(getThing, { params: { id: '1' }, timeoutMs: 5 }))).toMatchObject({
      kind: 'timeout',
      retryable: true,
    });
  });

  it('an answer that ends in the middle is a network failure, which may be tried again', async () => {
    vi.stubGlobal(
      'fetch',
      async () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('cut off')) })),
    );
    const failed = { kind: 'network', retryable: true };
    expect(await failure(call(getThing, { params: { id: '1' } }))).toMatchObject(failed);
    expect(await failure(download(getThing, { params: { id: '1' } }))).toMatchObject(failed);
  });

  it('an abort is not an ApiError', async () => {
    fakeServer({ 'GET /api/things/1': { body: { name: 'lamp' } } });
    const aborted = AbortSignal.abort();
    await expect(call(getThing, { params: { id: '1' }, signal: aborted })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('rejects a response that breaks the contract', async () => {
    fakeServer({ 'GET /api/things/1': { body: { name: 'lamp', secret: 'leaked' } } });
    expect(await failure(call(getThing, { params: { id: '1' } }))).toMatchObject({ kind: 'contract' });
  });

  describe('whose token the server refuses', () => {
    const REFUSED = { status: 401, body: { detail: 'Expired', code: 'session_expired' } };
    const getIt = () => call(getThing, { params: { id: '1' } });

    it('is made again with another token, once', async () => {
      let token = 'old';
      const renew = vi.fn(async () => {
        token = 'new';
        return true;
      });
      configureApi({ token: async () => token, renew });
      const server = fakeServer({
        'GET /api/things/1': () => (token === 'old' ? REFUSED : { body: { name: 'lamp' } }),
      });
      expect(await getIt()).toEqual({ name: 'lamp' });
      expect(server.called('GET /api/things/1')).toHaveLength(2);
      expect(renew.mock.calls).toEqual([['old', 'session_expired']]);
      fakeServer({ 'GET /api/things/1': REFUSED });
      expect(await failure(getIt())).toMatchObject({ status: 401 });
      expect(renew).toHaveBeenCalledTimes(2);
    });

    it('fails when there is no other token', async () => {
      configureApi({ token: async () => 'old', renew: async () => false });
      const server = fakeServer({ 'GET /api/things/1': REFUSED });
      expect(await failure(getIt())).toMatchObject({ status: 401, code: 'session_expired' });
      expect(server.called('GET /api/things/1')).toHaveLength(1);
    });

    it('is not made for the next user', async () => {
      const renew = async () => {
        abortCalls();
        return true;
      };
      configureApi({ token: async () => 'old', renew });
      const server = fakeServer({ 'GET /api/things/1': REFUSED });
      await expect(getIt()).rejects.toMatchObject({ name: 'AbortError' });
      expect(server.called('GET /api/things/1')).toHaveLength(1);
    });
  });

  it('downloads a file', async () => {
    fakeServer({ 'GET /api/things/1': { body: 'content' } });
    expect(await (await download(getThing, { params: { id: '1' } })).text()).toBe('"content"');
  });
});

describe('a call that creates something', () => {
  const postThing = endpoint({
    method: 'POST',
    path: '/api/things',
    summary: 'A thing',
    access: 'signed_in',
    createsOnce: true,
    body: z.strictObject({ name: z.string() }),
    response: z.strictObject({}),
  });
  const listKeys = (server: FakeServer) =>
    server.calls.map(({ init }) => new Headers(init?.headers).get('Idempotency-Key'));

  it.each([
    'network failure',
    { status: 503, body: {} },
    { status: 429, body: {} },
    { status: 408, body: {} },
  ] as const)('has the same key until it is answered: after %j', async (failure) => {
    const answers: FakeAnswer[] = [failure, failure, {}, {}];
    const server = fakeServer({ 'POST /api/things': () => answers.shift() as FakeAnswer });
    const send = (name: string) => call(postThing, { body: { name } }).catch(() => {});
    await send('lamp');
    await send('chair');
    await send('lamp');
    await send('lamp');
    const [first, other, again, next] = listKeys(server);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(first);
    expect(new Set([first, other, next]).size).toBe(3);
  });

  it('has another key for another file, and for the next user', async () => {
    const server = fakeServer({ 'POST /api/things': 'network failure' });
    const send = (photo: File) => call(postThing, { body: { name: 'lamp' }, photo }).catch(() => {});
    const photo = new File(['x'], 'a.jpg', { lastModified: 1 });
    await send(photo);
    await send(new File(['x'], 'a.jpg', { lastModified: 1 }));
    await send(new File(['x'], 'b.jpg', { lastModified: 1 }));
    abortCalls();
    await send(photo);
    const [first, again, other, next] = listKeys(server);
    expect(again).toBe(first);
    expect(new Set([first, other, next]).size).toBe(3);
  });
});

describe('the health check', () => {
  it('[7.28] is true on ok', async () => {
    const server = fakeServer({
      'GET /health': { body: { status: 'ok', database: 'ok', mail: 'down', version: '1.0' } },
    });
    expect(await checkHealth()).toBe(true);
    expect(server.calls[0]?.request).toBe('GET /health');
    expect((await readHealth()).parts).toEqual([
      { name: 'database', ok: true },
      { name: 'mail', ok: false },
    ]);
  });

  it('[7.28] is false on an error response and on a network failure', async () => {
    fakeServer({ 'GET /health': { status: 503, body: {} } });
    expect(await checkHealth()).toBe(false);
    fakeServer({ 'GET /health': 'network failure' });
    expect(await checkHealth()).toBe(false);
  });

  it('asks again when the request of the page came to nothing', async () => {
    const lost = Promise.reject(new DOMException('', 'TimeoutError'));
    lost.catch(() => {});
    globalThis.soulsightStarted = { token: '', answers: { '/health': lost } };
    fakeServer({ 'GET /health': { body: { status: 'ok' } } });
    expect(await checkHealth()).toBe(true);
    globalThis.soulsightStarted = undefined;
  });
});
