import { type App, buildApp } from '@soulsight/server/app/app';
import { buildPair } from '@soulsight/server/builders/user.builder';
import { configFromEnv } from '@soulsight/server/core/config/config';
import { buildAccount } from '@soulsight/server/features/auth/auth.builders';
import type { Person } from './conversation.ts';
import { memoryNow } from './memory.ts';
import { answerRequests } from './process.ts';

/** Soulsight as it runs in production, with people to talk in it. */
export type SoulsightRequest =
  | { kind: 'start'; dataDir: string; databaseUrl?: string; pairs: number }
  /** Further people, for sockets that only wait. */
  | { kind: 'people'; count: number }
  | { kind: 'memory' }
  | { kind: 'stop' };
export type SoulsightStarted = { port: number; pairs: { people: [Person, Person]; conversationId: string }[] };

let app: App | undefined;

async function start(request: SoulsightRequest & { kind: 'start' }): Promise<SoulsightStarted> {
  const config = configFromEnv({
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: request.dataDir,
    DEMO: '0',
    LOG_LEVEL: 'warn',
    ...(request.databaseUrl ? { DATABASE_URL: request.databaseUrl } : {}),
  });
  // The peers run without their shapers: nobody is held back here either.
  app = await buildApp(config, { rateLimits: false, socketMessagesPer10s: Number.POSITIVE_INFINITY });
  const { features } = app;
  const port = await app.start();
  const pairs: SoulsightStarted['pairs'] = [];
  for (let i = 0; i < request.pairs; i += 1) {
    const { one, other, matchId } = await buildPair(features, { one: { bare: true }, other: { bare: true } });
    const { id } = await features.chat.start(one.id, matchId);
    pairs.push({ people: [person(one), person(other)], conversationId: id });
  }
  return { port, pairs };
}

function person({ id, token }: Person): Person {
  return { id, token };
}

async function people(count: number): Promise<Person[]> {
  const built: Person[] = [];
  if (!app) throw new Error('not started');
  for (let i = 0; i < count; i += 1) built.push(person(await buildAccount(app.features.auth)));
  return built;
}

answerRequests<SoulsightRequest>(async (request) => {
  if (request.kind === 'start') return start(request);
  if (request.kind === 'people') return people(request.count);
  if (request.kind === 'memory') return memoryNow();
  await app?.stop();
  process.disconnect();
  process.exit(0);
});
