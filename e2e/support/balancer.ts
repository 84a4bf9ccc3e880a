import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

const CHECK_EVERY_MS = 200;
/** A node that hangs must not delay the checks of the others. */
const CHECK_MAX_MS = 2_000;

/**
 * A load balancer like those that operators use: it asks each node whether it is ready, and sends requests and WebSockets to the
 * ready ones in turn. It retries nothing.
 */
export async function startBalancer(ports: readonly number[]) {
  let ready: number[] = [...ports];
  let turn = 0;
  let isStopped = false;

  /** One check after another: an answer that comes late must not undo a newer one. */
  async function checkRegularly(): Promise<void> {
    while (!isStopped) {
      const answers = await Promise.all(ports.map(askReady));
      const silent = ports.filter((_, n) => answers[n] === 'silent');
      ready = ports.filter((_, n) => answers[n] === 'ready');
      // On a busy machine the only node that is left may take longer to say that it is ready.
      if (ready.length === 0) ready = silent;
      await setTimeout(CHECK_EVERY_MS);
    }
  }

  function next(): number | undefined {
    turn += 1;
    return ready[turn % ready.length];
  }

  const server = createServer((request, response) => forward(next(), request, response));
  server.on('upgrade', (request, socket, head) => tunnel(next(), request, socket, head));
  server.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  void checkRegularly();
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when this many nodes are ready. */
    async waitForReady(count: number): Promise<void> {
      while (ready.length !== count) await setTimeout(CHECK_EVERY_MS);
    },
    stop() {
      isStopped = true;
      server.close();
      server.closeAllConnections();
    },
  };
}

async function askReady(port: number): Promise<'ready' | 'not ready' | 'silent'> {
  const signal = AbortSignal.timeout(CHECK_MAX_MS);
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal }).catch(() => undefined);
  if (answer) return answer.ok ? 'ready' : 'not ready';
  return signal.aborted ? 'silent' : 'not ready';
}

function forward(port: number | undefined, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = request;
  const onward = sendRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.writeHead(502).end());
  request.pipe(onward);
}

function tunnel(port: number | undefined, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const onward = connect(port ?? 0, '127.0.0.1', () => {
    const headers = request.rawHeaders.flatMap((name, n) => (n % 2 ? [] : [`${name}: ${request.rawHeaders[n + 1]}`]));
    onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket).pipe(onward);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
}
