import { CLOSE_CODES } from '@soulsight/contract/realtime';
import type { ConnectionRegistry } from './connection-registry.ts';
import { broadcastTo } from './delivery.ts';

const DRAIN_MS = 3_000;

/** Asks every client to reconnect elsewhere and closes their connections; after 3 s those still open are cut. */
export async function drainConnections(registry: ConnectionRegistry): Promise<void> {
  broadcastTo(registry, 'reconnect', { detail: 'The server is restarting.' });
  const sockets = [...registry.all()].map(({ socket }) => socket);
  const closed = Promise.all(sockets.map((socket) => new Promise<void>((done) => socket.once('close', () => done()))));
  for (const socket of sockets) socket.close(CLOSE_CODES.tryAgainLater, 'restarting');
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DRAIN_MS);
  await Promise.race([closed, timeout]);
  clearTimeout(timer);
  for (const socket of sockets) socket.terminate();
}
