import { type Conversation, getChatConversation, getChatMessages, type Message } from '@soulsight/contract/chat';
import { manualClock } from '@soulsight/server/core/clock';
import { buildTestApp, type TestApp } from '@soulsight/server/testing/test-app';
import { testDatabase } from '@soulsight/server/testing/test-database';
import { buildConversation } from '@soulsight/server/testing/test-users';
import { fakeClock } from '@soulsight/web/testing/fake-realtime';
import { createFaultyBus, type FaultyBus } from './faulty-bus.ts';
import { createDevice, type Device, takeOverPages, type User } from './page.ts';

const NODES = 2;
const STEP_MS = 1_000;

/** Two nodes on one database, with clocks that the test controls. */
export interface TestSystem {
  bus: FaultyBus;
  /** Two users in a conversation. The first has two devices, on different nodes. */
  startConversation(): Promise<TestConversation>;
  /** Advances the clocks of pages and servers. */
  pass(ms: number): Promise<void>;
  /** Waits until all started work is done. */
  settle(): Promise<void>;
  /** Stops a node with all its connections and starts a new one in its place. */
  restart(node: number): Promise<void>;
  stop(): Promise<void>;
}

export interface TestConversation {
  conversationId: string;
  devices: readonly Device[];
  /** All messages on the server, as this user receives them. */
  listStored(user: User): Promise<Message[]>;
  getConversation(user: User): Promise<Conversation>;
  stop(): void;
}

export async function startSystem(): Promise<TestSystem> {
  const database = await testDatabase();
  const clock = manualClock();
  const pageClock = fakeClock(clock.now().getTime());
  const restore = takeOverPages(pageClock);
  const bus = createFaultyBus();
  const startNode = () => startNodeOn(bus, database, clock);
  const nodes = await Promise.all(Array.from({ length: NODES }, startNode));
  let current: TestConversation | null = null;
  let pendingCalls = 0;

  const nodeAt = (at: number) => nodes[at] as Node;

  const settle = () => settleAll(current?.devices ?? [], nodes, () => pendingCalls > 0);

  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= STEP_MS) {
      clock.advance(Math.min(left, STEP_MS));
      pageClock.advance(Math.min(left, STEP_MS));
      await settle();
    }
    await Promise.all(nodes.map(({ app }) => app.core.outbox.sweep()));
    await settle();
  }

  async function callNode(at: number, path: string, init: RequestInit): Promise<Response> {
    pendingCalls += 1;
    try {
      return await inject(nodeAt(at).app, path, init);
    } finally {
      pendingCalls -= 1;
    }
  }

  function device(user: User, conversationId: string, at: number): Device {
    return createDevice({
      user,
      conversationId,
      clock: pageClock,
      origin: () => `ws://127.0.0.1:${nodeAt(at).port}`,
      fetch: (path, init) => callNode(at, path, init),
      random: () => 0.5,
    });
  }

  return {
    bus,
    settle,
    pass,
    async startConversation() {
      const { app } = nodeAt(0);
      const { one, other, conversationId } = await buildConversation(app);
      const owners = [one, one, other];
      const devices = owners.map((user, n) => device(user, conversationId, Math.min(n, 1)));
      current = {
        conversationId,
        devices,
        listStored: (user) => allMessages(nodeAt(0).app, user, conversationId),
        getConversation: async (user) =>
          (await nodeAt(0).app.call(getChatConversation, { as: user, params: { id: conversationId } })).ok(),
        stop() {
          for (const each of devices) each.stop();
          current = null;
        },
      };
      await pass(2 * STEP_MS);
      return current;
    },
    async restart(at) {
      const { app, ownBus } = nodeAt(at);
      for (const socket of current?.devices ?? []) socket.link.cut();
      ownBus.leaveAll();
      await app.stop();
      nodes[at] = await startNode();
      await settle();
    },
    async stop() {
      current?.stop();
      restore();
      await Promise.all(nodes.map(({ app }) => app.stop()));
      await database.close();
    },
  };
}

type Node = Awaited<ReturnType<typeof startNodeOn>>;

async function startNodeOn(
  bus: ReturnType<typeof createFaultyBus>,
  database: Awaited<ReturnType<typeof testDatabase>>,
  clock: ReturnType<typeof manualClock>,
) {
  const ownBus = bus.node();
  const app = await buildTestApp({ database: { ...database, close: async () => {} }, clock, bus: ownBus });
  return { app, ownBus, port: await app.listen() };
}

/** Resolves when everything that was sent has arrived, and no call waits. */
async function settleAll(devices: readonly Device[], nodes: readonly Node[], hasPendingCalls: () => boolean) {
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(devices.map(({ link }) => link.waitForDelivery()));
    await Promise.all(nodes.map(({ app }) => app.features.chat.flush()));
    for (let turns = 0; turns < 5 || hasPendingCalls(); turns += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

async function allMessages(app: TestApp, user: User, id: string): Promise<Message[]> {
  const all: Message[] = [];
  for (;;) {
    const query = { after: all.at(-1)?.seq ?? 0, limit: 100 };
    const page = (await app.call(getChatMessages, { as: user, params: { id }, query })).ok();
    all.push(...page.messages);
    if (!page.has_more) return all;
  }
}

async function inject(app: TestApp, path: string, init: RequestInit): Promise<Response> {
  const answer = await app.http.inject({
    method: (init.method ?? 'GET') as 'GET',
    url: path,
    headers: init.headers as Record<string, string>,
    ...(init.body ? { payload: String(init.body) } : {}),
  });
  return new Response(answer.statusCode === 204 ? null : answer.body, { status: answer.statusCode });
}
