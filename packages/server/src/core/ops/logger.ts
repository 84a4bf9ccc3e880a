import pino, { type Logger } from 'pino';
import type { Config } from '../config/config.ts';

export type Log = Logger;

/** Without the query, where tokens stand. */
function stripQuery(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** A database error without its parameters, which are people's data. */
function serializeError(error: Error & { query?: string; code?: string; params?: unknown }) {
  const plain = pino.stdSerializers.err(error);
  if (error.query === undefined)
    return { type: plain.type, message: plain.message, stack: plain.stack, code: error.code };
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { type: plain.type, query: error.query, cause, stack: frames?.join('\n') };
}

/** Logs carry no tokens, cookies, bodies or query parameters. */
export function createLogger(config: Config): Log {
  return pino({
    level: config.logLevel,
    base: null,
    serializers: {
      req: (request) => ({ id: request.id, method: request.method, path: stripQuery(request.url) }),
      res: (reply) => ({ status: reply.statusCode }),
      err: serializeError,
    },
  });
}
