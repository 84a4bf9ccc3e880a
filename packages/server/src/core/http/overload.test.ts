import { connect } from 'node:net';
import { AUTH_BASE_PATH } from '@soulsight/contract/auth';
import { endpoint } from '@soulsight/contract/endpoint';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type BuiltAccount, buildAccount } from '../../features/auth/auth.builders.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { route } from './route.ts';

const AT_ONCE = 2;
const NETWORK_MAX = 100;
const WITHIN = { timeout: 30_000 };
const held = endpoint({
  method: 'POST',
  path: '/api/toy/held',
  summary: '',
  access: 'public',
  body: z.strictObject({}),
  response: z.undefined(),
  callsPerMinute: 10_000,
});

/** Requests wait in the handler until `open`. */
function createBarrier() {
  let arrived = 0;
  let gate = Promise.withResolvers<void>();
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    async pass() {
      arrived += 1;
      for (const { count, resolve } of waiting) if (arrived >= count) resolve();
      await gate.promise;
    },
    arrivals: (count: number) =>
      new Promise<void>((resolve) => {
        waiting.push({ count, resolve });
        if (arrived >= count) resolve();
      }),
    open() {
      gate.resolve();
      gate = Promise.withResolvers();
      arrived = 0;
      waiting.length = 0;
    },
  };
}

const barrier = createBarrier();

async function holdRequest(): Promise<undefined> {
  await barrier.pass();
}

describe('a node that works on as many requests as it can', () => {
  let app: TestApp;
  let ann: BuiltAccount;
  let working: Promise<unknown>[] = [];
  beforeAll(async () => {
    app = await buildTestApp({
      requestsAtOnce: AT_ONCE,
      env: { METRICS_PUBLIC: '1' },
      routes: (http) => route(http, held, holdRequest),
    });
    ann = await buildAccount(app.features.auth);
  });
  afterAll(() => app.stop());
  afterEach(async () => {
    barrier.open();
    await Promise.all(working);
  });

  async function fill(): Promise<void> {
    working = Array.from({ length: AT_ONCE }, () => app.call(held, { body: {} }));
    await barrier.arrivals(AT_ONCE);
  }

  it('refuses the next one at once with 503 and Retry-After, and takes it later', async () => {
    await fill();
    const refused = await app.call(held, { body: {} });
    expect(refused.refused('overloaded').detail).toMatch(/busy right now/);
    expect([refused.raw.statusCode, refused.raw.headers['retry-after']]).toEqual([503, '2']);
    const auth = await app.http.inject(`${AUTH_BASE_PATH}/user`);
    expect([auth.statusCode, auth.headers['retry-after'], auth.json().msg]).toEqual([
      503,
      '2',
      expect.stringMatching(/busy right now/),
    ]);
    barrier.open();
    await Promise.all(working);
    const later = app.call(held, { body: {} });
    await barrier.arrivals(1);
    barrier.open();
    (await later).ok();
  });

  it('goes on answering its health, its metrics, pages and sockets', async () => {
    const socket = await app.socket(ann);
    await socket.next('auth_success');
    await fill();
    for (const url of ['/health', '/health/live', '/health/ready', '/metrics'])
      expect((await app.http.inject(url)).statusCode, url).toBe(200);
    expect((await app.http.inject('/nothing')).statusCode).not.toBe(503);
    expect((await app.http.inject('/metrics')).body).toContain(`http_requests_in_progress ${AT_ONCE}`);
    socket.send('heartbeat', { user_id: ann.id });
    await socket.next('heartbeat_ack');
    await socket.close();
  });

  it('does not count requests whose bodies are still being sent', async () => {
    const port = await app.listen();
    const slow = Array.from({ length: AT_ONCE * 2 }, () => connect(port, '127.0.0.1'));
    const head = `POST ${held.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`;
    await Promise.all(slow.map((socket) => new Promise((sent) => socket.write(head, sent))));
    await fill();
    barrier.open();
    await Promise.all(working);
    for (const socket of slow) socket.destroy();
    await expect.poll(() => app.http.load.inProgress(), WITHIN).toBe(0);
  });

  it('counts a request until it is done, also if its client went away', async () => {
    const port = await app.listen();
    const closedAtServer = new Promise((closed) =>
      app.http.server.once('connection', (socket) => socket.once('close', closed)),
    );
    const gone = connect(port, '127.0.0.1');
    gone.write(
      `POST ${held.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    );
    await barrier.arrivals(1);
    gone.destroy();
    await closedAtServer;
    expect(app.http.load.inProgress()).toBe(1);
    barrier.open();
    await expect.poll(() => app.http.load.inProgress(), WITHIN).toBe(0);
  });
});

describe('one network', () => {
  it('cannot use up the places of others', async () => {
    const app = await buildTestApp({ rateLimits: true, routes: (http) => route(http, held, holdRequest) });
    const call = (remoteAddress: string) =>
      app.http.inject({ method: 'POST', url: held.path, payload: {}, remoteAddress });
    const first = Array.from({ length: NETWORK_MAX }, () => call('203.0.113.7'));
    await barrier.arrivals(NETWORK_MAX);
    const refused = await call('203.0.113.7');
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
      429,
      '1',
      'rate_limited',
    ]);
    // A network that calls too often does not overload the node.
    expect(app.http.load.refused()).toEqual({ node: 0, network: 1 });
    const other = call('203.0.113.8');
    await barrier.arrivals(NETWORK_MAX + 1);
    barrier.open();
    for (const answer of await Promise.all([...first, other])) expect(answer.statusCode).toBe(204);
    await app.stop();
  });
});
