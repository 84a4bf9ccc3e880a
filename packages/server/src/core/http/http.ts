import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { BODY_MAX_BYTES, PHOTO_MAX_BYTES } from '@soulsight/contract/limits';
import { MINUTE_MS } from '@soulsight/contract/time';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { Config } from '../config/config.ts';
import type { Log } from '../ops/logger.ts';
import type { Authenticate } from './caller.ts';
import { handleError, notFoundBody } from './errors.ts';
import './route.ts';
import { securityHeaders } from './security-headers.ts';

export interface HttpOptions {
  config: Config;
  log: Log;
  authenticate: Authenticate;
  /** Counts rate limits across nodes; null counts in this process. */
  redis: Redis | null;
  rateLimits: boolean;
  checkResponses: boolean;
  /** The browser application's index page: its inline scripts are let through by their hash. */
  indexHtml?: string;
  /** Answers what no route takes. */
  notFound?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/** No person comes near it; it bounds what one address can ask of everything together. */
const CALLS_PER_MINUTE_PER_ADDRESS = 3_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 72_000;
const URL_PARAM_MAX_CHARS = 300;

/** The server with everything that is the same for every route. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { config, log } = options;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: URL_PARAM_MAX_CHARS },
    // The last so many hops are ours.
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxies,
    genReqId: () => crypto.randomUUID(),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });
  app.decorate('api', {
    authenticate: options.authenticate,
    checkResponses: options.checkResponses,
    rateLimits: options.rateLimits,
    registered: new Set<string>(),
  });
  app.decorateRequest('caller', null);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(options.notFound ?? (async (_request, reply) => reply.code(404).send(notFoundBody())));
  app.addHook('onRequest', async (request, reply) => {
    // Whoever hung up before their call was read has no address any more, and awaits no answer.
    if (request.socket.remoteAddress === undefined) return reply.hijack();
    reply.header('x-request-id', request.id);
  });
  acceptEmptyJson(app);
  endConnectionsWhenClosing(app);
  await securityHeaders(app, config, options.indexHtml ?? '');
  await app.register(compress, { global: true, threshold: 1_024 });
  await app.register(multipart, { limits: { fileSize: PHOTO_MAX_BYTES, files: 1, fields: 10, parts: 11 } });
  await app.register(rateLimit, {
    global: options.rateLimits,
    max: CALLS_PER_MINUTE_PER_ADDRESS,
    timeWindow: MINUTE_MS,
    ...(options.redis ? { redis: options.redis, nameSpace: 'soulsight:rate:' } : {}),
    // A counter that cannot be reached must not keep people out.
    skipOnError: true,
  });
  return app;
}

/** A client whose call was under way when the server began to close must not keep its connection for another. */
function endConnectionsWhenClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/** A call without content may still say that it sends JSON, as browsers' API clients do. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, body as string, done);
  });
}
