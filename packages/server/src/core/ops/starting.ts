import { createServer, type ServerResponse } from 'node:http';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { Log } from './logger.ts';
import { explainListenError } from './port.ts';

const RETRY_SECONDS = 5;

/** Says what a start does now, to end the sentence "The server is starting: it ...". */
export type OnStep = (does: string) => void;

export interface Starting {
  step: OnStep;
  /** Frees the port. */
  end(): Promise<void>;
}

export interface StartingOptions {
  host: string;
  port: number;
  log: Pick<Log, 'warn'>;
  /** How often the log says what the start does, in place of every minute. */
  logEveryMs?: number;
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.setHeader('cache-control', 'no-store');
  if (status === 503) response.setHeader('retry-after', RETRY_SECONDS);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/**
 * Answers on the server's port until it listens itself: a migration may take long, and what watches the process must not end it
 * meanwhile. `/health/live` answers 200, everything else 503. As nobody ends it, the log says every minute what it does.
 * @throws StartError if the port cannot be used
 */
export function answerWhileStarting({ host, port, log, logEveryMs = MINUTE_MS }: StartingOptions): Promise<Starting> {
  const since = new Date().toISOString();
  let doing = 'opens the database';
  const timer = setInterval(() => log.warn({ since }, `still starting: it ${doing}`), logEveryMs).unref();
  const server = createServer((request, response) => {
    if (request.url === '/health/live') answer(response, 200, { status: 'ok' });
    else
      answer(response, 503, {
        status: 'starting',
        since,
        problem: `The server is starting: it ${doing}.`,
        // As every other error of the API.
        code: 'unavailable',
        detail: 'The server is starting. Please try again in a moment.',
      });
  });
  function step(does: string): void {
    doing = does;
  }
  async function end(): Promise<void> {
    clearInterval(timer);
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      clearInterval(timer);
      reject(explainListenError(error, host, port));
    });
    server.listen({ host, port }, () => resolve({ step, end }));
  });
}
