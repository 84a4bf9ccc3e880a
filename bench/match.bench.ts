import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { AppError } from '@soulsight/contract/errors';
import { type App, buildApp } from '@soulsight/server/app/app';
import { configFromEnv } from '@soulsight/server/core/config/config';
import { openEmbedded } from '@soulsight/server/core/db/embedded';
import { MIGRATIONS_DIR } from '@soulsight/server/core/db/migrate';
import { openPostgres } from '@soulsight/server/core/db/postgres';
import type { Database, Db } from '@soulsight/server/core/db/types';
import { buildCrowd } from '@soulsight/server/features/demo/builders/crowd.builder';
import { sql } from 'drizzle-orm';
import { benchServer, dropStale, ensureDatabase } from './match.postgres.ts';
import {
  calculateRecall,
  iterative,
  listEligible,
  listSeekers,
  nearest,
  ours,
  prefilter,
  rankUsers,
  type Seeker,
  type Strategy,
} from './search-strategies.ts';

/**
 * `npm run bench -- match [--full]`: finds matches among 10,000 and 100,000 users (with `--full` also 1,000,000) on PostgreSQL and
 * on the embedded database, and compares other search strategies on the same rows. BENCH_HNSW_UP_TO is the largest size that gets
 * the HNSW index. The users are generated once and stay under .cache/bench-match.
 */
const SIZES = process.argv.includes('--full') ? [10_000, 100_000, 1_000_000] : [10_000, 100_000];
const EMBEDDED_SIZE = 10_000;
const ROUNDS = 5;
const FINDS = 40;
const WARM_UP = 15;
const RECALL_SEEKERS = 40;
const EXACT_UP_TO = 100_000;
/** The HNSW index of a million users takes minutes to build; it stays for the next run. */
const HNSW_UP_TO = Number(process.env.BENCH_HNSW_UP_TO ?? Number.POSITIVE_INFINITY);
const SLOWEST = { largest: 4, embedded: 3 };

type Times = { p50: number; p95: number };
type StrategyResult = { name: string; recall: number; times: Times };
type Result = { size: number; find: Times; strategies: StrategyResult[] };

const root = path.resolve(import.meta.dirname, '../.cache/bench-match');
mkdirSync(root, { recursive: true });

/** Identifies the schema: a changed one needs new users. */
function hashSchema(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(MIGRATIONS_DIR).filter((name) => name.endsWith('.sql')))
    hash.update(readFileSync(path.join(MIGRATIONS_DIR, file)));
  return hash.digest('hex').slice(0, 8);
}

/** A database with its users and the application on it. */
type Contender = { name: string; size: number; kind: Database['kind']; app: App; seekerIds: string[] };

async function openContender(database: Database, name: string, size: number): Promise<Contender> {
  // The rows are encrypted with this master key, so it is stored as long as they are.
  const dataDir = path.join(root, `keys-${name}`);
  const config = configFromEnv({ NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'fatal' });
  const app = await buildApp(config, { database, manualJobs: true, rateLimits: false });
  await app.startWork();
  console.log(`${name}: ${size} users`);
  await prepare(app, size);
  return { name, size, kind: database.kind, app, seekerIds: await pickUsers(app, WARM_UP + ROUNDS * FINDS) };
}

