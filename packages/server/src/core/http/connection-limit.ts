import type { Server, Socket } from 'node:net';
import { isLoopbackAddress } from '../config/is-local.ts';
import { toNetwork } from './address.ts';

interface ConnectionLimits {
  perNetwork: number;
  /** Whether an address is not counted; by default those of this machine, of which proxies and tools have as many as they need. */
  isExempt?: (address: string) => boolean;
}

/**
 * Closes the connections of a network beyond its share, so that one network cannot use up those of everybody. They are closed
 * without an answer: nothing has been asked yet.
 */
export function limitConnections(server: Server, { perNetwork, isExempt = isLoopbackAddress }: ConnectionLimits): void {
  const counts = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isExempt(address)) return;
    const network = toNetwork(address);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
    if (count > perNetwork) socket.destroy();
  });
}
