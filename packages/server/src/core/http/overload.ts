import { AUTH_BASE_PATH } from '@soulsight/contract/auth';
import { AppError } from '@soulsight/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toNetwork } from './address.ts';

export interface OverloadLimits {
  /** Requests that this node works on at once. */
  total: number;
  /** The same for one network; null for no such limit. */
  perNetwork: number | null;
}

/** What the node is working on, for the metrics. */
export interface Load {
  /** Requests in progress. */
  inProgress(): number;
  /** Requests refused so far, by the limit that they met: of the whole node, or of their network. */
  refused(): Readonly<Record<'node' | 'network', number>>;
}

declare module 'fastify' {
  interface FastifyInstance {
    load: Load;
  }
  interface FastifyRequest {
    /** Whether it is counted as in progress. */
    isInProgress: boolean;
    /** The network that it came from, once it was looked up. */
    network: string | null;
  }
}

/** A page's files, health and metrics cost little and have to be answered while the node is busy. */
function isCounted({ url }: FastifyRequest): boolean {
  return url.startsWith('/api/') || url.startsWith(AUTH_BASE_PATH);
}

/** The network that limits count a request by. Parsed once: it is asked for up to eight times. */
export function getNetwork(request: FastifyRequest): string {
  request.network ??= toNetwork(request.ip);
  return request.network;
}

/**
 * Refuses requests at once while the node works on as many as it can answer soon: what waits longer than people do is work for
 * nobody. While a client sends its body, its request is not counted, so slow ones cannot use up the places of others.
 * Sockets are not affected. Decision 0074 says why this counts requests and does not measure the event loop.
 */
export function refuseOverload(app: FastifyInstance, limits: OverloadLimits): void {
  const byNetwork = new Map<string, number>();
  const refused = { node: 0, network: 0 };
  let total = 0;

  function begin(request: FastifyRequest): void {
    request.isInProgress = true;
    const network = getNetwork(request);
    byNetwork.set(network, (byNetwork.get(network) ?? 0) + 1);
    total += 1;
  }

  function end(request: FastifyRequest): void {
    if (!request.isInProgress) return;
    request.isInProgress = false;
    const network = getNetwork(request);
    const left = (byNetwork.get(network) ?? 0) - 1;
    if (left > 0) byNetwork.set(network, left);
    else byNetwork.delete(network);
    total -= 1;
  }

  function admit(request: FastifyRequest): void {
    if (request.isInProgress || !isCounted(request)) return;
    const isTooMuch = (byNetwork.get(getNetwork(request)) ?? 0) >= (limits.perNetwork ?? Number.POSITIVE_INFINITY);
    if (isTooMuch) {
      refused.network += 1;
      throw new AppError('rate_limited', undefined, { retryAfterS: 1 });
    }
    if (total >= limits.total) {
      refused.node += 1;
      throw new AppError('overloaded');
    }
    begin(request);
  }

  app.decorate('load', { inProgress: () => total, refused: () => refused });
  app.decorateRequest('isInProgress', false);
  app.decorateRequest('network', null);
  app.addHook('onRequest', async (request) => admit(request));
  app.addHook('preParsing', async (request) => end(request));
  app.addHook('preValidation', async (request) => admit(request));
  // A response to a client that went away is never finished, so `onResponse` does not run: what counts is that it is closed.
  app.addHook('onSend', async (request, reply) => {
    if (reply.raw.destroyed) end(request);
    else reply.raw.once('close', () => end(request));
  });
  app.addHook('onResponse', async (request) => end(request));
}
