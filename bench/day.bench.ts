import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuSeconds } from './chat/cpu.ts';
import { describeMachine } from './chat/machine.ts';
import { startPostgres } from './chat/postgres.ts';
import { PRODUCT_FLAGS, SERVER_CORE, startWorker, type Worker } from './chat/process.ts';
import { type DayUser, KINDS, type Kind } from './day/calls.ts';
import { runLoad, type Sent } from './day/load.ts';
import type { Cluster, FloorStarted, NodeRequest, NodeStarted, Seeking } from './day/node.worker.ts';
import { runPgbench } from './day/pgbench.ts';
import { median, percentile } from './percentile.ts';
import { caddyService, redisService } from './soak/services.ts';

/**
 * A mixed day against one node, on PostgreSQL and on the embedded database, and against two nodes with PostgreSQL and Redis behind a
 * balancer: at which rate it falls behind, how long requests take, and what one costs beside a bare Fastify with the same statements
 * through the same pool and beside pgbench with the same statements. `npm run bench -- day [postgres] [embedded] [cluster]`
 * With `growth` only: what a request costs among 10,000 and among 1,000,000 users on PostgreSQL.
 */
const PAIRS = 100;
const RATES = [20, 50, 100, 150, 200, 300, 400, 800];
const STEP_SECONDS = 10;
/** A process that has just started compiles its code, which costs as much as the requests. */
const WARM_UP_SECONDS = 10;
/** Beyond the knee, one in twenty takes longer than this. */
const KNEE_P95_MS = 250;
const COST_RATE = 40;
const COST_SECONDS = 4;
const COST_ROUNDS = 3;
/** What a node still does after its turn, such as counting conversations. */
const SETTLE_MS = 3_000;
const SHARE_OF_FLOOR = 0.6;
const CROWDS = [10_000, 1_000_000];
/** As docs/operations.md says for a million users: the default of 128 MB holds neither their rows nor their index. */
const FOR_A_MILLION = ['shared_buffers=1GB'];
const GROWTH_ROUNDS = 5;
const GROWTH_AT_MOST = 1.3;
/** The second is what no crowd looks like: the most that a search can cost. */
const SEEKERS = ['the crowd', 'everybody'] as const satisfies Seeking[];
/** Otherwise most calls to find somebody would be answered with the suggestion of the call before. */
const FORGET = { kind: 'forget' } satisfies NodeRequest;
/** A sign-in is a password hash, not statements. */
const WITH_FLOOR: Kind[] = KINDS.filter((kind) => kind !== 'sign-in');

const wanted = process.argv.slice(2);
const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-bench-day-'));
console.log(describeMachine(dir));
const postgres = await startPostgres(dir, SERVER_CORE, wanted.includes('growth') ? FOR_A_MILLION : []);
try {
  if (wanted.includes('growth')) await measureGrowth();
  for (const kind of ['postgres', 'embedded', 'cluster'] as const) {
    if (wanted.length > 0 && !wanted.includes(kind)) continue;
    if (kind !== 'embedded' && !postgres) console.log(`SKIPPED ${kind}: PostgreSQL is not installed`);
    else if (kind === 'cluster') await measureCluster();
    else await measureNode(kind);
  }
} finally {
  await postgres?.stop();
  rmSync(dir, { recursive: true, force: true });
}

type Node = NodeStarted & { worker: Worker; pids: number[]; url: string | undefined };

interface NodeOptions {
  pairs?: number;
  cluster?: Cluster;
  /** Without it, a new database. */
  databaseUrl?: string;
}

/** A node with its pairs of users; its CPU time and that of its database count. */
async function withNode(
  kind: 'postgres' | 'embedded',
  name: string,
  work: (node: Node) => Promise<void>,
  { pairs = PAIRS, cluster, databaseUrl }: NodeOptions = {},
): Promise<void> {
  const url = kind === 'postgres' ? (databaseUrl ?? (await postgres?.create(name))) : undefined;
  const worker = startWorker('../day/node.worker.ts', SERVER_CORE, PRODUCT_FLAGS);
  const pids = url && postgres ? [worker.pid, postgres.pid] : [worker.pid];
  try {
    const started = await worker.ask<NodeStarted>({
      kind: 'start',
      dataDir: path.join(dir, `${kind}-${name}`),
      pairs,
      ...(cluster ? { cluster } : {}),
      ...(url ? { databaseUrl: url } : {}),
    } satisfies NodeRequest);
    await work({ ...started, worker, pids, url });
  } finally {
    await worker.ask({ kind: 'stop' }).catch(() => {});
    await worker.stop();
  }
}

function measureNode(kind: 'postgres' | 'embedded'): Promise<void> {
  return withNode(kind, 'day', async (node) => {
    console.log(`\none node, ${kind}, ${node.users.length} users who write`);
    await findKnee(node);
    if (kind === 'postgres') await compareWithFloor(node);
  });
}

