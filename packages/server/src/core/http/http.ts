import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { AppError } from '@soulsight/contract/errors';
import { BODY_MAX_BYTES, PHOTO_MAX_BYTES } from '@soulsight/contract/limits';
import { MINUTE_MS } from '@soulsight/contract/time';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { runWithLogContext } from '../ops/log-context.ts';
import type { Log } from '../ops/logger.ts';
import type { RedisClient } from '../realtime/connect-redis.ts';
import type { Authenticate } from './caller.ts';
import { limitConnections } from './connection-limit.ts';
import { handleError, notFoundBody } from './errors.ts';
import { getNetwork, refuseOverload } from './overload.ts';
import { answerClientError, answerFrameworkError } from './protocol-errors.ts';
import './route.ts';
import { securityHeaders } from './security-headers.ts';

export interface HttpOptions {
  config: Config;
  log: Log;
  authenticate: Authenticate;
  /** Counts rate limits across nodes; null counts in this process. */
  redis: RedisClient | null;
  rateLimits: boolean;
  /** In place of the usual number of requests that this node works on at once. */
  requestsAtOnce?: number | undefined;
  checkResponses: boolean;
  /** The web app's index page: the content security policy allows its inline scripts by hash. */
  indexHtml?: string;
  /** Answers requests that no route matches. */
  notFound?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/** Far above what a person needs; bounds the requests of one network to all endpoints together. */
const CALLS_PER_MINUTE_PER_NETWORK = 3_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** A client that sends its headers byte by byte holds a connection no longer than this, plus one check. */
const HEADERS_TIMEOUT_MS = 10_000;
const TIMEOUT_CHECK_MS = 2_000;
const HEADERS_MAX_BYTES = 16_384;
/** Bounds the memory of open connections: twice as many idle sockets as the benchmarks hold on one node. */
const CONNECTIONS_MAX = 20_000;
/** Half of the users of a town may share a mobile network's address, each with a few connections. */
const CONNECTIONS_MAX_PER_NETWORK = 2_000;
const KEEP_ALIVE_MS = 72_000;
/** A few hundred requests a second wait about a second then, which is longer than most of them take. */
const REQUESTS_AT_ONCE = 400;
/** Many people may share one network's address. */
const REQUESTS_AT_ONCE_PER_NETWORK = 100;
const URL_PARAM_MAX_CHARS = 300;
const COMPRESS_MIN_BYTES = 1_024;

/** Builds the server with everything that all routes share. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { config } = options;
  const app = Fastify({
    loggerInstance: options.log.child({ subsystem: 'http' }) as FastifyBaseLogger,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      maxHeaderSize: HEADERS_MAX_BYTES,
    },
    routerOptions: { maxParamLength: URL_PARAM_MAX_CHARS },
    // The last hops are our own proxies.
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxies,
    genReqId: () => crypto.randomUUID(),
    // The log context adds the request id to every line, also to those of services.
    childLoggerFactory: (logger) => logger,
    // Fastify's own 503 has no body of ours; see `refuseWhenClosing`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
  });
  app.server.maxConnections = CONNECTIONS_MAX;
  // A proxy in front holds the connections of all clients, and bounds them itself.
  if (config.trustedProxies === 0) limitConnections(app.server, { perNetwork: CONNECTIONS_MAX_PER_NETWORK });
  app.decorate('api', {
    authenticate: options.authenticate,
    checkResponses: options.checkResponses,
    rateLimits: options.rateLimits,
    registered: new Set<string>(),
  });
  app.decorateRequest('caller', null);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(options.notFound ?? (async (_request, reply) => reply.code(404).send(notFoundBody())));
  addLogContext(app);
  app.addHook('onRequest', async (request, reply) => {
    // A client that disconnected before its request was read has no address any more, and needs no answer.
    if (request.socket.remoteAddress === undefined) return reply.hijack();
    reply.header('x-request-id', request.id);
  });
  refuseOverload(app, {
    total: options.requestsAtOnce ?? REQUESTS_AT_ONCE,
    perNetwork: options.rateLimits ? REQUESTS_AT_ONCE_PER_NETWORK : null,
  });
  acceptEmptyJson(app);
  refuseWhenClosing(app);
  await securityHeaders(app, config, options.indexHtml ?? '');
  await app.register(compress, { global: true, threshold: COMPRESS_MIN_BYTES });
  await app.register(multipart, { limits: { fileSize: PHOTO_MAX_BYTES, files: 1, fields: 10, parts: 11 } });
  await app.register(rateLimit, {
    global: options.rateLimits,
    max: CALLS_PER_MINUTE_PER_NETWORK,
    timeWindow: MINUTE_MS,
    keyGenerator: getNetwork,
    ...(options.redis ? { redis: options.redis, nameSpace: 'soulsight:rate:' } : {}),
    // While Redis is down, requests are not limited instead of all being rejected.
    skipOnError: true,
  });
  return app;
}

/** Everything that is logged while a request is handled carries its id and, once known, its account. */
function addLogContext(app: FastifyInstance): void {
  app.decorateRequest('logContext');
  app.addHook('onRequest', (request, _reply, done) => {
    request.logContext = { requestId: request.id };
    runWithLogContext(request.logContext, done);
  });
  // Reading a body ends in an event of the connection, outside of the context.
  app.addHook('preValidation', (request, _reply, done) => runWithLogContext(request.logContext, done));
}

/**
 * Refuses requests on connections that were open when the server began to close. A client whose request was running then must not
 * send another on the same connection.
 */
function refuseWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async () => {
    if (isClosing) throw new AppError('overloaded');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

/** Accepts an empty body under the JSON content type, which browsers' API clients send. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, body as string, done);
  });
}
