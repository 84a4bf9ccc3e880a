import { setTimeout } from 'node:timers/promises';
import { type Attributes, type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Role } from '../config/config.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { createMetricProducer } from './otlp-metrics.ts';

const METRICS_EVERY_MS = 30_000;
const STOP_MAX_MS = 3_000;
/** Probes and scrapes would drown the rest. */
const NOT_TRACED = /^\/(health|metrics)(\/|$)/;

export interface Telemetry {
  /** Sends what is left. */
  stop(): Promise<void>;
}

interface TelemetrySources {
  /** The address of the collector. */
  endpoint: string;
  role: Role;
  registry: Registry;
  jobs: Pick<Jobs, 'onFinished'>;
}

/**
 * Sends traces of requests and jobs, and all metrics, to an OpenTelemetry collector. Spans have the route and the status: no path,
 * query, body or account. A trace that a proxy began is continued.
 */
export function startTelemetry(app: FastifyInstance, { endpoint, role, registry, jobs }: TelemetrySources): Telemetry {
  const base = endpoint.replace(/\/+$/, '');
  const resource = resourceFromAttributes({
    'service.name': 'soulsight',
    'service.instance.id': crypto.randomUUID(),
    'soulsight.role': role,
  });
  const spans = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${base}/v1/traces` }))],
  });
  const metrics = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics` }),
        exportIntervalMillis: METRICS_EVERY_MS,
        metricProducers: [createMetricProducer(registry)],
      }),
    ],
  });
  const tracer = spans.getTracer('soulsight');
  traceRequests(app, (name, attributes, context) =>
    tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, context),
  );
  jobs.onFinished((job, seconds, isGood) => {
    const span = tracer.startSpan(`job ${job}`, {
      kind: SpanKind.CONSUMER,
      root: true,
      startTime: Date.now() - seconds * 1_000,
      attributes: { 'messaging.destination.name': job },
    });
    if (!isGood) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  return {
    async stop() {
      const sent = Promise.allSettled([spans.shutdown(), metrics.shutdown()]);
      // A collector that is gone must not keep the server from stopping.
      await Promise.race([sent, setTimeout(STOP_MAX_MS, undefined, { ref: false })]);
    },
  };
}

type StartSpan = (name: string, attributes: Attributes, parent: Context) => Span;

function traceRequests(app: FastifyInstance, startSpan: StartSpan): void {
  const open = new WeakMap<FastifyRequest, Span>();
  const propagator = new W3CTraceContextPropagator();
  const getter = { keys: Object.keys, get: (headers: Record<string, string>, name: string) => headers[name] };
  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url ?? 'none';
    if (NOT_TRACED.test(route)) return;
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, getter as never);
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'soulsight.request_id': request.id,
    };
    open.set(request, startSpan(`${request.method} ${route}`, attributes, parent));
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = open.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
