import { flushCompileCache } from 'node:module';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { configFromEnv } from '../core/config/config.ts';
import { readEnv } from '../core/config/env.ts';
import { StartError } from '../core/config/start-error.ts';
import { releaseIdleMemory } from '../core/ops/idle-memory.ts';
import { createLogger } from '../core/ops/logger.ts';
import { serveOperatorCommands } from '../core/ops/operator-socket.ts';
import { answerWhileStarting } from '../core/ops/starting.ts';
import { preloadPlaces } from '../features/profile/places/places.ts';
import { type App, buildApp, mailboxFile } from './app.ts';
import { createOperatorCommands } from './operator-commands.ts';
import { startOrRetireDemo } from './start-or-retire-demo.ts';

/** The process exits after this time even if something does not stop. */
const STOP_MAX_MS = 30_000;
/** Loading the list of towns takes a second: do it after the first requests and before the first search. */
const PREPARE_AFTER_MS = 3_000;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(error: unknown): never {
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
let isStopping = false;

/** Until there is something to stop: what a start writes survives a kill at any moment. */
function exitAtOnce(): void {
  process.exit(0);
}

function stopOnSignals(app: App): void {
  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), app.core.config.drainMs + STOP_MAX_MS).unref();
    await app.stop();
    process.exit(0);
  }
  for (const signal of SIGNALS) {
    process.off(signal, exitAtOnce);
    process.on(signal, () => void stop().catch(fail));
  }
}

function banner(app: App, port: number): string {
  const { config } = app.core;
  const address = config.port === port ? config.publicUrl : `http://localhost:${port}`;
  const lines = [`${PRODUCT_NAME} is running at ${address}`];
  if (config.mail.kind === 'mailbox') {
    const place = config.mail.isReadable
      ? `at ${address}/dev/mailbox`
      : `in ${mailboxFile(config)}: set SMTP_URL to send it`;
    lines.push(`Mail is kept ${place}`);
  }
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}

async function main(): Promise<void> {
  const config = configFromEnv(readEnv());
  for (const signal of SIGNALS) process.once(signal, exitAtOnce);
  const { host, port: configuredPort } = config;
  const log = createLogger(config);
  const starting = await answerWhileStarting({ host, port: configuredPort, log });
  const app = await buildApp(config, { log }, starting.step);
  process.on('unhandledRejection', (err) => app.core.log.error({ err }, 'unhandled rejection'));
  stopOnSignals(app);
  starting.step('starts its jobs');
  await app.startWork();
  await starting.end();
  if (isStopping) return;
  const port = await app.listen();
  if (config.database.kind === 'embedded' || config.bus === 'memory')
    await serveOperatorCommands(
      config.dataDir,
      createOperatorCommands(app.core, app.features, app.backUp),
      app.core.log,
    );
  print(banner(app, port));
  // Flushed now, so that the next start can use the cache even after a crash.
  flushCompileCache();
  setTimeout(preloadPlaces, PREPARE_AFTER_MS).unref();
  releaseIdleMemory();
  await startOrRetireDemo(app, print);
}

await main().catch((error: unknown) => {
  // What the start still used is closed.
  if (!isStopping) fail(error);
});
