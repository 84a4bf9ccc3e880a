import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { endpoint } from '@soulsight/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '../core/http/route.ts';
import { buildAccount } from '../features/auth/auth.builders.ts';
import { buildTestApp } from '../testing/test-app.ts';
import { testConfig } from '../testing/test-config.ts';
import { testDatabase } from '../testing/test-database.ts';
import { buildApp } from './app.ts';

const slow = endpoint({
  method: 'GET',
  path: '/api/toy/slow',
  summary: '',
  access: 'public',
  response: z.strictObject({ done: z.boolean() }),
});

describe('the end', () => {
  it('[7.30] finishes what it was asked, tells sockets to come back, and takes nothing new', async () => {
    let begun: () => void = () => {};
    let finish: () => void = () => {};
    const begins = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const app = await buildTestApp({
      routes(http) {
        route(http, slow, async () => {
          begun();
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
          return { done: true };
        });
      },
    });
    const ann = await buildAccount(app.features.auth);
    const socket = await app.socket(ann);
    await socket.next('auth_success');
    const port = await app.listen();
    const answer = fetch(`http://127.0.0.1:${port}${slow.path}`);
    await begins;
    const early = connect(port, '127.0.0.1');
    await once(early, 'connect');
    const stopped = app.stop();
    await socket.next('reconnect');
    await socket.closed;
    await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
    early.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    const refusal = (await text(early)).split('\r\n\r\n')[1] ?? '';
    expect(JSON.parse(refusal)).toMatchObject({ code: 'overloaded', detail: expect.stringMatching(/\.$/) });
    finish();
    expect(await (await answer).json()).toEqual({ done: true });
    await stopped;
  });
});

it('while it drains it is not ready, but serves', async () => {
  const app = await buildTestApp({ env: { DRAIN_SECONDS: '3' } });
  expect((await app.http.inject('/health/ready')).json()).toMatchObject({ status: 'ok' });
  const stopped = app.stop();
  const [ready, live, page] = await Promise.all(
    ['/health/ready', '/health/live', '/health'].map((url) => app.http.inject(url)),
  );
  expect([ready?.statusCode, ready?.json().status]).toEqual([503, 'draining']);
  expect([live?.statusCode, page?.statusCode]).toEqual([200, 200]);
  await stopped;
});

describe('a start that cannot be', () => {
  it('on a port that is taken is one clear sentence', async () => {
    const other = createServer();
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const { port } = other.address() as { port: number };
    const app = await buildTestApp({ env: { PORT: String(port) } });
    await expect(app.listen()).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.`,
    );
    await app.stop();
    other.close();
  });

  it('with another encryption key than the database was made with is one clear sentence', async () => {
    const database = await testDatabase();
    const overrides = { database, manualJobs: true };
    await buildApp(testConfig(), overrides);
    const other = testConfig({ ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64') });
    await expect(buildApp(other, overrides)).rejects.toThrow(
      /^The encryption key is not the one this database was made with\./,
    );
    await database.close();
  });
});

describe('roles', () => {
  it('a worker answers how it is, and serves nobody', async () => {
    const app = await buildTestApp({ env: { ROLE: 'worker' } });
    expect((await app.http.inject('/health')).statusCode).toBe(200);
    expect((await app.http.inject('/api/openapi.json')).statusCode).toBe(404);
    expect((await app.http.inject('/')).statusCode).toBe(404);
    await app.stop();
  });

  it('where strangers reach it there is no mailbox to read', async () => {
    const app = await buildTestApp({ env: { PUBLIC_URL: 'https://soulsight.example' } });
    expect((await app.http.inject('/dev/mailbox')).statusCode).toBe(404);
    expect((await app.http.inject('/dev/mailbox.json')).statusCode).toBe(404);
    await app.stop();
  });

  it('with a mail server there is no mailbox to read', async () => {
    const app = await buildTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    expect((await app.http.inject('/dev/mailbox')).statusCode).toBe(404);
    expect((await app.http.inject('/dev/mailbox.json')).statusCode).toBe(404);
    await app.stop();
  });
});
