import { connect, type Socket } from 'node:net';
import { endpoint } from '@soulsight/contract/endpoint';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { route } from '../http/route.ts';
import { readUpload } from '../http/upload.ts';
import { parseTarget } from './upgrade.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';
/** A busy machine needs more than the one second that is the default. */
const WITHIN = { timeout: 20_000 };
const RESETS = 30;
const upload = endpoint({
  method: 'POST',
  path: '/api/toy/upload',
  summary: '',
  access: 'public',
  upload: true,
  response: z.strictObject({ bytes: z.number() }),
});

let app: TestApp;
let port: number;
/** Errors that would have ended a real server. */
let uncaught: unknown[];
const noteUncaught = (error: unknown) => void uncaught.push(error);

beforeAll(async () => {
  app = await buildTestApp({
    routes(http) {
      route(http, upload, async ({ request }) => {
        const { bytes } = await readUpload(request, 'photo', { maxBytes: 1_000_000 });
        return { bytes: bytes.length };
      });
    },
  });
  port = await app.listen();
});
afterAll(() => app.stop());

beforeEach(() => {
  uncaught = [];
  process.on('uncaughtException', noteUncaught).on('unhandledRejection', noteUncaught);
});
afterEach(async () => {
  const health = await fetch(`http://127.0.0.1:${port}/health`);
  process.off('uncaughtException', noteUncaught).off('unhandledRejection', noteUncaught);
  expect(health.status).toBe(200);
  expect(uncaught).toEqual([]);
});

function buildUpgrade(target: string, method = 'GET'): string {
  const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  return `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`;
}

/** Sends bytes on a fresh TCP connection and returns all that comes back until the server closes it. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => {
      answer += String(data);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

/** Sends bytes and resets the connection: at once, or when the first bytes come back. */
function sendAndReset(bytes: string, when: 'at once' | 'on answer'): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, () => {
        if (when === 'at once') socket.resetAndDestroy();
      });
    });
    socket.on('data', () => socket.resetAndDestroy());
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
}

describe('parseTarget', () => {
  it('reads the user id in lower case and the token', () => {
    expect(parseTarget(`/ws/${ANN.toUpperCase()}?token=a%2Fb&x=1`)).toEqual({ userId: ANN, token: 'a/b' });
    expect(parseTarget(`/ws/${ANN}`)).toEqual({ userId: ANN, token: '' });
    expect(parseTarget(`/ws/${ANN}?token=%zz`)).toEqual({ userId: ANN, token: '%zz' });
  });

  it.each(['/', '/ws', '/ws/', '/ws/x', `/ws/${ANN}/`, `/ws/../ws/${ANN}`, `/x/ws/${ANN}`, '/ws/%'])(
    'finds nothing at %s',
    (target) => expect(parseTarget(target)).toEqual({ status: 404 }),
  );

  it.each(['', '*', '?', '//', '//[', '/\\', 'http://', `//x/ws/${ANN}`, `http://x/ws/${ANN}`])(
    'rejects the malformed target %j',
    (target) => expect(parseTarget(target)).toEqual({ status: 400 }),
  );
});

describe('an upgrade request', () => {
  it.each(['//', '//[', '//[::', '/\\', '/\\[', 'http://', 'http://[', 'http://x:99999/', '*', '?'])(
    'to the malformed target %s is answered with 400',
    async (target) => expect(await exchange(buildUpgrade(target))).toMatch(/^HTTP\/1\.1 400 /),
  );

  it.each(['/', '/ws', '/ws/x', '/ws/%', '/ws/../x', '/api/user/profile', '/health'])(
    'to %s is answered with 404 and closed',
    async (target) => expect(await exchange(buildUpgrade(target))).toMatch(/^HTTP\/1\.1 404 /),
  );

  it('with a bad method or key is answered in HTTP', async () => {
    expect(await exchange(buildUpgrade(`/ws/${ANN}`, 'POST'))).toMatch(/^HTTP\/1\.1 405 /);
    const noKey = buildUpgrade(`/ws/${ANN}`).replace(/Sec-WebSocket-Key.*\r\n/, '');
    expect(await exchange(noKey)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ['a path that is not found', buildUpgrade('/nowhere')],
    ['a malformed path', buildUpgrade('//')],
    ['a socket path', buildUpgrade(`/ws/${ANN}?token=x`)],
    ['a socket path with a bad key', buildUpgrade(`/ws/${ANN}`).replace('dGhl', '!!!!')],
    ['a path that is not found, with more bytes', `${buildUpgrade('/nowhere')}${'x'.repeat(100_000)}`],
  ])('to %s may be followed by a reset', async (_what, bytes) => {
    for (let n = 0; n < RESETS; n += 1) {
      await sendAndReset(bytes, 'at once');
      await sendAndReset(bytes, 'on answer');
    }
  });

  it('for another protocol is answered and closed', async () => {
    const h2c =
      'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n';
    expect(await exchange(h2c)).toMatch(/^HTTP\/1\.1 404 /);
    expect(await exchange('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n')).not.toMatch(/^HTTP\/1\.1 2/);
  });
});

describe('sockets that do not sign in', () => {
  const MAX_PER_NETWORK = 200;

  /** Connects, and never closes or answers the server's close. Returns the status line. */
  function linger(): Promise<{ socket: Socket; answer: string }> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
        socket.write(buildUpgrade(`/ws/${ANN}?token=nonsense`)),
      );
      socket.once('error', reject);
      socket.once('data', (data) => resolve({ socket, answer: String(data) }));
    });
  }

  it('are limited for each network, and count no longer once they are closed', async () => {
    const lingering = [];
    for (let n = 0; n < MAX_PER_NETWORK; n += 1) lingering.push(await linger());
    expect(lingering.filter(({ answer }) => !answer.startsWith('HTTP/1.1 101 '))).toEqual([]);
    const refused = await exchange(buildUpgrade(`/ws/${ANN}?token=nonsense`));
    expect(refused).toMatch(/^HTTP\/1\.1 429 /);
    expect(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'rate_limited' });
    for (const { socket } of lingering) socket.destroy();
    await vi.waitFor(async () => {
      const { socket, answer } = await linger();
      socket.destroy();
      expect(answer).toMatch(/^HTTP\/1\.1 101 /);
    }, WITHIN);
  });
});

describe('a client that breaks off', () => {
  const part = (field: string) =>
    `--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${'x'.repeat(50_000)}`;
  const form = (field: string) =>
    `POST /api/toy/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 200000\r\n\r\n${part(field)}`;

  it.each([
    ['in the request line', 'GET /heal'],
    ['in the headers', 'GET /health HTTP/1.1\r\nHost'],
    [
      'in a JSON body',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"em',
    ],
    [
      'in a chunked body',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"e',
    ],
    ['in an upload', form('photo')],
    ['in an upload under another name', form('other')],
    ['before an answer', 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['amid pipelined calls', 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20)],
  ])('%s ends only its own connection', async (_where, bytes) => {
    for (let n = 0; n < RESETS; n += 1) await sendAndReset(bytes, 'at once');
  });
});
