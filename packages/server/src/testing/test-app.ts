import { rmSync } from 'node:fs';
import type { EndpointRequest, EndpointSpec } from '@soulsight/contract/endpoint';
import { type App, buildApp, type Overrides } from '../app/app.ts';
import { type ManualClock, manualClock } from '../core/clock.ts';
import type { Database } from '../core/db/types.ts';
import { type Mailbox, memoryMailbox, type StoredMail } from '../core/mail/mailbox.ts';
import { memoryStorage } from '../core/storage/storage.ts';
import { type CallOptions, type CallResult, callEndpoint } from './test-call.ts';
import { testConfig } from './test-config.ts';
import { testDatabase } from './test-database.ts';
import { openSocket, type TestSocket } from './test-socket.ts';

export interface TestOverrides extends Omit<Overrides, 'clock'> {
  /** Environment variables, as an operator sets them. */
  env?: Record<string, string>;
  clock?: ManualClock;
}

/**
 * The real application on its own database. Tests move its clock (`clock.advance`), run its jobs (`drain`), read its mail
 * (`mails`), call its endpoints (`call`), and open sockets (`socket`). Nothing happens in the background.
 */
export interface TestApp extends App {
  clock: ManualClock;
  database: Database;
  /** Calls an endpoint of the contract; then `.ok()` is the response, `.refused(code)` the error. */
  call<const E extends EndpointSpec>(endpoint: E, options?: CallOptions & EndpointRequest<E>): Promise<CallResult<E>>;
  /** Sent mail, newest first, optionally to one address. */
  mails(to?: string): StoredMail[];
  /** Runs every job that is due by the clock, and the jobs that these send. */
  drain(): Promise<void>;
  /** Opens a realtime socket. The first one makes the application listen. */
  socket(user: { id: string; token: string }): Promise<TestSocket>;
  /** Listens on a free port, and returns it. */
  listen(): Promise<number>;
}

/** Introductions are then never drawn at random. */
const neverByChance = () => 1 - Number.EPSILON;

/**
 * Builds the application for a test file.
 * @example
 * let app: TestApp;
 * beforeAll(async () => {
 *   app = await buildTestApp();
 * });
 * afterAll(() => app.stop());
 */
export async function buildTestApp({ env, ...overrides }: TestOverrides = {}): Promise<TestApp> {
  const config = testConfig(env);
  const database = overrides.database ?? (await testDatabase());
  const clock = overrides.clock ?? manualClock();
  const mailbox: Mailbox = overrides.mailbox ?? memoryMailbox();
  const app = await buildApp(config, {
    manualJobs: true,
    storage: memoryStorage(),
    random: neverByChance,
    ...overrides,
    database,
    clock,
    mailbox,
  });
  let port: Promise<number> | undefined;
  const sockets = new Set<TestSocket>();
  const listen = () => {
    port ??= app.listen();
    return port;
  };
  await app.startWork();
  return {
    ...app,
    clock,
    database,
    call: (endpoint, options) => callEndpoint(app.http, endpoint, options ?? ({} as never)),
    mails: mailbox.list,
    drain: app.core.jobs.drain,
    listen,
    async socket(user) {
      const socket = openSocket(await listen(), user);
      sockets.add(socket);
      return socket;
    },
    async stop() {
      await app.stop();
      await Promise.all([...sockets].map((s) => s.closed));
      for (const folder of [config.dataDir, config.backupDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