/** Both nodes and the database share one core, as a node and its database do in the other measurements. */
async function measureCluster(): Promise<void> {
  const redis = await redisService(dir);
  await redis.start();
  const cluster = { redisUrl: redis.url, encryptionKey: randomBytes(32).toString('base64') };
  const measure = async (one: Node, two: Node) => {
    const balancer = await caddyService(dir, [one.port, two.port]);
    await balancer.start();
    const { users } = one;
    console.log(`\ntwo nodes with PostgreSQL and Redis behind Caddy, ${users.length} users who write`);
    const pids = [...new Set([...one.pids, ...two.pids])];
    await findKnee({ port: balancer.port, users, pids });
    const costs: number[] = [];
    for (let round = 0; round < COST_ROUNDS; round += 1) {
      await pause(SETTLE_MS);
      costs.push((await measureCost(pids, { port: balancer.port, users, isFloor: false })).all);
    }
    console.log(`  CPU per request at ${COST_RATE}/s, without Redis and the balancer: ${showCosts(costs)}`);
    await balancer.end('SIGTERM');
  };
  try {
    await withNode(
      'postgres',
      'cluster',
      (one) =>
        withNode('postgres', 'cluster_two', (two) => measure(one, two), {
          pairs: 0,
          cluster,
          ...(one.url ? { databaseUrl: one.url } : {}),
        }),
      { cluster },
    );
  } finally {
    await redis.end('SIGTERM');
  }
}

/** The same users in the same towns, first with the preferences of some of the crowd, then open to everybody of any age anywhere. */
function measureGrowth(): Promise<void> {
  return withNode('postgres', 'growth', async (node) => {
    if (!node.url) return console.log('SKIPPED growth: PostgreSQL is not installed');
    const costs = new Map(SEEKERS.map((as) => [as, [] as number[]]));
    for (const size of CROWDS) {
      await node.worker.ask({ kind: 'crowd', databaseUrl: node.url, size } satisfies NodeRequest);
      for (const as of SEEKERS) {
        const { rounds, searches } = await measureSeekers(node, as);
        costs.get(as)?.push(median([...rounds]));
        console.log(
          `  among ${size.toLocaleString('en')}, looking for ${as}: CPU per request ${showCosts(rounds)}, ${searches} searches`,
        );
      }
    }
    const [growth = 0, widest = 0] = SEEKERS.map((as) => (costs.get(as)?.at(-1) ?? 0) / (costs.get(as)?.[0] ?? 1));
    const isMet = growth <= GROWTH_AT_MOST;
    console.log(
      `${isMet ? 'ok  ' : 'MISS'} growth of the cost: ${growth.toFixed(2)} times (goal at most ${GROWTH_AT_MOST}); if all were open to everybody anywhere ${widest.toFixed(2)}`,
    );
    if (!isMet) process.exitCode = 1;
  });
}

async function measureSeekers({ worker, pids, port, users }: Node, as: Seeking) {
  await worker.ask({ kind: 'seek', as, users } satisfies NodeRequest);
  await runLoad({ port, users, rate: COST_RATE, seconds: 2, kinds: WITH_FLOOR });
  await worker.ask(FORGET);
  const rounds: number[] = [];
  let searches = 0;
  for (let round = 0; round < GROWTH_ROUNDS; round += 1) {
    await pause(SETTLE_MS);
    rounds.push((await measureCost(pids, { port, users, isFloor: false })).all);
    searches += await worker.ask<number>(FORGET);
  }
  return { rounds, searches };
}

type Cost = { all: number; database: number };

/** CPU time of the node and its database, and of the database alone, for each request, in ms. */
async function measureCost(
  pids: number[],
  { port, users, isFloor }: { port: number; users: DayUser[]; isFloor: boolean },
): Promise<Cost> {
  const readSeconds = () => [cpuSeconds(pids), readDatabaseSeconds()] as const;
  const before = readSeconds();
  const sent = await runLoad({ port, users, rate: COST_RATE, seconds: COST_SECONDS, kinds: WITH_FLOOR, isFloor });
  if (countErrors(sent) > 0) console.log(`  ${isFloor ? 'floor' : 'ours'}: ${showErrors(sent)}`);
  const [all, database] = readSeconds().map((seconds, i) => ((seconds - (before[i] ?? 0)) * 1_000) / sent.length);
  return { all: all ?? 0, database: database ?? 0 };
}

function readDatabaseSeconds(): number {
  return postgres ? cpuSeconds([postgres.pid]) : 0;
}

