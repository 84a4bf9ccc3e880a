import { setTimeout as pause } from 'node:timers/promises';
import { type App, buildApp } from '@soulsight/server/app/app';
import { configFromEnv } from '@soulsight/server/core/config/config';
import { type BuiltUser, buildUser, matchUsers } from '@soulsight/server/features/demo/builders/user.builder';
import { answerRequests } from '../chat/process.ts';
import { sampleText } from '../chat/texts.ts';

/** The built product, with a premium user who has many conversations, two of them long. */
export type ProductRequest = { kind: 'start'; dataDir: string; port: number } | { kind: 'stop' };

export interface Product {
  email: string;
  password: string;
  /** Conversations with a thousand and with five thousand messages. */
  thousand: string;
  fiveThousand: string;
  /** A match whose reveal is open. */
  matchId: string;
}

/** The built-in gateway accepts it. */
const TEST_CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' };
const PASSWORD = 'a quiet orchard at dusk';
/** Besides the two long conversations. */
const MATCHES = 18;
const FIRST_MESSAGES = 3;
const BATCH = 100;
const REST_SHARE = 0.05;
const REST_MS = 3_000;

let app: App | undefined;

async function startProduct({ dataDir, port }: ProductRequest & { kind: 'start' }): Promise<Product> {
  const config = configFromEnv({
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'fatal',
  });
  app = await buildApp(config, { rateLimits: false });
  const { features } = app;
  await app.start();
  const ada = await buildUser(features, { firstName: 'Ada', email: 'ada@example.org', password: PASSWORD });
  await features.subscription.buy(ada.id, {
    offer: 'premium_yearly',
    card: TEST_CARD,
    idempotency_key: crypto.randomUUID(),
  });
  const { conversationId: thousand, matchId } = await buildConversation(app, ada, 1_000);
  const { conversationId: fiveThousand } = await buildConversation(app, ada, 5_000);
  for (let i = 0; i < MATCHES; i += 1) await buildConversation(app, ada, FIRST_MESSAGES);
  const stranger = await buildUser(features, { firstName: 'Zoe' });
  await features.match.introduce(ada.id, stranger.id);
  await features.chat.flush();
  await waitForRest(app);
  return { email: ada.email, password: PASSWORD, thousand, fiveThousand, matchId };
}

/** Another user with a conversation of `messages` messages, written in turn. */
async function buildConversation({ features }: App, one: BuiltUser, messages: number) {
  const other = await buildUser(features, { firstName: 'Ben' });
  const matchId = await matchUsers(features, one.id, other.id);
  const { id: conversationId } = await features.chat.start(one.id, matchId);
  for (let sent = 0; sent < messages; sent += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, messages - sent) }, (_, i) => sent + i);
    await Promise.all(
      batch.map((n) =>
        features.chat.send({
          userId: n % 2 === 0 ? one.id : other.id,
          conversationId,
          content: sampleText(n),
        }),
      ),
    );
  }
  return { conversationId, matchId };
}

/** The analysis of the messages has ended: no job waits, and the process rests. */
async function waitForRest({ core }: App): Promise<void> {
  for (let isBusy = true; isBusy; ) {
    const before = process.cpuUsage();
    await pause(REST_MS);
    const { user, system } = process.cpuUsage(before);
    const waiting = (await core.jobs.measureQueues()).reduce((sum, queue) => sum + queue.waiting, 0);
    isBusy = waiting > 0 || (user + system) / 1_000 / REST_MS > REST_SHARE;
  }
}

answerRequests<ProductRequest>(async (request) => {
  if (request.kind === 'start') return startProduct(request);
  await app?.stop();
  process.disconnect();
  process.exit(0);
});
