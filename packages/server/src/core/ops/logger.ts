import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { readOrCreateKeyFile } from '../crypto/master-key.ts';
import { createAccountHash } from './account-hash.ts';
import { getLogContext } from './log-context.ts';

export type Subsystem =
  | 'auth'
  | 'bgp'
  | 'bus'
  | 'chat'
  | 'demo'
  | 'http'
  | 'jobs'
  | 'match'
  | 'notifications'
  | 'outbox'
  | 'profile'
  | 'realtime'
  | 'safety'
  | 'subscription'
  | 'trust'
  | 'wingman';

/** The part of the logger that the application uses. */
export interface Log extends Pick<Logger, 'error' | 'warn' | 'info' | 'debug'> {
  /** A logger whose lines name their subsystem. */
  child(bindings: { subsystem: Subsystem }): Log;
}

/** The same dependencies with a log whose lines name the subsystem. */
export function withSubsystem<T extends { log: Log }>(core: T, subsystem: Subsystem): T {
  return { ...core, log: core.log.child({ subsystem }) };
}

/** The query is left out: it may contain tokens. */
function stripQuery(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** A database error is logged without its parameters, which are user data. */
function serializeError(error: Error & { query?: string; code?: string; params?: unknown }) {
  const plain = pino.stdSerializers.err(error);
  if (error.query === undefined) {
    return { type: plain.type, message: plain.message, stack: plain.stack, code: error.code };
  }
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { type: plain.type, query: error.query, cause, stack: frames?.join('\n') };
}

/**
 * Writes JSON lines to standard output. They contain no tokens, cookies, bodies, query parameters or account ids. Lines
 * written during a request, socket event or job carry its `requestId`, `jobId` and `accountHash`.
 */
export function createLogger(config: Config, destination?: DestinationStream): Log {
  let accountHash: ((userId: string) => string) | undefined;
  function hashAccount(userId: string): string {
    accountHash ??= createAccountHash(
      config.secrets.encryptionKey ?? readOrCreateKeyFile(config.dataDir, 'master.key'),
    );
    return accountHash(userId);
  }
  return pino(
    {
      level: config.logLevel,
      base: null,
      mixin() {
        const { userId, ...context } = getLogContext() ?? {};
        return userId === undefined ? context : { ...context, accountHash: hashAccount(userId) };
      },
      // @fastify/multipart logs all headers at level trace.
      redact: { paths: ['busboyOptions.headers', 'headers', 'req.headers'], remove: true },
      serializers: {
        req: (request) => ({ id: request.id, method: request.method, path: stripQuery(request.url) }),
        res: (reply) => ({ id: reply.request?.id, status: reply.statusCode }),
        err: serializeError,
      },
    },
    destination,
  );
}
