import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { createBackup } from '../core/backup/create-backup.ts';
import { readBackupAge } from '../core/backup/last-backup.ts';
import { type Clock, type MovableClock, movedSystemClock, systemClock } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import { listConfigWarnings } from '../core/config/config-warnings.ts';
import type { Core } from '../core/core.ts';
import { assertMasterKey } from '../core/crypto/assert-master-key.ts';
import { readOrCreateKeyFile } from '../core/crypto/master-key.ts';
import { scheduleSealing } from '../core/crypto/seal-stored-texts.ts';
import { createVault } from '../core/crypto/vault.ts';
import { reportHookErrors } from '../core/db/commit-hooks.ts';
import { scheduleVacuum } from '../core/db/maintenance.ts';
import { openDatabase } from '../core/db/open.ts';
import type { Database } from '../core/db/types.ts';
import type { Authenticate } from '../core/http/caller.ts';
import { buildHttp } from '../core/http/http.ts';
import { registerOpenApi } from '../core/http/openapi.ts';
import { createPublicCalls, type PublicCalls } from '../core/http/public-calls.ts';
import { pageOrNotFound, readPages, serveWeb } from '../core/http/web.ts';
import { createJobs } from '../core/jobs/jobs.ts';
import { measureLlm } from '../core/llm/site-limit.ts';
import { registerMailbox } from '../core/mail/mailbox.routes.ts';
import { fileMailbox, type Mailbox } from '../core/mail/mailbox.ts';
import { type Mailer, mailboxMailer } from '../core/mail/mailer.ts';
import { createHealth, type Health, registerHealth } from '../core/ops/health.ts';
import { createLogger, type Log, withSubsystem } from '../core/ops/logger.ts';
import { registerMetrics } from '../core/ops/metrics.ts';
import { explainListenError } from '../core/ops/port.ts';
import type { OnStep } from '../core/ops/starting.ts';
import { registerTestClock } from '../core/ops/test-clock.ts';
import { type Bus, memoryBus } from '../core/realtime/bus.ts';
import type { RedisClient } from '../core/realtime/connect-redis.ts';
import { createHub } from '../core/realtime/hub.ts';
import { findMaintenance } from '../core/realtime/maintenance.store.ts';
import { createOutbox } from '../core/realtime/outbox.ts';
import { createErasureList } from '../core/storage/erasure-list.ts';
import { openErasureStorage, openStorage, warnUnlessErasable } from '../core/storage/open-storage.ts';
import { probeStorage } from '../core/storage/probe-storage.ts';
import type { Storage } from '../core/storage/storage.ts';
import { createAuthenticate, createRecheck } from '../features/auth/auth.compose.ts';
import type { AuthService } from '../features/auth/auth.service.ts';
import { createDemo, type Demo } from '../features/demo/demo.service.ts';
import { registerReadyAccounts, showsReadyAccounts } from '../features/demo/ready-accounts.routes.ts';
import { registerBackgroundWork } from './background-work.ts';
import { createAuth, createFeatures, type Features } from './composition.ts';
import { registerRoutes } from './routes.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

/** Parts that a test replaces. */
export interface Overrides {
  database?: Database;
  clock?: Clock;
  /** Replaces `Math.random`. */
  random?: () => number;
  log?: Log;
  bus?: Bus;
  mailbox?: Mailbox;
  storage?: Storage;
  publicCalls?: PublicCalls;
  /** Finds the caller of a request. Sockets still authenticate with the auth feature. */
  authenticate?: Authenticate;
  /** Jobs run only when `drain` is called. */
  manualJobs?: boolean;
  rateLimits?: boolean;
  /** How many requests the node works on at once, instead of the usual limit. */
  requestsAtOnce?: number;
  /** How many messages one socket may send in ten seconds, instead of the usual limit. */
  socketMessagesPer10s?: number;
  /** Registers routes of the test's own. */
  routes?: (app: FastifyInstance, core: Core) => void;
}

export interface App {
  http: FastifyInstance;
  core: Core;
  features: Features;
  /** The demo population, where the installation has one. */
  demo: Demo | null;
  /** Backs up the embedded installation while it runs; see `createBackup`. */
  backUp(folder?: string): Promise<string>;
  /** Starts jobs and the outbox. */
  startWork(): Promise<void>;
  /** Accepts requests and sockets. Returns the port. */
  listen(): Promise<number>;
  /** Does `startWork` and `listen`. Returns the port. */
  start(): Promise<number>;
  /**
   * Reports that it is not ready, waits `config.drainMs` for load balancers to notice, accepts no more connections, tells sockets to
   * reconnect, completes requests and jobs, and closes the database.
   */
  stop(): Promise<void>;
}

