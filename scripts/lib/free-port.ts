import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux). Among those a server that is restarted may find
 * its port taken: by anybody's connection, or by a client that tried to reach it meanwhile and got connected to itself.
 * Above 10080, the last one that `fetch` and browsers refuse.
 */
const [FIRST, AFTER_LAST] = [10_081, 32_000];

const given = new Set<number>();

/** A port on 127.0.0.1 that nobody listens on, and that this process is given once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, AFTER_LAST);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
