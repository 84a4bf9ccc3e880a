import type { Socket } from 'node:net';

/** Resets a connection; one that is being ended is closed. Resetting it too would leave it open in Node, without a `close` event. */
export function resetConnection(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished) socket.destroy();
  else socket.resetAndDestroy();
}