/**
 * Builds the whole application: the core, the features, then the HTTP server in front of them.
 * @param onStep called with each step of the start, as a phrase for the console
 */
export async function buildApp(config: Config, overrides: Overrides = {}, onStep: OnStep = () => {}): Promise<App> {
  const { core, auth, database, mailbox } = await createCore(config, overrides, onStep);
  const { jobs, outbox, hub, bus, redis, mailer } = core;
  const vacuum = scheduleVacuum(database, jobs);
  const sealing = scheduleSealing(core, SEALED_COLUMNS);
  const features = await createFeatures(core, auth);
  registerBackgroundWork(core, features);
  const demo =
    config.demo && config.role !== 'worker'
      ? createDemo(withSubsystem(core, 'demo'), features, { size: config.demoPeople })
      : null;
  const { replica } = database;
  const health = createHealth(
    {
      database: database.ping,
      bus: bus.ping,
      storage: () => probeStorage(core.storage),
      ...(replica && { replica: replica.ping }),
    },
    core,
  );
  const { http, telemetry } = await createHttp(core, { database, health, mailbox, features, overrides });

  async function startWork(): Promise<void> {
    await jobs.start();
    await outbox.start();
    if (!overrides.manualJobs) {
      await vacuum.start();
      health.start();
      await sealing.start();
    }
    await http.ready();
  }

  return {
    http,
    core,
    features,
    demo,
    backUp: createBackup({ ...core, database }),
    startWork,
    listen: () => listen(http, config),
    async start() {
      await startWork();
      return listen(http, config);
    },
    async stop() {
      health.startDraining();
      demo?.stop();
      if (config.drainMs > 0) await setTimeout(config.drainMs);
      health.stop();
      // Closing waits for the sockets, and draining for the last of them to go.
      await Promise.all([http.close(), hub.drain()]);
      await features.chat.flush();
      await jobs.stop();
      await features.auth.stop();
      mailer.close();
      await outbox.stop();
      await telemetry?.stop();
      await bus.close();
      redis?.disconnect();
      await database.close();
    },
  };
}

type CoreParts = { core: Core; auth: AuthService; database: Database; mailbox: Mailbox | null };

async function createCore(config: Config, overrides: Overrides, onStep: OnStep): Promise<CoreParts> {
  const log = overrides.log ?? createLogger(config);
  const clock = overrides.clock ?? (config.testClock ? movedSystemClock() : systemClock);
  onStep('opens the database');
  const database = overrides.database ?? (await openDatabase(config));
  await database.migrate(onStep);
  const { db } = database;
  for (const warning of listConfigWarnings(config)) log.warn(warning);
  reportHookErrors(db, (err) => log.error({ err }, 'work after a commit failed'));
  const masterKey = config.secrets.encryptionKey ?? readOrCreateKeyFile(config.dataDir, 'master.key');
  const vault = createVault(masterKey, clock);
  await assertMasterKey(db, vault);
  const checkPayloads = checksPayloads(config);
  onStep('connects to Redis and prepares the rest');
  const redis = await openRedis(config, log);
  const bus = overrides.bus ?? (await openBus(config, log));
  const jobs = createJobs({ database, clock, log, mode: jobsMode(config, overrides) });
  const mailbox = config.mail.kind === 'smtp' ? null : openMailbox(config, overrides);
  const mailer = mailbox ? mailboxMailer(mailbox, clock) : await openSmtp({ config, db, vault, jobs });
  const storage = overrides.storage ?? (await openStorage(config));
  warnUnlessErasable(config, log);
  const erasures = createErasureList(openErasureStorage(config, storage), clock);
  const outbox = createOutbox({ db, vault, bus, clock, log, checkPayloads });
  const auth = await createAuth({ config, db, clock, vault, mailer, log, redis });
  const hub = createHub({
    authenticate: createAuthenticate(auth),
    recheck: createRecheck(auth),
    findMaintenance: () => findMaintenance(db),
    bus,
    clock,
    log,
    checkPayloads,
    messagesPer10s: overrides.socketMessagesPer10s,
    trustedProxies: config.trustedProxies,
  });
  const publicCalls = overrides.publicCalls ?? createPublicCalls({ testOrigin: config.pushTestOrigin });
  const random = overrides.random ?? Math.random;
  const core: Core = {
    config,
    db,
    clock,
    random,
    vault,
    bus,
    hub,
    outbox,
    jobs,
    mailer,
    storage,
    erasures,
    publicCalls,
    log,
    redis,
    replica: database.replica ?? null,
  };
  return { core, auth, database, mailbox };
}

