import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Replica } from '../db/types.ts';
import type { Load } from '../http/overload.ts';
import type { QueueMeasures } from '../jobs/dead-jobs.store.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Hub } from '../realtime/hub.ts';
import type { Outbox } from '../realtime/outbox.ts';
import type { Health } from './health.ts';
import { measureInTime, shareReading } from './measure-in-time.ts';

const JOB_BUCKETS_S = [0.01, 0.05, 0.25, 1, 5, 30, 120];

/** What the node works with. */
export interface WorkSources {
  jobs: Pick<Jobs, 'measureQueues' | 'onFinished' | 'onTakenOver'>;
  outbox: Pick<Outbox, 'measure'>;
  hub: Pick<Hub, 'onDelivery'>;
  health: Pick<Health, 'measure'>;
  load: Load;
  /** The age of the last backup in seconds, null while unknown; undefined with PostgreSQL. */
  backupAge: (() => Promise<number | null>) | undefined;
  /** The connections to PostgreSQL; undefined with the embedded database. */
  pool: (() => { total: number; idle: number; waiting: number }) | undefined;
  replica: Pick<Replica, 'measure'> | null;
}

/** Metrics of queues, events and dependencies. Measured when they are read, except durations and counts. */
export function measureWork(registry: Registry, sources: WorkSources): void {
  const { jobs, outbox, hub, health, load, pool, replica, backupAge } = sources;
  const registers = [registry];
  const durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of background jobs by name and outcome',
    labelNames: ['job', 'outcome'] as const,
    buckets: JOB_BUCKETS_S,
    registers,
  });
  jobs.onFinished((job, seconds, isGood) => durations.observe({ job, outcome: isGood ? 'ok' : 'failed' }, seconds));
  const takenOver = new Counter({
    name: 'jobs_taken_over_total',
    help: 'Jobs that this node ran again because the worker that ran them had died, by name',
    labelNames: ['job'] as const,
    registers,
  });
  jobs.onTakenOver((job) => takenOver.inc({ job }));
  countEvents(registry, hub);
  measureQueues(registry, jobs);
  measureOutbox(registry, outbox);
  measureDependencies(registry, health);
  measureLoad(registry, load);
  if (pool) measurePool(registry, pool);
  if (backupAge) measureBackup(registry, backupAge);
  if (replica) measureReplica(registry, replica);
}

/** Added up here and given to the counter when it is read: a label for each event costs more than the rest of its delivery. */
function countEvents(registry: Registry, hub: WorkSources['hub']): void {
  const counts = new Map<string, number>();
  hub.onDelivery(({ envelope, to }) => counts.set(envelope.type, (counts.get(envelope.type) ?? 0) + to.length));
  new Counter({
    name: 'events_delivered_total',
    help: 'Events that passed this node on their way to users, by type',
    labelNames: ['type'] as const,
    registers: [registry],
    collect() {
      for (const [type, count] of counts) this.inc({ type }, count);
      counts.clear();
    },
  });
}

function measureQueues(registry: Registry, jobs: WorkSources['jobs']): void {
  const read = shareReading(() => jobs.measureQueues());
  const gauge = (name: string, help: string, pick: (queue: QueueMeasures) => number) =>
    new Gauge({
      name,
      help: `${help}; all nodes report the same`,
      labelNames: ['job'] as const,
      registers: [registry],
      collect() {
        const measure = async () => {
          for (const queue of await read()) this.set({ job: queue.name }, pick(queue));
        };
        return measureInTime(measure, () => this.reset());
      },
    });
  gauge('jobs_oldest_waiting_seconds', 'How long the oldest due job of a name has waited', (q) => q.oldestSeconds);
  gauge('jobs_waiting', 'Due jobs that wait, by name', (q) => q.waiting);
}

function measureOutbox(registry: Registry, outbox: WorkSources['outbox']): void {
  const read = shareReading(() => outbox.measure());
  const gauge = (name: string, help: string, pick: (measures: Awaited<ReturnType<typeof read>>) => number) =>
    new Gauge({
      name,
      help: `${help}; all nodes report the same`,
      registers: [registry],
      collect() {
        // Without labels, a reset would make it zero.
        return measureInTime(
          async () => this.set(pick(await read())),
          () => this.remove(),
        );
      },
    });
  gauge('outbox_oldest_seconds', 'How long the oldest undelivered event has waited', (m) => m.oldestSeconds);
  gauge('outbox_backlog', 'Rows of events that are not delivered yet', (m) => m.rows);
}

function measureDependencies(registry: Registry, health: WorkSources['health']): void {
  const read = shareReading(() => health.measure());
  const registers = [registry];
  const labelNames = ['part'] as const;
  new Gauge({
    name: 'dependency_roundtrip_seconds',
    help: 'How long the database, the bus and the photo store took to answer just now; that of the bus is the lag of events between nodes',
    labelNames,
    registers,
    async collect() {
      const { roundtrips } = await read();
      this.reset();
      for (const [part, seconds] of Object.entries(roundtrips)) if (seconds !== null) this.set({ part }, seconds);
    },
  });
  new Gauge({
    name: 'dependency_up',
    help: '1 while the database, the bus or the photo store answers, or reads go to the replica; otherwise 0',
    labelNames,
    registers,
    async collect() {
      const { parts } = await read();
      for (const [part, { status }] of Object.entries(parts)) this.set({ part }, status === 'ok' ? 1 : 0);
    },
  });
}

function measureBackup(registry: Registry, readAge: () => Promise<number | null>): void {
  new Gauge({
    name: 'backup_age_seconds',
    help: 'How old the last backup of the embedded installation is; before the first one, how old the installation is',
    registers: [registry],
    async collect() {
      const seconds = await readAge();
      if (seconds === null) this.remove();
      else this.set(seconds);
    },
  });
}

function measureLoad(registry: Registry, load: Load): void {
  const registers = [registry];
  new Gauge({
    name: 'http_requests_in_progress',
    help: 'Calls of the API that this node works on',
    registers,
    collect() {
      this.set(load.inProgress());
    },
  });
  const counted = { node: 0, network: 0 };
  new Counter({
    name: 'http_requests_refused_total',
    help: 'Calls that were refused because this node worked on too many already, in all or of one network',
    labelNames: ['limit'] as const,
    registers,
    collect() {
      const refused = load.refused();
      for (const limit of ['node', 'network'] as const) {
        this.inc({ limit }, refused[limit] - counted[limit]);
        counted[limit] = refused[limit];
      }
    },
  });
}

function measurePool(registry: Registry, pool: NonNullable<WorkSources['pool']>): void {
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of this node to PostgreSQL, used and idle, and calls that wait for one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { total, idle, waiting } = pool();
      this.set({ state: 'used' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

function measureReplica(registry: Registry, { measure }: NonNullable<WorkSources['replica']>): void {
  const registers = [registry];
  new Gauge({
    name: 'db_replica_lag_seconds',
    help: 'The replica has everything that was committed this long ago',
    registers,
    collect() {
      const { lagSeconds } = measure();
      if (lagSeconds === null) this.remove();
      else this.set(lagSeconds);
    },
  });
  const counted = { replica: 0, primary: 0 };
  new Counter({
    name: 'db_replica_reads_total',
    help: 'Reads for the replica, by where they ran',
    labelNames: ['on'] as const,
    registers,
    collect() {
      const { reads } = measure();
      for (const on of ['replica', 'primary'] as const) {
        this.inc({ on }, reads[on] - counted[on]);
        counted[on] = reads[on];
      }
    },
  });
}
