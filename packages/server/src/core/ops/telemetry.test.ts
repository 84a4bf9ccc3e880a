import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { getMe } from '@soulsight/contract/profile';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAccount } from '../../features/auth/auth.builders.ts';
import { buildTestApp } from '../../testing/test-app.ts';

/** The part of an OTLP request that is looked at. */
interface Export {
  resourceSpans?: { scopeSpans: { spans: SentSpan[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: { name: string; histogram?: { dataPoints: unknown[] } }[] }[] }[];
}
type SentSpan = { name: string; traceId: string; parentSpanId?: string; status: { code?: number } };

const received: { path: string | undefined; body: Export }[] = [];
const collector = createServer(async (request, response) => {
  received.push({ path: request.url, body: (await json(request)) as Export });
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
let endpoint: string;
beforeAll(async () => {
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(() => {
  collector.close();
});

it('sends requests and jobs as spans, and every metric, to the collector', async () => {
  const app = await buildTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/` } });
  const ann = await buildAccount(app.features.auth);
  (await app.call(getMe, { as: ann })).ok();
  const traceId = 'a'.repeat(32);
  const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`;
  await app.http.inject({ url: '/api/user/profile?secret=1', headers: { traceparent } });
  await app.http.inject('/health/ready');
  await app.core.jobs.send('bgp.sweep', {});
  await app.drain();
  await app.stop();

  const spans = received.flatMap(({ path, body }) =>
    path === '/v1/traces' ? (body.resourceSpans ?? []).flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)) : [],
  );
  const names = spans.map(({ name }) => name);
  expect(names).toContain(`GET ${getMe.path}`);
  expect(names).toContain('job bgp.sweep');
  expect(names.filter((name) => name.includes('/health'))).toEqual([]);
  expect(spans.find((span) => span.traceId === traceId)).toMatchObject({ parentSpanId: 'b'.repeat(16) });
  expect(JSON.stringify(received)).not.toContain('secret=1');
  expect(JSON.stringify(received)).not.toContain(ann.id);

  const metrics = received.flatMap(({ path, body }) =>
    path === '/v1/metrics' ? (body.resourceMetrics ?? []).flatMap((r) => r.scopeMetrics.flatMap((s) => s.metrics)) : [],
  );
  expect(metrics.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'ws_connections',
      'jobs_waiting',
      'outbox_backlog',
      'dependency_up',
      'job_duration_seconds',
    ]),
  );
  const durations = metrics.find(({ name }) => name === 'http_request_duration_seconds')?.histogram?.dataPoints ?? [];
  expect(durations).toContainEqual(
    expect.objectContaining({ count: 1, explicitBounds: [0.005, 0.02, 0.1, 0.5, 2, 10] }),
  );
});

it('a collector that is gone changes nothing', async () => {
  const app = await buildTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } });
  expect((await app.http.inject('/health')).statusCode).toBe(200);
  await app.stop();
});
