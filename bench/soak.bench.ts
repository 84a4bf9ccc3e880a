import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '@soulsight/contract/time';
import { openPostgres } from '@soulsight/server/core/db/postgres';
import { sql } from 'drizzle-orm';
import { judgeHeap, reportHeap, watchHeap } from './soak/heap.ts';
import { createLedger } from './soak/ledger.ts';
import { report } from './soak/report.ts';
import { nodeService, postgresService, redisService, type Service } from './soak/services.ts';
import { createSoakUser, type SoakUser } from './soak/soak-user.ts';
import { buildPairs, type Pair } from './soak/users.ts';

/**
 * Two nodes with PostgreSQL and Redis, users who write all the time, while each process is killed in turn: every acknowledged
 * message must arrive at the other user's device exactly once. `npm run bench -- soak [pairs] [messages per second]`.
 * With `--minutes 60` nothing is killed: devices come and go besides, and the memory of the nodes must not grow.
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { minutes: { type: 'string' } } });
const PAIRS = Number(positionals[0] ?? 1_000);
const RATE = Number(positionals[1] ?? 200);
const MINUTES = values.minutes === undefined ? null : Number(values.minutes);
const VISIT_EVERY_MS = 1_000;
const VISIT_MS = 3_000;
const TICK_MS = 50;
const FIRST_BREAK_MS = 10_000;
const BREAK_EVERY_MS = 15_000;
const DRAIN_MAX_MS = 240_000;
const CONNECT_MAX_MS = MINUTE_MS;
const CONNECT_AT_ONCE = 10;
const CONNECT_EVERY_MS = 250;

const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-soak-'));
const postgres = await postgresService(dir);
const redis = await redisService(dir);
const settings = {
  NODE_ENV: 'production',
  DATABASE_URL: postgres.url,
  REDIS_URL: redis.url,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  // One address for all nodes, as behind a load balancer: tokens contain it. The balancer forwards each client's address.
  PUBLIC_URL: 'http://localhost:3000',
  TRUSTED_PROXIES: '1',
  DEMO: '0',
  LOG_LEVEL: 'warn',
};
const nodes = [await nodeService('one', dir, settings), await nodeService('two', dir, settings)] as const;
const services = [...nodes, redis, postgres];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.setMaxListeners(50);
try {
  await runSoak();
} finally {
  for (const service of services) await service.end(service === postgres ? 'SIGINT' : 'SIGTERM');
  if (!process.env.SOAK_KEEP) rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
}
process.exit(process.exitCode);

async function runSoak(): Promise<void> {
  await Promise.all([postgres.start(), redis.start()]);
  console.log(`Creating ${PAIRS} pairs ...`);
  const pairs = await buildPairs(PAIRS, dir, settings);
  for (const node of nodes) await node.start();
  const ledger = createLedger(() => performance.now());
  const connectedPairs: [SoakUser, SoakUser][] = [];
  for (const pair of pairs) {
    connectedPairs.push(connectPair(pair, connectedPairs.length, ledger));
    // Users connect gradually at first; after a break they all reconnect at once.
    if (connectedPairs.length % CONNECT_AT_ONCE === 0) await pause(CONNECT_EVERY_MS);
  }
  const all = connectedPairs.flat();
  await waitUntil(() => all.every((user) => user.isConnected()), CONNECT_MAX_MS);
  console.log(`${all.filter((user) => user.isConnected()).length} sockets are open.`);
  const startedAt = performance.now();
  const stopWriting = startWriting(connectedPairs);
  if (MINUTES === null) await runBreaks(ledger);
  else await holdMemory(pairs, MINUTES * MINUTE_MS);
  stopWriting();
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const isDone = () =>
    [...ledger.deliveries().values()].every(
      (delivery) => delivery.acknowledgedAt !== null && delivery.deliveredAt !== null,
    );
  await waitUntil(isDone, DRAIN_MAX_MS);
  const stored = await listStoredMessages();
  const agreeingPairs = connectedPairs.filter(([one, other]) => hasSameMessages(one, other)).length;
  for (const user of all) user.stop();
  console.log(report({ pairs: PAIRS, rate: RATE, seconds, ledger, stored, agreeingPairs }));
}

/** Each user has their own node, and uses the other one while that is down. */
function connectPair(pair: Pair, n: number, ledger: ReturnType<typeof createLedger>): [SoakUser, SoakUser] {
  const [one, other] = pair.users.map((user, side) => {
    const [usual, spare] = side === 0 ? nodes : [nodes[1], nodes[0]];
    const origin = () => (usual.isUp() ? usual : spare).url;
    const address = `10.${side}.${n >> 8}.${n & 255}`;
    return createSoakUser({ user, conversationId: pair.conversationId, origin, address, ledger });
  });
  return [one as SoakUser, other as SoakUser];
}

