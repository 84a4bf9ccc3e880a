import { createServer, type ServerResponse } from 'node:http';
import { explainListenError } from './port.ts';

const RETRY_SECONDS = 5;

function answer(response: ServerResponse, status: number, body: object): void {
  response.setHeader('cache-control', 'no-store');
  if (status === 503) response.setHeader('retry-after', RETRY_SECONDS);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/**
 * Answers on the server's port until it listens itself: a migration may take long, and what watches the process must not end it
 * meanwhile. `/health/live` answers 200, everything else 503.
 * @returns frees the port
 * @throws StartError if the port cannot be used
 */
export function answerWhileStarting(host: string, port: number): Promise<() => Promise<void>> {
  const since = new Date().toISOString();
  const server = createServer((request, response) => {
    if (request.url === '/health/live') answer(response, 200, { status: 'ok' });
    else
      answer(response, 503, {
        status: 'starting',
        since,
        problem: 'The server is starting: it prepares the database.',
        // As every other error of the API.
        code: 'unavailable',
        detail: 'The server is starting. Please try again in a moment.',
      });
  });
  async function close(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainListenError(error, host, port)));
    server.listen({ host, port }, () => resolve(close));
  });
}
