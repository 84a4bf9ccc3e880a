import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Log } from './logger.ts';
import { shareReading } from './measure-in-time.ts';

export type Probe = () => Promise<void>;

/** What the node depends on, and the replica where there is one. */
type Part = 'database' | 'bus' | 'storage' | 'replica';
type Parts<T> = Record<Exclude<Part, 'replica'>, T> & { replica?: T };

interface PartState {
  status: 'ok' | 'down';
  /** Since when it is so, as an ISO instant. */
  since: string;
  /** One sentence for the operator. */
  problem?: string;
}

/** How long each part took to answer just now, in seconds; null if it did not. */
export type Roundtrips = Parts<number | null>;

interface Readiness {
  status: 'ok' | 'down' | 'draining';
  since: string;
  parts: Parts<PartState>;
}

const PROBE_TIMEOUT_MS = 3_000;
/** How long callers wait for what a node can do without: load balancers give up after a second or a few. */
const SPARE_PARTS_MS = 500;
/** Also without a caller, so that the time since when something is down is right. */
const PROBE_EVERY_MS = 5_000;
const PROBLEMS: Parts<string> = {
  database: 'The database does not answer, so nothing can be served.',
  bus: 'Redis does not answer. This node serves its own users; events for others wait.',
  storage: 'The photo store does not answer: photos can be neither shown nor added.',
  replica: 'The replica does not answer, so searches run on the primary.',
};

/** A probe failed for a reason that the operator should read in place of the usual one: `message` is the sentence. */
export class PartProblem extends Error {}

/** What this node can do, for load balancers, orchestrators and operators. */
export interface Health {
  read(): Promise<Readiness>;
  /** The same, with how long each part took to answer. */
  measure(): Promise<Readiness & { roundtrips: Roundtrips }>;
  /** From now on the node is not ready: load balancers send callers elsewhere. */
  startDraining(): void;
  /** Probes regularly, until `stop`. */
  start(): void;
  stop(): void;
}

export function createHealth(
  { storage, ...others }: Parts<Probe>,
  { clock, log }: { clock: Clock; log: Pick<Log, 'error' | 'warn'> },
): Health {
  // A read that never ends must not be begun repeatedly: each holds a connection, or a thread of the file system.
  const probes: Parts<Probe> = { ...others, storage: shareReading(storage) };
  const startedAt = clock.now().toISOString();
  const names = Object.keys(probes) as Part[];
  const states = mapParts((): PartState => ({ status: 'ok', since: startedAt }));
  const spare = names.filter((part) => part === 'bus' || part === 'replica');
  let drainingSince: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  function mapParts<T>(make: (part: Part) => T): Parts<T> {
    return Object.fromEntries(names.map((part) => [part, make(part)])) as Parts<T>;
  }

  /** However many callers ask, each part is probed once at a time. */
  const checks = mapParts((part) => shareReading(() => check(part)));

  async function check(part: Part): Promise<number | null> {
    const result = await probe(probes[part] as Probe);
    const problem = typeof result === 'number' ? null : (result ?? (PROBLEMS[part] as string));
    if (problem !== (states[part]?.problem ?? null)) record(part, problem);
    return typeof result === 'number' ? result : null;
  }

  /** A part that fails for another reason than before has been down since then. */
  function record(part: Part, problem: string | null): void {
    const now = clock.now().toISOString();
    const since = problem !== null && states[part]?.status === 'down' ? states[part].since : now;
    states[part] = problem === null ? { status: 'ok', since } : { status: 'down', since, problem };
    if (problem === null) log.warn({ part }, 'part answers again');
    else log.error({ part }, problem);
  }

  async function measure() {
    const seconds = await Promise.all(names.map((part) => checks[part]?.() ?? null));
    // The replica is checked by itself, so no call waits for it here.
    const roundtrips = mapParts((part) => (part === 'replica' ? null : (seconds[names.indexOf(part)] ?? null)));
    return { ...describe(), roundtrips };
  }

  function describe(): Readiness {
    const parts = { ...states };
    if (drainingSince) return { status: 'draining', since: drainingSince, parts };
    // Without the bus a node still serves its own users, without the storage all but photos, without the replica everything.
    return { status: parts.database.status, since: parts.database.since, parts };
  }

  /**
   * Load balancers wait for it, so it waits for the database alone: without the others a node is ready, and what does not answer
   * at once counts as it was last seen.
   */
  async function read(): Promise<Readiness> {
    await Promise.all([checks.database(), waitFor(Promise.all(spare.map((part) => checks[part]?.())), SPARE_PARTS_MS)]);
    return describe();
  }

  return {
    read,
    measure,
    startDraining() {
      drainingSince ??= clock.now().toISOString();
    },
    start() {
      timer = setInterval(() => void measure(), PROBE_EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

async function waitFor(work: Promise<unknown>, maxMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** How long it took to answer, in seconds; the reason if it failed for one of its own, otherwise null. */
async function probe(check: Probe): Promise<number | string | null> {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), PROBE_TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), late]);
    return (performance.now() - startedAt) / 1_000;
  } catch (error) {
    return error instanceof PartProblem ? error.message : null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `/health/live`: 200 while the process answers; restart it otherwise. `/health/ready`: 200 while it can serve, 503 while the
 * database does not answer or the node is stopping, with what is wrong and since when. `/health`: the same in short, for the
 * browser application; a node that is stopping still counts as healthy there.
 */
export function registerHealth(app: FastifyInstance, health: Health): void {
  // The limit would wait for Redis.
  const unlimited = { config: { rateLimit: false as const } };
  app.get('/health', unlimited, async (_request, reply) => {
    const { parts } = await health.read();
    const [database, bus] = [parts.database.status, parts.bus.status];
    return reply
      .code(database === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: database, database, bus });
  });
  app.get('/health/live', unlimited, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/health/ready', unlimited, async (_request, reply) => {
    const readiness = await health.read();
    return reply
      .code(readiness.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness);
  });
}
