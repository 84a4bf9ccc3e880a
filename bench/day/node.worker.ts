import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { ADULT_AGE_YEARS, OLDEST_AGE_YEARS } from '@soulsight/contract/limits';
import { GENDERS, INTENTS } from '@soulsight/contract/profile';
import { type App, buildApp } from '@soulsight/server/app/app';
import { isInBackground } from '@soulsight/server/core/background';
import { configFromEnv } from '@soulsight/server/core/config/config';
import { openPostgres } from '@soulsight/server/core/db/postgres';
import { buildCrowd } from '@soulsight/server/features/demo/builders/crowd.builder';
import { buildPair } from '@soulsight/server/features/demo/builders/user.builder';
import { sql } from 'drizzle-orm';
import Fastify from 'fastify';
import pg from 'pg';
import { answerRequests } from '../chat/process.ts';
import { buildCall, type Call, type DayUser, type Kind, PASSWORD, WITH_PASSWORD } from './calls.ts';
import { copyCrowd } from './copy-crowd.ts';
import { type Recording, writeScripts } from './pgbench.ts';

/** A node of Soulsight with pairs of users, and beside it a bare Fastify that runs the same statements through the same pool. */
export type NodeRequest =
  | { kind: 'start'; dataDir: string; databaseUrl?: string; pairs: number; cluster?: Cluster }
  /** Records the statements of some calls of each of these kinds and opens the floor; answers its port. PostgreSQL only. */
  | { kind: 'floor'; kinds: Kind[]; users: DayUser[] }
  /** Writes what the floor repeats as scripts of pgbench to a new folder; answers its arguments. */
  | { kind: 'scripts'; folder: string }
  /** Adds users whom a search may find, until there are `size`. PostgreSQL only. */
  | { kind: 'crowd'; databaseUrl: string; size: number }
  /** Makes the users look for what people of the crowd look for, each from another one's place, or for everybody anywhere. PostgreSQL only. */
  | { kind: 'seek'; as: Seeking; users: DayUser[] }
  /** Undoes suggestions and allowances, so that the next call of each user to find somebody searches; answers how many suggestions. */
  | { kind: 'forget' }
  | { kind: 'stop' };
/** What several nodes share beside the database. */
export type Cluster = { redisUrl: string; encryptionKey: string };
export type Seeking = 'the crowd' | 'everybody';
export type NodeStarted = { port: number; users: DayUser[] };
export type FloorStarted = { port: number; statements: Record<string, number> };

/** How many users of the crowd are drawn, which takes milliseconds each; the others are their copies. */
const DRAWN = 1_000;
/** Calls of each kind that the floor repeats in turn. */
const RECORDED_EACH = 10;

type Statement = Recording['statements'][number];
type Answered = Recording & { answer: unknown };

let app: App | undefined;
/** What the floor repeats. */
const recordings = new Map<Kind, Answered[]>();
let crowdSize = 0;
/** The statements of the caller; null for what `start` has begun, such as jobs. Work that calls share is run outside all of them. */
const recording = new AsyncLocalStorage<Statement[] | null>();
/** The statements of the one call that runs, which the shared work is part of. */
let underWay: Statement[] | null = null;
let pool: pg.Pool | undefined;

/** Notes what runs through node-postgres, and the pool that it runs through. */
function recordStatements(): void {
  const connect = pg.Pool.prototype.connect as (...args: unknown[]) => unknown;
  pg.Pool.prototype.connect = function (this: pg.Pool, ...args: unknown[]) {
    if (this.options.application_name === 'soulsight') pool = this;
    return connect.apply(this, args);
  } as typeof pg.Pool.prototype.connect;
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | pg.QueryConfig, unknown[] | undefined];
    const { text, name, values: own } = typeof config === 'string' ? { text: config } : config;
    const given = (Array.isArray(values) ? values : own) ?? [];
    const caller = recording.getStore();
    const statements = caller === undefined ? underWay : caller;
    if (!isInBackground()) statements?.push({ text, name, values: [...given] });
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
}

async function start(request: NodeRequest & { kind: 'start' }): Promise<NodeStarted> {
  if (request.databaseUrl) recordStatements();
  const config = configFromEnv({
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: request.dataDir,
    DEMO: '0',
    LOG_LEVEL: 'error',
    ...(request.databaseUrl ? { DATABASE_URL: request.databaseUrl } : {}),
    ...(request.cluster ? toSettings(request.cluster) : {}),
  });
  app = await buildApp(config, { rateLimits: false });
  const port = await app.start();
  const { features } = app;
  const users: DayUser[] = [];
  for (let i = 0; i < request.pairs; i += 1) {
    const { one, other, matchId } = await buildPair(features, { one: i < WITH_PASSWORD ? { password: PASSWORD } : {} });
    const { id: conversationId } = await features.chat.start(one.id, matchId);
    const pair = { matchId, conversationId };
    users.push({ id: one.id, email: one.email, token: one.token, otherId: other.id, ...pair });
  }
  return { port, users };
}

/** Tokens name the one address of all nodes. */
function toSettings({ redisUrl, encryptionKey }: Cluster) {
  const common = { PUBLIC_URL: 'http://localhost:3000', TRUSTED_PROXIES: '1' };
  return { ...common, REDIS_URL: redisUrl, ENCRYPTION_KEY: encryptionKey };
}