/** CPU time of the database for each call that pgbench repeats, in ms, and the mean time of a call. */
async function measurePgbench(url: string, scripts: readonly string[]): Promise<{ database: number; meanMs: number }> {
  const before = readDatabaseSeconds();
  const { count, meanMs } = await runPgbench(url, { scripts, rate: COST_RATE, seconds: COST_SECONDS });
  return { database: ((readDatabaseSeconds() - before) * 1_000) / count, meanMs };
}

function showCosts(values: readonly number[]): string {
  return `${median([...values]).toFixed(2)} ms (${values.map((value) => value.toFixed(2)).join(', ')})`;
}

/** With how busy these processes were: past a whole core the times say only how long the queue is. */
async function findKnee({ port, users, pids }: Pick<Node, 'port' | 'users' | 'pids'>): Promise<void> {
  await runLoad({ port, users, rate: COST_RATE, seconds: WARM_UP_SECONDS, kinds: KINDS });
  for (const rate of RATES) {
    await pause(SETTLE_MS);
    const [cpuBefore, startedAt] = [cpuSeconds(pids), performance.now()];
    const sent = await runLoad({ port, users, rate, seconds: STEP_SECONDS, kinds: KINDS });
    const cores = ((cpuSeconds(pids) - cpuBefore) * 1_000) / (performance.now() - startedAt);
    const times = sent.map(({ ms }) => ms);
    const p95 = percentile(times, 0.95);
    console.log(
      `  ${rate}/s: p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${percentile(times, 0.99).toFixed(1)} ms; ${cores.toFixed(2)} cores; ${countErrors(sent)} errors, ${countRefused(sent)} refused by a rule`,
    );
    if (p95 > KNEE_P95_MS || countErrors(sent) > 0) {
      console.log(`  the knee is below ${rate}/s`);
      return;
    }
  }
  console.log(`  no knee up to ${RATES.at(-1)}/s`);
}

async function compareWithFloor({ worker, pids, port, users, url = '' }: Node): Promise<void> {
  const floor = await worker.ask<FloorStarted>({ kind: 'floor', kinds: WITH_FLOOR, users } satisfies NodeRequest);
  const counts = Object.entries(floor.statements).map(([kind, count]) => `${kind} ${count.toFixed(1)}`);
  console.log(`  statements per request: ${counts.join(', ')}`);
  const scripts = await worker.ask<string[]>({
    kind: 'scripts',
    folder: path.join(dir, 'pgbench'),
  } satisfies NodeRequest);
  const costs = { ours: [] as Cost[], floor: [] as Cost[], pgbench: [] as { database: number; meanMs: number }[] };
  for (let round = 0; round < COST_ROUNDS; round += 1) {
    await pause(SETTLE_MS);
    costs.ours.push(await measureCost(pids, { port, users, isFloor: false }));
    await pause(SETTLE_MS);
    costs.floor.push(await measureCost(pids, { port: floor.port, users, isFloor: true }));
    await pause(SETTLE_MS);
    costs.pgbench.push(await measurePgbench(url, scripts));
  }
  const [ours, bare] = [costs.ours, costs.floor].map((each) => each.map(({ all }) => all)) as [number[], number[]];
  const [inOurs, inBare, inPgbench] = [costs.ours, costs.floor, costs.pgbench].map((each) =>
    showCosts(each.map(({ database }) => database)),
  );
  const share = median([...bare]) / median([...ours]);
  console.log(`  CPU per request at ${COST_RATE}/s: ${showCosts(ours)}; bare Fastify ${showCosts(bare)}`);
  console.log(`  of which the database: ${inOurs}; bare Fastify ${inBare}; pgbench, the same statements: ${inPgbench}`);
  console.log(`  a call of pgbench takes ${median(costs.pgbench.map(({ meanMs }) => meanMs)).toFixed(1)} ms`);
  console.log(
    `${share >= SHARE_OF_FLOOR ? 'ok  ' : 'MISS'} share of the bare Fastify floor: ${share.toFixed(2)} (goal at least ${SHARE_OF_FLOOR})`,
  );
  if (share < SHARE_OF_FLOOR) process.exitCode = 1;
}

function isError({ status }: Sent): boolean {
  return status === 0 || status >= 500;
}

function countErrors(sent: readonly Sent[]): number {
  return sent.filter(isError).length;
}

/** Such as "3 x find 503"; 0 is a connection that failed. */
function showErrors(sent: readonly Sent[]): string {
  const counts = new Map<string, number>();
  for (const { kind, status } of sent.filter(isError)) {
    const what = `${kind} ${status}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return `errors: ${[...counts].map(([what, count]) => `${count} x ${what}`).join(', ')}`;
}

/** Such as the daily allowance of suggestions. */
function countRefused(sent: readonly Sent[]): number {
  return sent.filter(({ status }) => status >= 400 && status < 500).length;
}