/** Generates the users if missing, and deletes the introductions of earlier runs. */
async function prepare({ core: { db } }: App, size: number): Promise<void> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from profiles`);
  if ((rows[0]?.n ?? 0) < size) {
    if (rows[0]?.n) await db.execute(sql`truncate users, messages cascade`);
    const startedAt = performance.now();
    await buildCrowd(db, { size, seed: size, now: new Date() }, (done) => {
      if (done % Math.max(1, size / 10) === 0) console.log(`    ${done} users after ${secondsSince(startedAt)} s`);
    });
    // Three in ten have been shown more or less often than their fair share.
    await db.execute(sql`update discovery set log_before = l, log_after = l from (
        select user_id as id, (1.4 * (random() + random() + random() - 1.5))::real as l from discovery where random() < .3) r
      where user_id = r.id`);
    await db.execute(sql`vacuum (full, analyze) discovery`);
  }
  await db.execute(sql`delete from matches`);
  await db.execute(sql`delete from daily_usage`);
  await db.execute(sql`update discovery set shown_on = current_date - 1, shown = 0 where shown > 0`);
  await db.execute(sql`vacuum (analyze)`);
}

async function pickUsers(app: App, count: number): Promise<string[]> {
  const { rows } = await app.core.db.execute<{ id: string }>(
    sql`select user_id::text as id from discovery where findable order by random() limit ${count}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Times of finding a match through the service, each time for another user; the median of the rounds. The databases alternate, so that
 * a slow phase of the machine affects all of them.
 */
