import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { notFoundBody } from '../http/errors.ts';
import { bearerToken } from '../http/route.ts';
import { sameSecret } from './same-secret.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const DURATION_BUCKETS_S = [0.005, 0.02, 0.1, 0.5, 2, 10];

export interface MetricsOptions {
  /** Who has it may read; without one, only who calls from this machine itself. */
  token: string | null;
  sockets: () => number;
  /** Measure the process too: memory, processor, event loop. */
  process: boolean;
}

/** Counts and times of this node at `/metrics`, for Prometheus. */
export function registerMetrics(app: FastifyInstance, { token, sockets, process }: MetricsOptions): void {
  const registry = new Registry();
  if (process) collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  });
  new Gauge({
    name: 'ws_connections',
    help: 'Open sockets of this node',
    registers: [registry],
    collect() {
      this.set(sockets());
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  app.get('/metrics', async (request, reply) => {
    if (!canReadMetrics(request, token)) return reply.code(404).send(notFoundBody());
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function canReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) return sameSecret(bearerToken(request) ?? '', token);
  // A proxy on this machine calls from here too, for someone else.
  return LOOPBACK.has(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined;
}