/** @throws Error if the call is refused: it would cost next to nothing */
async function send({ kind, method, path, token, body }: Call): Promise<unknown> {
  if (!app) throw new Error('not started');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.http.inject({ method, url: path, headers, ...(body ? { payload: body } : {}) });
  if (answer.statusCode >= 400)
    throw new Error(`The call "${kind}" was refused (${answer.statusCode}): ${answer.body}`);
  return answer.json();
}

/** @throws Error if the call sent nothing to the database: the floor would repeat too little */
async function record(call: Call): Promise<Answered> {
  const statements: Statement[] = [];
  underWay = statements;
  const answer = await recording.run(statements, () => send(call));
  underWay = null;
  if (statements.length === 0)
    throw new Error(
      `No statement of the call "${call.kind}" was recorded. Either it needs none and belongs in no comparison, or its statements run where they are not seen.`,
    );
  return { answer, statements: [...statements], freshId: call.body?.message_id as string | undefined };
}

async function openFloor({ kinds, users }: NodeRequest & { kind: 'floor' }): Promise<FloorStarted> {
  for (const kind of kinds) {
    const own: Answered[] = [];
    for (let n = 0; n < RECORDED_EACH; n += 1) {
      const user = users[n % users.length] as DayUser;
      // The first call fills caches.
      await send(buildCall(kind, n, user));
      own.push(await record(buildCall(kind, n, user)));
    }
    recordings.set(kind, own);
  }
  let turn = 0;
  const floor = Fastify();
  floor.all<{ Params: { kind: Kind } }>('/:kind', async ({ params }) => {
    const own = recordings.get(params.kind) as Answered[];
    const one = own[turn++ % own.length] as Answered;
    await repeat(one);
    return one.answer;
  });
  const address = new URL(await floor.listen({ port: 0, host: '127.0.0.1' }));
  const count = (own: Answered[]) => own.reduce((sum, { statements }) => sum + statements.length, 0) / own.length;
  const statements = Object.fromEntries([...recordings].map(([kind, own]) => [kind, count(own)]));
  return { port: Number(address.port), statements };
}

/** Under another message id, so that it is stored as a new one. */
async function repeat({ statements, freshId }: Recording): Promise<void> {
  const id = randomUUID();
  const renew = (value: unknown) => (freshId && typeof value === 'string' ? value.replaceAll(freshId, id) : value);
  const client = await (pool as pg.Pool).connect();
  try {
    for (const { text, name, values } of statements) await client.query({ text, name, values: values.map(renew) });
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Through connections of its own, because the statements take longer than the node allows. */
async function addCrowd({ databaseUrl, size }: NodeRequest & { kind: 'crowd' }): Promise<void> {
  const { db, close } = await openPostgres(databaseUrl, { statementTimeoutMs: 0 });
  if (crowdSize === 0) {
    await buildCrowd(db, { size: DRAWN, seed: DRAWN, now: new Date() });
    crowdSize = DRAWN;
  }
  await copyCrowd(db, size / crowdSize - 1);
  crowdSize = size;
  await db.execute(sql`vacuum (analyze)`);
  // Otherwise the database writes its pages while requests are measured.
  await db.execute(sql`checkpoint`);
  await close();
}

async function seekAs({ as, users }: NodeRequest & { kind: 'seek' }): Promise<void> {
  const wants =
    as === 'the crowd'
      ? sql`wants_genders = c.wants_genders, wants_intents = c.wants_intents, wants_age_min = c.wants_age_min,
          wants_age_max = c.wants_age_max, wants_distance_km = c.wants_distance_km`
      : sql`wants_genders = ${sql.param(GENDERS)}::text[], wants_intents = ${sql.param(INTENTS)}::text[],
          wants_age_min = ${ADULT_AGE_YEARS}, wants_age_max = ${OLDEST_AGE_YEARS}, wants_distance_km = null`;
  const ids = users.map(({ id }) => id);
  await app?.core.db.execute(sql`
    with crowd as (
      select *, row_number() over (order by md5(user_id::text)) as n from profiles where place_name = 'Somewhere' order by n limit ${users.length}),
    users as (select * from unnest(${sql.param(ids)}::uuid[]) with ordinality as u (id, n))
    update profiles p set gender = c.gender, intent = c.intent, birth_date = c.birth_date, lat = c.lat, lon = c.lon, ${wants}
    from users u join crowd c on c.n = u.n where p.user_id = u.id`);
}

async function forgetSuggestions(): Promise<number> {
  if (!app) throw new Error('not started');
  const { rows } = await app.core.db.execute(sql`delete from matches where state = 'open' returning id`);
  await app.core.db.execute(sql`delete from daily_usage`);
  return rows.length;
}

answerRequests<NodeRequest>(async (request) => {
  if (request.kind === 'crowd') return addCrowd(request);
  if (request.kind === 'forget') return forgetSuggestions();
  if (request.kind === 'seek') return seekAs(request);
  if (request.kind === 'start') return recording.run(null, () => start(request));
  if (request.kind === 'floor') return openFloor(request);
  if (request.kind === 'scripts') return writeScripts(request.folder, recordings);
  await app?.stop();
  process.disconnect();
  process.exit(0);
});