async function measureFinds(contenders: readonly Contender[]): Promise<Map<Contender, Times>> {
  for (const { app, seekerIds } of contenders) for (const id of seekerIds.slice(0, WARM_UP)) await measureFind(app, id);
  const rounds = new Map(contenders.map((contender) => [contender, [] as Times[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of contenders) {
      const times: number[] = [];
      const from = WARM_UP + round * FINDS;
      for (const id of contender.seekerIds.slice(from, from + FINDS)) times.push(await measureFind(contender.app, id));
      rounds.get(contender)?.push(percentiles(times));
    }
  }
  return new Map([...rounds].map(([contender, times]) => [contender, medianTimes(times)]));
}

/** The time of one search in ms. A search that finds nobody counts too. */
async function measureFind(app: App, id: string): Promise<number> {
  const startedAt = performance.now();
  try {
    await app.features.match.find(id);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'nobody_left') throw error;
  }
  return performance.now() - startedAt;
}

/** The recall of the best ten and the search times of each strategy. */
async function compare(app: App, strategies: readonly Strategy[]): Promise<StrategyResult[]> {
  const { db } = app.core;
  const seekers = await listSeekers(app, await pickUsers(app, RECALL_SEEKERS));
  const results = strategies.map(({ name }) => ({ name, recalls: [] as number[], times: [] as number[] }));
  let eligible = 0;
  for (const seeker of seekers) {
    const all = await listEligible(db, seeker);
    eligible += all.length / seekers.length;
    const best = await rankUsers(app, seeker, all);
    for (const [n, strategy] of strategies.entries()) {
      const { ranks, ms } = await runStrategy(app, strategy, seeker);
      results[n]?.recalls.push(calculateRecall(ranks, best));
      results[n]?.times.push(ms);
    }
  }
  console.log(`    ${Math.round(eligible)} users eligible for one seeker, on average`);
  return results.map(({ name, recalls, times }) => ({
    name,
    recall: recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length,
    times: percentiles(times),
  }));
}

async function runStrategy(app: App, strategy: Strategy, seeker: Seeker): Promise<{ ranks: number[]; ms: number }> {
  const startedAt = performance.now();
  const found = await strategy.search(app.core.db, seeker);
  const ms = performance.now() - startedAt;
  return { ranks: await rankUsers(app, seeker, found), ms };
}

function percentiles(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

function medianTimes(rounds: readonly Times[]): Times {
  const of = (key: keyof Times) =>
    rounds.map((round) => round[key]).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? Number.NaN;
  return { p50: of('p50'), p95: of('p95') };
}

const secondsSince = (since: number) => ((performance.now() - since) / 1000).toFixed(0);
const formatTimes = ({ p50, p95 }: Times) => `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
const failures: string[] = [];

function check(what: string, isGood: boolean): void {
  console.log(`${isGood ? 'ok  ' : 'MISS'} ${what}`);
  if (!isGood) failures.push(what);
}

async function runStrategies({ name, kind, size, app }: Contender): Promise<StrategyResult[]> {
  const { db } = app.core;
  console.log(`${name}: each strategy against brute force`);
  const hasHnsw = kind === 'postgres' && size <= HNSW_UP_TO;
  if (hasHnsw) await indexVectors(db);
  const others = kind === 'postgres' ? [prefilter, ...(hasHnsw ? [nearest, iterative] : [])] : [];
  const strategies = await compare(app, [ours, ...others]);
  for (const strategy of strategies)
    console.log(`    ${strategy.name}: recall@10 ${strategy.recall.toFixed(3)}, ${formatTimes(strategy.times)}`);
  return strategies;
}

/** Copies the vectors for the HNSW index of the other strategies; on the product's own table it would slow the product down. */
async function indexVectors(db: Db): Promise<void> {
  const startedAt = performance.now();
  await db.execute(
    sql`create table if not exists bench_vectors as select user_id, offer from discovery where findable`,
  );
  await db.execute(sql`create index if not exists bench_hnsw on bench_vectors using hnsw (offer halfvec_ip_ops)`);
  await db.execute(sql`analyze bench_vectors`);
  console.log(`    building the HNSW index took ${secondsSince(startedAt)} s`);
}

const schemaHash = hashSchema();
for (const stale of readdirSync(root).filter((name) => /^(keys|embedded)/.test(name) && !name.endsWith(schemaHash)))
  rmSync(path.join(root, stale), { recursive: true });
const server = await benchServer(path.join(root, 'postgres'));
const contenders: Contender[] = [];
try {
  await dropStale(server, schemaHash);
  for (const size of SIZES) {
    const name = `match_${size}_${schemaHash}`;
    contenders.push(await openContender(await openPostgres(await ensureDatabase(server, name)), name, size));
  }
  const embedded = `embedded_${schemaHash}`;
  contenders.push(await openContender(await openEmbedded(path.join(root, embedded)), embedded, EMBEDDED_SIZE));
  console.log(`match/find, end to end, ${ROUNDS} rounds of ${FINDS} (load ${loadavg()[0]?.toFixed(1)})`);
  const times = await measureFinds(contenders);
  const results: Result[] = [];
  for (const contender of contenders) {
    const find = times.get(contender) as Times;
    console.log(`${contender.name}: ${formatTimes(find)}`);
    results.push({ ...contender, find, strategies: [] });
  }
  for (const [n, contender] of contenders.entries()) (results[n] as Result).strategies = await runStrategies(contender);
  report(results.slice(0, -1), results.at(-1) as Result);
} finally {
  for (const { app } of contenders) await app.stop();
  await server.stop();
}

function report(results: readonly Result[], embedded: Result): void {
  const [smallest, largest] = [results[0], results.at(-1)];
  if (!smallest || !largest) return;
  for (const { size, strategies } of results) {
    const wanted = size <= EXACT_UP_TO ? 1 : 0.99;
    const recall = strategies[0]?.recall ?? 0;
    check(`${size}: recall@10 ${recall.toFixed(3)} (must be ${wanted})`, recall >= wanted);
  }
  const peer = largest.strategies[1]?.times.p95 ?? 0;
  check(
    `p95 among ${largest.size}, ${largest.find.p95.toFixed(0)} ms end to end, is below that of the peer's search alone, ${peer.toFixed(0)} ms`,
    largest.find.p95 < peer,
  );
  const growth = largest.find.p95 / smallest.find.p95;
  check(
    `p95 among ${largest.size} is ${growth.toFixed(1)} x that among ${smallest.size} (at most ${SLOWEST.largest})`,
    growth <= SLOWEST.largest,
  );
  const slower = embedded.find.p95 / smallest.find.p95;
  check(
    `p95 of the embedded database is ${slower.toFixed(1)} x that of PostgreSQL (at most ${SLOWEST.embedded})`,
    slower <= SLOWEST.embedded,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
}
