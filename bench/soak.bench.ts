import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '@soulsight/contract/time';
import { openPostgres } from '@soulsight/server/core/db/postgres';
import { sql } from 'drizzle-orm';
import { createLedger } from './soak/ledger.ts';
import { report } from './soak/report.ts';
import { nodeService, postgresService, redisService, type Service } from './soak/services.ts';
import { createTalker, type Talker } from './soak/soak-user.ts';
import { buildPairs, type Pair } from './soak/users.ts';

/**
 * Two nodes behind PostgreSQL and Redis, people who talk all the while, and everything that can be killed is killed:
 * whatever was acknowledged must be at the other's device, once. `npm run bench -- soak [pairs] [messages a second]`.
 */
const PAIRS = Number(process.argv[2] ?? 1_000);
const RATE = Number(process.argv[3] ?? 200);
const TICK_MS = 50;
const FIRST_BREAK_MS = 10_000;
const BREAK_EVERY_MS = 15_000;
const DRAIN_MAX_MS = 240_000;
const CONNECT_MAX_MS = MINUTE_MS;
const ARRIVE_AT_ONCE = 10;
const ARRIVE_EVERY_MS = 250;

const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-soak-'));
const postgres = await postgresService(dir);
const redis = await redisService(dir);
const settings = {
  NODE_ENV: 'production',
  DATABASE_URL: postgres.url,
  REDIS_URL: redis.url,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  // One address for all, as behind a load balancer: tokens name it. The balancer tells where each person calls from.
  PUBLIC_URL: 'http://localhost:3000',
  TRUSTED_PROXIES: '1',
  DEMO: '0',
  LOG_LEVEL: 'warn',
};
const nodes = [await nodeService('one', dir, settings), await nodeService('two', dir, settings)] as const;
const everything = [...nodes, redis, postgres];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.setMaxListeners(50);
try {
  await soak();
} finally {
  for (const service of everything) await service.end(service === postgres ? 'SIGINT' : 'SIGTERM');
  if (!process.env.SOAK_KEEP) rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
}
process.exit();

async function soak(): Promise<void> {
  await Promise.all([postgres.start(), redis.start()]);
  console.log(`Making ${PAIRS} pairs ...`);
  const pairs = await buildPairs(PAIRS, dir, settings);
  for (const node of nodes) await node.start();
  const ledger = createLedger(() => performance.now());
  const talkers: [Talker, Talker][] = [];
  for (const pair of pairs) {
    talkers.push(talk(pair, talkers.length, ledger));
    // People arrive one after the other; who is thrown out comes back at once with everybody else.
    if (talkers.length % ARRIVE_AT_ONCE === 0) await pause(ARRIVE_EVERY_MS);
  }
  const all = talkers.flat();
  await until(() => all.every((talker) => talker.isConnected()), CONNECT_MAX_MS);
  console.log(`${all.filter((talker) => talker.isConnected()).length} sockets are open.`);
  const startedAt = performance.now();
  const stopWriting = startWriting(talkers);
  await breakEverything(ledger);
  stopWriting();
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const isDone = () =>
    [...ledger.fates().values()].every((fate) => fate.acknowledgedAt !== null && fate.heldAt !== null);
  await until(isDone, DRAIN_MAX_MS);
  const stored = await storedMessages();
  const agreeing = talkers.filter(([one, other]) => isSame(one, other)).length;
  for (const talker of all) talker.stop();
  console.log(report({ pairs: PAIRS, rate: RATE, seconds, ledger, stored, agreeing }));
}

/** Each on a node of their own, and on the other while that one is gone. */
function talk(pair: Pair, n: number, ledger: ReturnType<typeof createLedger>): [Talker, Talker] {
  const [one, other] = pair.people.map((person, side) => {
    const [usual, spare] = side === 0 ? nodes : [nodes[1], nodes[0]];
    const origin = () => (usual.isUp() ? usual : spare).url;
    const address = `10.${side}.${n >> 8}.${n & 255}`;
    return createTalker({ person, conversationId: pair.conversationId, origin, address, ledger });
  });
  return [one as Talker, other as Talker];
}

function startWriting(talkers: readonly [Talker, Talker][]): () => void {
  const startedAt = performance.now();
  let count = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * RATE);
    for (; count < due; count += 1) {
      const pair = talkers[Math.floor(Math.random() * talkers.length)];
      pair?.[count % 2]?.write(
        randomUUID(),
        `Message ${count}. It was a long day, and a good one. What was yours like?`,
      );
    }
  }, TICK_MS);
  return () => clearInterval(timer);
}

async function breakEverything(ledger: ReturnType<typeof createLedger>): Promise<void> {
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
    ledger.broke(name);
    await Promise.all([service.end(signal).then(service.start), pause(BREAK_EVERY_MS)]);
  }
}

async function until(isTrue: () => boolean, withinMs: number): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end && !isTrue(); ) await pause(100);
}

/** Which there are, and whether each conversation's numbers have no hole. */
async function storedMessages(): Promise<{ ids: string[]; whole: boolean }> {
  const { db, close } = await openPostgres(postgres.url, { max: 1 });
  const { rows } = await db.execute<{ id: string }>(sql`select id::text as id from messages`);
  const { rows: holes } = await db.execute(sql`
    select 1 from messages group by conversation_id having count(*) <> max(seq) or count(distinct seq) <> count(*)`);
  await close();
  return { ids: rows.map(({ id }) => id), whole: holes.length === 0 };
}

/** Both devices of a conversation hold the same messages under the same numbers, from the first on. */
function isSame(one: Talker, other: Talker): boolean {
  const [mine, theirs] = [one.thread().messages, other.thread().messages];
  return (
    mine.length === theirs.length &&
    mine.every(({ id, seq }, n) => seq === n + 1 && theirs[n]?.id === id && theirs[n]?.seq === seq)
  );
}
