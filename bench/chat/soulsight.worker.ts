import { type App, buildApp } from '@soulsight/server/app/app';
import { configFromEnv } from '@soulsight/server/core/config/config';
import { buildAccount } from '@soulsight/server/features/auth/auth.builders';
import { buildPair } from '@soulsight/server/features/demo/builders/user.builder';
import type { BenchUser } from './conversation.ts';
import { readMemoryUsage } from './memory.ts';
import { answerRequests } from './process.ts';

/** Soulsight as it runs in production, with pairs of users in conversations. */
export type SoulsightRequest =
  | { kind: 'start'; dataDir: string; databaseUrl?: string; pairs: number }
  /** More users, for idle sockets. */
  | { kind: 'users'; count: number }
  | { kind: 'memory' }
  | { kind: 'stop' };
export type SoulsightStarted = { port: number; pairs: { users: [BenchUser, BenchUser]; conversationId: string }[] };

let app: App | undefined;

async function startServer(request: SoulsightRequest & { kind: 'start' }): Promise<SoulsightStarted> {
  const config = configFromEnv({
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: request.dataDir,
    DEMO: '0',
    LOG_LEVEL: 'warn',
    ...(request.databaseUrl ? { DATABASE_URL: request.databaseUrl } : {}),
  });
  // The peers run without their shapers, so our limits are off too.
  app = await buildApp(config, { rateLimits: false, socketMessagesPer10s: Number.POSITIVE_INFINITY });
  const { features } = app;
  const port = await app.start();
  const pairs: SoulsightStarted['pairs'] = [];
  for (let i = 0; i < request.pairs; i += 1) {
    const { one, other, matchId } = await buildPair(features, { one: { bare: true }, other: { bare: true } });
    const { id } = await features.chat.start(one.id, matchId);
    pairs.push({ users: [toBenchUser(one), toBenchUser(other)], conversationId: id });
  }
  return { port, pairs };
}

function toBenchUser({ id, token }: BenchUser): BenchUser {
  return { id, token };
}

async function users(count: number): Promise<BenchUser[]> {
  const built: BenchUser[] = [];
  if (!app) throw new Error('not started');
  for (let i = 0; i < count; i += 1) built.push(toBenchUser(await buildAccount(app.features.auth)));
  return built;
}

answerRequests<SoulsightRequest>(async (request) => {
  if (request.kind === 'start') return startServer(request);
  if (request.kind === 'users') return users(request.count);
  if (request.kind === 'memory') return readMemoryUsage();
  await app?.stop();
  process.disconnect();
  process.exit(0);
});