function startWriting(connectedPairs: readonly [SoakUser, SoakUser][]): () => void {
  const startedAt = performance.now();
  let count = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * RATE);
    for (; count < due; count += 1) {
      const pair = connectedPairs[Math.floor(Math.random() * connectedPairs.length)];
      pair?.[count % 2]?.write(
        randomUUID(),
        `Message ${count}. It was a long day, and a good one. What was yours like?`,
      );
    }
  }, TICK_MS);
  return () => clearInterval(timer);
}

async function runBreaks(ledger: ReturnType<typeof createLedger>): Promise<void> {
  const [one, two] = nodes;
  const plan: [name: string, service: Service, signal: NodeJS.Signals][] = [
    ['node 1, kill -9', one, 'SIGKILL'],
    ['node 2, kill -9', two, 'SIGKILL'],
    ['Redis restarted', redis, 'SIGTERM'],
    ['node 1, kill -9', one, 'SIGKILL'],
    ['PostgreSQL restarted', postgres, 'SIGINT'],
    ['node 2, kill -9', two, 'SIGKILL'],
    ['node 1, kill -9', one, 'SIGKILL'],
  ];
  await pause(FIRST_BREAK_MS);
  for (const [name, service, signal] of plan) {
    console.log(name);
    ledger.breakStarted(name);
    await Promise.all([service.end(signal).then(service.start), pause(BREAK_EVERY_MS)]);
  }
}

/** Second devices that open the conversation and leave, and the nodes' heaps meanwhile. */
async function holdMemory(pairs: readonly Pair[], forMs: number): Promise<void> {
  let visits = 0;
  const timer = setInterval(() => void visit(pairs, visits++), VISIT_EVERY_MS);
  const samples = await Promise.all(nodes.map((node) => watchHeap(node.readInUse, forMs)));
  clearInterval(timer);
  const verdicts = samples.map((ofNode, n) => judgeHeap(`node ${n + 1}`, ofNode));
  console.log(`${visits} visits by second devices\n\n${reportHeap(verdicts)}\n`);
  if (verdicts.some(({ verdict }) => verdict !== 'holds')) process.exitCode = 1;
}

async function visit(pairs: readonly Pair[], n: number): Promise<void> {
  const index = n % pairs.length;
  // Its own ledger counts them: a message arrives at each device of a user.
  const devices = connectPair(
    pairs[index] as Pair,
    index,
    createLedger(() => performance.now()),
  );
  await pause(VISIT_MS);
  for (const device of devices) device.stop();
}

async function waitUntil(isTrue: () => boolean, withinMs: number): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end && !isTrue(); ) await pause(100);
}

/** The ids of all stored messages, and whether each conversation's sequence numbers have no gap. */
async function listStoredMessages(): Promise<{ ids: string[]; whole: boolean }> {
  const { db, close } = await openPostgres(postgres.url, { max: 1 });
  const { rows } = await db.execute<{ id: string }>(sql`select id::text as id from messages`);
  const { rows: holes } = await db.execute(sql`
    select 1 from messages group by conversation_id having count(*) <> max(seq) or count(distinct seq) <> count(*)`);
  await close();
  return { ids: rows.map(({ id }) => id), whole: holes.length === 0 };
}

/** Whether both devices show the same messages with the same sequence numbers, starting at 1. */
function hasSameMessages(one: SoakUser, other: SoakUser): boolean {
  const [mine, theirs] = [one.thread().messages, other.thread().messages];
  return (
    mine.length === theirs.length &&
    mine.every(({ id, seq }, n) => seq === n + 1 && theirs[n]?.id === id && theirs[n]?.seq === seq)
  );
}
