import type { EndpointBody, EndpointParams, EndpointQuery, EndpointSpec } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import { DEFAULT_CALLS_PER_MINUTE } from '@soulsight/contract/limits';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { z } from 'zod';
import type { Authenticate, Caller } from './caller.ts';
import { validate } from './validate.ts';

/** What the core gives every route; `buildHttp` decorates the instance with it. */
export interface Api {
  authenticate: Authenticate;
  /** Check answers against the contract: in development and tests. */
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
  }
}

export interface Call<E extends EndpointSpec> {
  /** Null only where the access is `public`. */
  caller: E['access'] extends 'public' ? Caller | null : Caller;
  params: EndpointParams<E>;
  query: EndpointQuery<E>;
  body: EndpointBody<E>;
  request: FastifyRequest;
  /** For answers that are not JSON: a handler that returns the reply has sent it itself. */
  reply: FastifyReply;
}

export type Answer<E extends EndpointSpec> = z.input<E['response']> | FastifyReply;
export type Handler<E extends EndpointSpec> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>;

/**
 * Registers an endpoint of the contract: lets in who may, checks what they send, calls the handler, and checks the
 * answer. A handler that returns undefined answers 204.
 */
export function route<const E extends EndpointSpec>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  const { api } = app;
  api.registered.add(endpointKey(endpoint));
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: [authorize(api, endpoint), enforceRateLimit(app, endpoint)],
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

export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

function authorize(api: Api, endpoint: EndpointSpec): onRequestAsyncHookHandler {
  return async (request) => {
    const token = bearerToken(request);
    if (token === null && endpoint.access !== 'public') throw new AppError('not_signed_in');
    // A public endpoint does not care about a token that has ended.
    if (endpoint.access === 'public') {
      request.caller = token === null ? null : await api.authenticate(token).catch(() => null);
      return;
    }
    const caller = await api.authenticate(token ?? '');
    if (endpoint.access === 'moderator' && caller.role !== 'moderator') throw new AppError('forbidden');
    if (endpoint.access !== 'signed_in' && !caller.emailVerified) throw new AppError('email_not_verified');
    if (endpoint.access !== 'signed_in' && caller.locked) throw new AppError('account_locked');
    request.caller = caller;
  };
}

function enforceRateLimit(app: FastifyInstance, endpoint: EndpointSpec): onRequestAsyncHookHandler {
  if (!app.api.rateLimits) return async () => {};
  const name = endpointKey(endpoint);
  const check = app.createRateLimit({
    max: endpoint.callsPerMinute ?? DEFAULT_CALLS_PER_MINUTE,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `${name}|${request.caller?.userId ?? request.ip}`,
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
  };
}

function readBody(endpoint: EndpointSpec, body: unknown): unknown {
  if (endpoint.upload) return undefined;
  if (endpoint.body) return validate(endpoint.body, body);
  const empty = body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
  if (!empty) throw new AppError('validation_failed', 'This call takes no content.');
  return undefined;
}

function validateResponse(endpoint: EndpointSpec, answer: unknown): void {
  const result = endpoint.response.safeParse(answer);
  if (result.success) return;
  const faults = result.error.issues.map((i) => `${i.path.map(String).join('.') || '(whole)'}: ${i.message}`);
  throw new Error(`${endpointKey(endpoint)} answered against the contract:\n  ${faults.join('\n  ')}`);
}
