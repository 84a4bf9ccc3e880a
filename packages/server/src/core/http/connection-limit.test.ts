import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildTestApp } from '../../testing/test-app.ts';
import { limitConnections } from './connection-limit.ts';

const PER_NETWORK = 5;
/** A busy machine needs more than the one second that is the default. */
const WITHIN = { timeout: 20_000 };

let server: Server;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  server = createServer((_request, response) => void response.end('served'));
  limitConnections(server, { perNetwork: PER_NETWORK, isExempt: (address) => address.endsWith('127.0.0.9') });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Asks for something on a connection that stays open. Resolves to false if it is closed without an answer. */
function ask(localAddress: string): Promise<boolean> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    });
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
}

it('a network beyond its share is refused, others are served, and a closed connection counts no longer', async () => {
  for (let n = 0; n < PER_NETWORK; n += 1) expect(await ask('127.0.0.2')).toBe(true);
  for (let n = 0; n < PER_NETWORK; n += 1) expect(await ask('127.0.0.2')).toBe(false);
  expect(await ask('127.0.0.3')).toBe(true);
  sockets[0]?.destroy();
  await vi.waitFor(async () => expect(await ask('127.0.0.2')).toBe(true), WITHIN);
});

it('exempt addresses have no limit', async () => {
  for (let n = 0; n < 3 * PER_NETWORK; n += 1) expect(await ask('127.0.0.9')).toBe(true);
});

it.each([
  ['each network may hold 2,000 connections to the server', '0', 1],
  ['behind a proxy, all clients come from one network', '1', 0],
])('%s', async (_what, TRUSTED_PROXIES, refused) => {
  const app = await buildTestApp({ env: { TRUSTED_PROXIES } });
  for (let n = 0; n <= 2_000; n += 1) {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '203.0.113.1' });
    sockets.push(socket);
    app.http.server.emit('connection', socket);
  }
  expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(refused);
  await app.stop();
});
