import {
  type EndpointBody,
  type EndpointParams,
  type EndpointQuery,
  type EndpointSpec,
  REQUEST_KEY_HEADER,
  uuidSchema,
} from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import { DEFAULT_CALLS_PER_MINUTE } from '@soulsight/contract/limits';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { z } from 'zod';
import { type LogContext, setLogUser } from '../ops/log-context.ts';
import type { Authenticate, Caller } from './caller.ts';
import { getNetwork } from './overload.ts';
import { validate } from './validate.ts';

/** What every route uses; `buildHttp` decorates the Fastify instance with it. */
export interface Api {
  authenticate: Authenticate;
  /** Check responses against the contract: in development and tests. */
  checkResponses: boolean;
  rateLimits: boolean;
  /** `METHOD /path` of every contract endpoint that is registered. */
  registered: Set<string>;
}

declare module 'fastify' {
  interface FastifyInstance {
    api: Api;
  }
  interface FastifyRequest {
    caller: Caller | null;
    logContext: LogContext;
  }
}

export interface Call<E extends EndpointSpec> {
  /** Null only if the access is `public`. */
  caller: E['access'] extends 'public' ? Caller | null : Caller;
  params: EndpointParams<E>;
  query: EndpointQuery<E>;
  body: EndpointBody<E>;
  /** For endpoints with `createsOnce`: the caller's key of what is created; null without one. */
  key: string | null;
  request: FastifyRequest;
  /** For responses that are not JSON: a handler that returns the reply has sent it itself. */
  reply: FastifyReply;
}

export type Answer<E extends EndpointSpec> = z.input<E['response']> | FastifyReply;
export type Handler<E extends EndpointSpec> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>;

/**
 * Registers an endpoint of the contract: checks access and rate limit, validates the input, calls the handler, and
 * validates its result. A handler that returns undefined answers 204.
 */
export function route<const E extends EndpointSpec>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  const { api } = app;
  api.registered.add(endpointKey(endpoint));
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: [forbidStorage, authorize(api, endpoint), enforceRateLimit(app, endpoint)],
    async handler(request, reply) {
      const call = { ...readCall(endpoint, request), caller: request.caller, request, reply } as Call<E>;
      const answer = await handler(call);
      if (answer === reply) return reply;
      if (api.checkResponses) validateResponse(endpoint, answer);
      return answer === undefined ? reply.code(204).send() : answer;
    },
  });
}

export function endpointKey(endpoint: Pick<EndpointSpec, 'method' | 'path'>): string {
  return `${endpoint.method} ${endpoint.path}`;
}

/** The token of `Authorization: Bearer <token>`, or null. */
export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Answers are for their user alone: no browser or proxy keeps them. */
const forbidStorage: onRequestAsyncHookHandler = async (_request, reply) => {
  reply.header('cache-control', 'private, no-store');
};

function authorize(api: Api, endpoint: EndpointSpec): onRequestAsyncHookHandler {
  return async (request) => {
    const token = bearerToken(request);
    if (token === null && endpoint.access !== 'public') throw new AppError('not_signed_in');
    // A public endpoint ignores an expired token.
    if (endpoint.access === 'public') {
      request.caller = token === null ? null : await api.authenticate(token).catch(() => null);
      if (request.caller) setLogUser(request.caller.userId);
      return;
    }
    const caller = await api.authenticate(token ?? '');
    setLogUser(caller.userId);
    if (caller.leaving && !endpoint.whileLeaving) throw new AppError('account_leaving');
    assertAccess(endpoint.access, caller);
    request.caller = caller;
  };
}

/** @throws AppError `forbidden`, `email_not_verified` or `account_locked` */
function assertAccess(access: EndpointSpec['access'], caller: Caller): void {
  if (access === 'moderator' && caller.role !== 'moderator') throw new AppError('forbidden');
  if (access === 'operator' && !caller.operator) throw new AppError('forbidden');
  if (access === 'signed_in') return;
  if (!caller.emailVerified) throw new AppError('email_not_verified');
  if (caller.locked) throw new AppError('account_locked');
}

function enforceRateLimit(app: FastifyInstance, endpoint: EndpointSpec): onRequestAsyncHookHandler {
  if (!app.api.rateLimits) return async () => {};
  const name = endpointKey(endpoint);
  const check = app.createRateLimit({
    max: endpoint.callsPerMinute ?? DEFAULT_CALLS_PER_MINUTE,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `${name}|${request.caller?.userId ?? getNetwork(request)}`,
  });
  return async (request, reply) => {
    const result = await check(request);
    if (result.isAllowed || !result.isExceeded) return;
    reply.header('retry-after', result.ttlInSeconds);
    throw new AppError('rate_limited');
  };
}

function readCall(endpoint: EndpointSpec, request: FastifyRequest) {
  return {
    params: endpoint.params && validate(endpoint.params, request.params),
    query: endpoint.query && validate(endpoint.query, request.query),
    body: readBody(endpoint, request.body),
    key: endpoint.createsOnce ? readKey(request) : null,
  };
}

/** @throws AppError bad_request for a key that is not a UUID */
function readKey(request: FastifyRequest): string | null {
  const value = request.headers[REQUEST_KEY_HEADER.toLowerCase()];
  if (value === undefined) return null;
  const key = uuidSchema.safeParse(value);
  if (!key.success) throw new AppError('bad_request', `${REQUEST_KEY_HEADER} must be a UUID.`);
  return key.data.toLowerCase();
}

function readBody(endpoint: EndpointSpec, body: unknown): unknown {
  if (endpoint.upload) return undefined;
  if (endpoint.body) return validate(endpoint.body, body);
  const isEmpty = body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
  if (!isEmpty) throw new AppError('validation_failed', 'This endpoint takes no body.');
  return undefined;
}

function validateResponse(endpoint: EndpointSpec, answer: unknown): void {
  const result = endpoint.response.safeParse(answer);
  if (result.success) return;
  const issues = result.error.issues.map((i) => `${i.path.map(String).join('.') || '(whole)'}: ${i.message}`);
  throw new Error(`${endpointKey(endpoint)} violates the contract in its response:\n  ${issues.join('\n  ')}`);
}
