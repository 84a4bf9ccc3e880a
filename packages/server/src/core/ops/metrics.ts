import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { notFoundBody } from '../http/errors.ts';
import { bearerToken } from '../http/route.ts';
import { measureInTime, shareReading } from './measure-in-time.ts';
import { sameSecret } from './same-secret.ts';
import { measureWork, type WorkSources } from './work-metrics.ts';

const DURATION_BUCKETS_S = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** What waits for moderators. Urgent reports are those of severity 3. */
export type WaitingQueue = 'urgent_reports' | 'reports' | 'messages' | 'selfies';

export interface ModerationQueueMeasures {
  /** Open reports by severity, 0 to 3. */
  open: { severity: number; n: number }[];
  openAppeals: number;
  openInquiries: number;
  waitingSelfies: number;
  /** For how many seconds the oldest of each queue has waited; 0 for an empty one. */
  oldestSeconds: Record<WaitingQueue, number>;
  /** All decisions so far. */
  decisions: { action: string; n: number }[];
}

export interface MetricsOptions {
  /** The bearer token that may read; null: nobody may, unless they are public. */
  token: string | null;
  /** Everybody who reaches this port may read. */
  isPublic: boolean;
  sockets: () => number;
  /** Jobs that failed on every attempt, by name. */
  deadJobs: () => Promise<Map<string, number>>;
  /** The moderators' queue. */
  moderation: () => Promise<ModerationQueueMeasures>;
  /** What all nodes used of the language model today (UTC). */
  llm: () => Promise<{ tokens: number; cost: number; refused: number }>;
  work: WorkSources;
  /** Measure the process too: memory, CPU, event loop. */
  process: boolean;
}

/** Serves the metrics of this node at `/metrics`, for Prometheus, and returns them. */
export function registerMetrics(
  app: FastifyInstance,
  { token, isPublic, sockets, deadJobs, moderation, llm, work, process }: MetricsOptions,
): Registry {
  const registry = new Registry();
  if (process) collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  });
  new Gauge({
    name: 'ws_connections',
    help: 'Open WebSocket connections of this node',
    registers: [registry],
    collect() {
      this.set(sockets());
    },
  });
  new Gauge({
    name: 'jobs_failed',
    help: 'Jobs that failed on every attempt, by name; all nodes report the same. `npm run jobs:failed` lists them',
    labelNames: ['job'] as const,
    registers: [registry],
    collect() {
      const measure = async () => {
        for (const [job, count] of await deadJobs()) this.set({ job }, count);
      };
      return measureInTime(measure, () => this.reset());
    },
  });
  measureModeration(registry, moderation);
  measureLlm(registry, llm);
  measureWork(registry, work);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  // The limit would wait for Redis, also where it does not answer.
  app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (!isPublic && !hasToken(request, token)) return reply.code(404).send(notFoundBody());
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return registry;
}

/** The address of a caller says nothing: behind a proxy on this machine, every call comes from it. */
function hasToken(request: FastifyRequest, token: string | null): boolean {
  return token !== null && sameSecret(bearerToken(request) ?? '', token);
}

function measureModeration(registry: Registry, measure: MetricsOptions['moderation']): void {
  const read = shareReading(measure);
  const gauge = <L extends string>(
    { name, help, labels }: { name: string; help: string; labels: L[] },
    show: (gauge: Gauge<L>, queue: ModerationQueueMeasures) => void,
  ) =>
    new Gauge<L>({
      name,
      help: `${help}; all nodes report the same`,
      labelNames: labels,
      registers: [registry],
      collect() {
        const measure = async () => {
          const queue = await read();
          this.reset();
          show(this, queue);
        };
        // Without labels, a reset would make it zero.
        return measureInTime(measure, () => (labels.length > 0 ? this.reset() : this.remove()));
      },
    });
  gauge(
    { name: 'moderation_open_reports', help: 'Reports without a decision', labels: ['severity'] },
    (g, { open }) => {
      for (const { severity, n } of open) g.set({ severity: String(severity) }, n);
    },
  );
  gauge({ name: 'moderation_decisions', help: 'Decisions so far', labels: ['action'] }, (g, { decisions }) => {
    for (const { action, n } of decisions) g.set({ action }, n);
  });
  gauge({ name: 'moderation_open_appeals', help: 'Appeals without an answer', labels: [] }, (g, { openAppeals }) =>
    g.set(openAppeals),
  );
  gauge(
    { name: 'moderation_open_inquiries', help: 'Messages of the contact form without an answer', labels: [] },
    (g, { openInquiries }) => g.set(openInquiries),
  );
  gauge(
    { name: 'moderation_oldest_waiting_seconds', help: 'How long the oldest of a queue has waited', labels: ['queue'] },
    (g, { oldestSeconds }) => {
      for (const [queue, seconds] of Object.entries(oldestSeconds)) g.set({ queue }, seconds);
    },
  );
  gauge(
    { name: 'moderation_waiting_selfies', help: 'Selfies without a decision', labels: [] },
    (g, { waitingSelfies }) => g.set(waitingSelfies),
  );
}

function measureLlm(registry: Registry, measure: MetricsOptions['llm']): void {
  const read = shareReading(measure);
  const gauge = (name: string, help: string, pick: (use: Awaited<ReturnType<typeof measure>>) => number) =>
    new Gauge({
      name,
      help: `${help} today (UTC); all nodes report the same`,
      registers: [registry],
      collect() {
        return measureInTime(
          async () => this.set(pick(await read())),
          () => this.remove(),
        );
      },
    });
  gauge('llm_tokens_today', 'Tokens of the language model that the site has used', ({ tokens }) => tokens);
  gauge('llm_cost_today', 'What they cost, in the currency of LLM_INPUT_PRICE,', ({ cost }) => cost);
  gauge('llm_calls_refused_today', 'Calls that a limit of the site prevented', ({ refused }) => refused);
}
