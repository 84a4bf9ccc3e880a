import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorBodySchema } from '@soulsight/contract/error-body';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { resetConnection } from '../support/reset-connection.ts';
import { launchServer, type ServerProcess } from './server-process.ts';

const { HOSTILE_SEED = '20261121' } = process.env;
/** `fresh` draws another seed, which stands in the title and repeats the run. */
const SEED = HOSTILE_SEED === 'fresh' ? randomInt(2 ** 31) : Number(HOSTILE_SEED);
const CONNECTIONS = 300;
const AT_ONCE = 60;
const CONNECTION_MAX_MS = 700;
const METRICS_TOKEN = 'reads-the-metrics-of-this-test';
/** What the attacks of a test may add to the memory of the process. Unbounded, the answers below would need 2 GB. */
const GROWTH_MAX_MB = 300;
const SILENT_READERS = 40;
const PIPELINED = 200;

const USER = '00000000-0000-4000-8000-00000000000a';
const WS_HEADERS =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const REQUEST_LINES = [
  'GET /health HTTP/1.1',
  'GET // HTTP/1.1',
  'GET http:// HTTP/1.1',
  'GET /%ff%00 HTTP/1.1',
  'GET /api/user HTTP/9.9',
  'HEAD / HTTP/1.0',
  'CONNECT x:1 HTTP/1.1',
  'POST /api/auth/login HTTP/1.1',
  'POST /auth/v1/token?grant_type=password HTTP/1.1',
  'POST /api/user/photos HTTP/1.1',
  `GET /ws/${USER}?token=x HTTP/1.1`,
  `GET /api/user/${'a'.repeat(3_000)} HTTP/1.1`,
  '\u0000\u0001 / HTTP/1.1',
  '',
];
const HEADERS = [
  '',
  WS_HEADERS,
  WS_HEADERS.replace('dGhl', '!!!!'),
  'Upgrade: h2c\r\nConnection: Upgrade\r\n',
  'Content-Type: application/json\r\nContent-Length: 40\r\n',
  'Content-Type: application/json\r\nContent-Length: -1\r\n',
  'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n',
  'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
  'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900\r\n',
  `X-Long: ${'x'.repeat(20_000)}\r\n`,
  'Bad Header: x\r\n : y\r\n',
];
const BODIES = [
  '',
  '{"email":"a\\u0000b","password":"x"}',
  '{"email":',
  '5\r\n{"em',
  'zz\r\n',
  '--b\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\nGIF8',
  '\u0081\u00ff\u0000\u0000',
  'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10),
];

let dataDir: string;
let port: number;
let server: ServerProcess;
/** Begins first, because a body has more time than headers. */
let slowBody: Promise<string>;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'soulsight-hostile-'));
  port = await freePort();
  server = launchServer(dataDir, port, { METRICS_TOKEN });
  await server.waitUntilReady();
  const head =
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n';
  slowBody = drip(`${head}{`, ' ');
});
afterAll(async () => {
  await server.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

async function readMemoryMb(): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${server.baseURL}/metrics`, { headers })).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1_048_576;
}

it(`the process survives hostile connections, seed ${SEED}`, async () => {
  const before = await readMemoryMb();
  const random = createRandom(SEED);
  const answers: string[] = [];
  for (let done = 0; done < CONNECTIONS; done += AT_ONCE) {
    const group = Array.from({ length: AT_ONCE }, () => attack(random));
    answers.push(...(await Promise.all(group)));
  }
  expect(answers.filter((answer) => /^HTTP\/1\.1 5/.test(answer))).toEqual([]);
  for (const answer of answers) expectOwnForm(answer);
  expect((await fetch(`${server.baseURL}/health`)).status).toBe(200);
  expect((await readMemoryMb()) - before).toBeLessThan(GROWTH_MAX_MB);
});

it('clients that ask for much and read nothing take little memory, while others are served', async () => {
  const before = await readMemoryMb();
  const request = 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
  const readers = Array.from({ length: SILENT_READERS }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request.repeat(PIPELINED)));
    return socket.on('error', () => {}).pause();
  });
  // They are all answered as far as their connections take it.
  for (let n = 0; n < 10; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await fetch(`${server.baseURL}/health`)).status).toBe(200);
    expect((await readMemoryMb()) - before).toBeLessThan(GROWTH_MAX_MB);
  }
  for (const socket of readers) socket.destroy();
});

/** Sends bytes and then one byte a second, until the server ends the connection. Returns its answer. */
function drip(start: string, byte: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(start));
    const timer = setInterval(() => socket.write(byte), 1_000);
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      resolve(answer);
    });
  });
}

it('a client that sends its headers or its body byte by byte is disconnected in our form, while others are served', async () => {
  const slow = [
    ...Array.from({ length: 50 }, () => drip('GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'x')),
    drip('G', 'E'),
    slowBody,
  ];
  expect((await fetch(`${server.baseURL}/health`)).status).toBe(200);
  for (const answer of await Promise.all(slow)) {
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|08) /);
    expectOwnForm(answer);
  }
  expect((await fetch(`${server.baseURL}/health`)).status).toBe(200);
});

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One connection: bytes that are wrong somewhere, sent in pieces, and ended in one of several ways. Returns the answer. */
function attack(random: () => number): Promise<string> {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const whole = Buffer.from(`${pick(REQUEST_LINES)}\r\nHost: x\r\n${pick(HEADERS)}\r\n${pick(BODIES)}`, 'latin1');
  const bytes = random() < 0.4 ? whole.subarray(0, Math.floor(random() * whole.length)) : whole;
  const pieceSize = pick([1, 7, 1_000, 100_000]);
  const ending = pick(['reset', 'end', 'destroy', 'wait', 'reset on answer', 'never read'] as const);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => void send());
    const timer = setTimeout(() => resetConnection(socket), CONNECTION_MAX_MS);
    if (ending !== 'never read')
      socket.on('data', (data) => {
        answer += data.toString('latin1');
        if (ending === 'reset on answer') resetConnection(socket);
      });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answer);
    });

    async function send(): Promise<void> {
      // At most 100 pieces are sent one by one, and the rest at once.
      const pieces = Math.min(100, Math.ceil(bytes.length / pieceSize));
      for (let n = 0; n < pieces && !socket.destroyed; n += 1) {
        socket.write(bytes.subarray(n * pieceSize, (n + 1) * pieceSize));
        await new Promise(setImmediate);
      }
      if (!socket.destroyed) socket.write(bytes.subarray(pieces * pieceSize));
      finish(socket);
    }
  });

  function finish(socket: Socket): void {
    if (ending === 'reset') resetConnection(socket);
    else if (ending === 'end') socket.end();
    else if (ending === 'destroy') socket.destroy();
  }
}

/** A complete JSON error has the form of all our errors. */
function expectOwnForm(answer: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  if (!/^HTTP\/1\.1 4/.test(head) || !/application\/json/i.test(head) || !(length > 0) || body.length < length) return;
  const json: unknown = JSON.parse(Buffer.from(body.slice(0, length), 'latin1').toString('utf8'));
  // Sign-in answers in the form of Supabase's clients.
  if (typeof json === 'object' && json !== null && 'error_code' in json) return;
  expect(errorBodySchema.safeParse(json).success, JSON.stringify(json)).toBe(true);
}
