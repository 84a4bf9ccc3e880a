import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const BODY = { detail: 'That request could not be understood.', code: 'bad_request' };

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await buildTestApp();
  port = await app.listen();
});
afterAll(() => app.stop());

/**
 * Sends raw bytes and returns the status and the JSON body of the answer. The server closes the connection: Node drops
 * an answer that is still being made when the client closes first.
 */
function exchange(bytes: string): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => {
      answer += String(data);
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      if (body === '') reject(new Error(`no body in the answer ${JSON.stringify(answer)}`));
      else resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) });
    });
  });
}

it.each([
  ['bytes that are no HTTP', 'nonsense\r\n\r\n', 400],
  ['a broken header', 'GET /health HTTP/1.1\r\nHost: x\r\n broken\r\n\r\n', 400],
  ['two lengths', 'POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
  ['headers above the limit', `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ['a URL that cannot be decoded', 'GET /api/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
  [
    'a WebSocket without a key',
    `GET /ws/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    400,
  ],
  [
    'a URL parameter above the limit',
    `POST /api/reveal/${'x'.repeat(1_000)} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    414,
  ],
])('%s are answered in the form of the API', async (_what, bytes, status) => {
  expect(await exchange(bytes)).toEqual({ status, body: BODY });
});