type HttpParts = Pick<CoreParts, 'database' | 'mailbox'> & { health: Health; features: Features; overrides: Overrides };

/** The HTTP server. A worker serves only its health and its metrics. */
async function createHttp(core: Core, { database, health, mailbox, features, overrides }: HttpParts) {
  const { config, log, redis, hub } = core;
  const isWorker = config.role === 'worker';
  const pages = readPages(config.publicUrl, showsReadyAccounts(config));
  const http = await buildHttp({
    config,
    log,
    authenticate: overrides.authenticate ?? createAuthenticate(features.auth),
    redis,
    rateLimits: overrides.rateLimits ?? config.env !== 'test',
    requestsAtOnce: overrides.requestsAtOnce,
    checkResponses: checksPayloads(config),
    indexHtml: pages.index,
    ...(isWorker ? {} : { notFound: pageOrNotFound(pages) }),
  });
  registerHealth(http, health);
  const registry = registerMetrics(http, {
    token: config.secrets.metricsToken,
    isPublic: config.publicMetrics,
    sockets: hub.size,
    deadJobs: core.jobs.countDead,
    moderation: async () => {
      const { oldestSeconds, ...queue } = await features.safety.measureQueue();
      const { waitingSelfies, oldestSelfieSeconds: selfies } = await features.trust.measureSelfies();
      return { ...queue, waitingSelfies, oldestSeconds: { ...oldestSeconds, selfies } };
    },
    llm: () => measureLlm(core),
    work: { ...core, health, load: http.load, pool: database.pool, backupAge: backupAge(core, database) },
    process: config.env !== 'test',
  });
  const telemetry = await openTelemetry(http, core, registry);
  if (isWorker) return { http, telemetry };
  registerOpenApi(http, config.publicUrl);
  await registerRoutes(http, core, features);
  overrides.routes?.(http, core);
  if (mailbox && config.mail.kind === 'mailbox' && config.mail.isReadable) registerMailbox(http, mailbox);
  if (showsReadyAccounts(config)) registerReadyAccounts(http, config);
  if (config.testClock && isMovable(core.clock)) registerTestClock(http, core.clock, core.jobs);
  await serveWeb(http, config.publicUrl);
  hub.attach(http.server);
  return { http, telemetry };
}

function backupAge({ config, clock }: Core, { kind }: Database) {
  return kind === 'embedded' ? () => readBackupAge(config.dataDir, clock.now()) : undefined;
}

/** Loaded only where it is used. */
async function openTelemetry(http: FastifyInstance, { config, jobs }: Core, registry: Registry) {
  if (config.otlpEndpoint === null) return null;
  const { startTelemetry } = await import('../core/ops/telemetry.ts');
  return startTelemetry(http, { endpoint: config.otlpEndpoint, role: config.role, registry, jobs });
}

function isMovable(clock: Clock): clock is MovableClock {
  return 'advance' in clock;
}

/** Outside production, responses and events are checked against the contract. */
function checksPayloads(config: Config): boolean {
  return config.env !== 'production';
}

function jobsMode(config: Config, overrides: Overrides): 'run' | 'send' | 'manual' {
  if (overrides.manualJobs) return 'manual';
  return config.role === 'web' ? 'send' : 'run';
}

export function mailboxFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'mailbox.jsonl');
}

function openMailbox(config: Config, overrides: Overrides): Mailbox {
  return overrides.mailbox ?? fileMailbox(mailboxFile(config));
}

/** The mail client, like Redis's below, is loaded only where it is used: most starts need neither. */
async function openSmtp(core: Pick<Core, 'config' | 'db' | 'vault' | 'jobs'>): Promise<Mailer> {
  const { smtpMailer } = await import('../core/mail/smtp-mailer.ts');
  return smtpMailer(core);
}

async function openRedis({ secrets }: Config, log: Log): Promise<RedisClient | null> {
  if (!secrets.redisUrl) return null;
  const { connectRedis } = await import('../core/realtime/connect-redis.ts');
  return connectRedis(secrets.redisUrl, log);
}

async function openBus({ secrets }: Config, log: Log): Promise<Bus> {
  if (!secrets.redisUrl) return memoryBus();
  const { redisBus } = await import('../core/realtime/redis-bus.ts');
  return redisBus(secrets.redisUrl, log);
}

async function listen(http: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    throw explainListenError(error, host, port);
  }
  const address = http.server.address();
  return typeof address === 'object' && address ? address.port : port;
}
