import { setTimeout as pause } from 'node:timers/promises';
import { type BenchUser, openSocket } from './conversation.ts';
import { openFrames } from './frames.ts';
import { answerRequests } from './process.ts';

/** Opens sockets and leaves them idle. Answers how many sockets are still open after `SETTLE_MS`. */
export type IdleRequest =
  | { kind: 'signedIn'; port: number; users: BenchUser[] }
  | { kind: 'bare'; port: number; count: number }
  | { kind: 'close' };

const AT_ONCE = 50;
const SETTLE_MS = 3_000;
/** Sockets per loopback address. */
const PER_ADDRESS = 10_000;

const sockets: { close(): void }[] = [];
let open = 0;

async function openAll(count: number, openOne: (index: number, address: string) => Promise<{ close(): void }>) {
  const indices = Array.from({ length: count }, (_, i) => i);
  while (indices.length > 0) {
    const opened = await Promise.all(
      indices
        .splice(0, AT_ONCE)
        .map((index) => openOne(index, `127.0.0.${1 + Math.floor(sockets.length / PER_ADDRESS)}`)),
    );
    sockets.push(...opened);
    open += opened.length;
  }
  await pause(SETTLE_MS);
  return open;
}

const events = {
  acknowledged: () => {},
  received: () => {},
  failed: () => {
    open -= 1;
  },
};

answerRequests<IdleRequest>(async (request) => {
  if (request.kind === 'signedIn') {
    const { port, users } = request;
    return openAll(users.length, (index, address) => openSocket(port, users[index] as BenchUser, events, address));
  }
  if (request.kind === 'bare') {
    const { port, count } = request;
    return openAll(count, (index, localAddress) =>
      openFrames({ port, path: `/${index}`, localAddress, onText: () => {}, onClose: events.failed }),
    );
  }
  for (const socket of sockets.splice(0)) socket.close();
  await pause(SETTLE_MS);
  open = 0;
  return null;
});
