import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postAuthLogin } from '@soulsight/contract/auth';
import { getChatMessages, type Message } from '@soulsight/contract/chat';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { Clock } from '@soulsight/web/lib/realtime/clock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { launchServer, type ServerProcess } from '../durability/server-process.ts';
import { type Api, apiAt } from '../support/api.ts';
import { startConversation } from '../support/start-conversation.ts';
import { makeUser, onboardUser } from '../support/test-user.ts';
import { createDevice, type Device, takeOverPages } from './page.ts';

const KILLS = 2;
/** The clients' clock runs this much faster than the server's, so they reconnect soon. */
const SPEED_UP = 10;
/** Below the server's rate limit per connection. */
const WRITE_EVERY_MS = 40;
const EARLIEST_KILL_MS = 200;
const LATEST_KILL_MS = 700;
const RECOVERY_MAX_MS = 3 * MINUTE_MS;

let dataDir: string;
let port: number;
let server: ServerProcess;
let devices: Device[] = [];
let restore = () => {};

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'soulsight-faults-'));
  port = await freePort();
  await start();
});
afterEach(async () => {
  for (const device of devices) device.stop();
  restore();
  await server.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = launchServer(dataDir, port);
  await server.waitUntilReady();
}

const fastClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms / SPEED_UP);
    return () => clearTimeout(timer);
  },
};

it(
  'a server killed during a conversation loses no acknowledged message and duplicates no resent one',
  async () => {
    const { one, other, conversationId } = await buildConversation();
    restore = takeOverPages(fastClock);
    devices = [
      device(one, conversationId),
      // The same account on a second device, which only reads.
      device(one, conversationId),
      device(other, conversationId),
    ];
    await vi.waitFor(expectConnected, { timeout: RECOVERY_MAX_MS });
    const written: string[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const writing = setInterval(() => {
        for (const at of [0, 2]) {
          written.push(`${written.length + 1} from ${at}`);
          devices[at]?.write(written.at(-1) ?? '');
        }
      }, WRITE_EVERY_MS);
      await pause(EARLIEST_KILL_MS + ((LATEST_KILL_MS - EARLIEST_KILL_MS) * kill) / KILLS);
      await server.kill();
      clearInterval(writing);
      await start();
      await vi.waitFor(() => expectAll(written), { timeout: RECOVERY_MAX_MS, interval: 100 });
      const stored = await allMessages(one.api, conversationId);
      expect(stored.map(({ seq }) => seq)).toEqual(written.map((_, n) => n + 1));
      for (const { messages } of devices.map((each) => each.shown())) {
        expect(messages.map(({ id, content }) => [id, content])).toEqual(
          stored.map(({ id, content }) => [id, content]),
        );
      }
    }
  },
  15 * MINUTE_MS,
);

function expectConnected(): void {
  for (const each of devices) expect(each.client().snapshot().status).toBe('connected');
}

/** Every device shows everything written and has nothing left to send. Retries failed messages, as a user would. */
function expectAll(written: readonly string[]): void {
  for (const [n, each] of devices.entries()) {
    const { messages, outgoing } = each.shown();
    const which = `device ${n}, ${each.client().snapshot().status}`;
    for (const { id, status } of outgoing) {
      if (status === 'failed') each.run(() => each.chat().sender.retry(id));
    }
    expect(outgoing, which).toEqual([]);
    expect(messages.map(({ content }) => content).toSorted(), which).toEqual([...written].toSorted());
  }
}

type ChatUser = { id: string; token: string; api: Api };

async function buildConversation(): Promise<{ one: ChatUser; other: ChatUser; conversationId: string }> {
  const visitor = apiAt(server.baseURL);
  const one = await onboardAndSignIn(visitor, makeUser('Ada', { gender: 'woman', wants: 'man' }));
  const other = await onboardAndSignIn(visitor, makeUser('Ben', { gender: 'man', wants: 'woman' }));
  const { conversationId } = await startConversation(one.api, other.api);
  return { one, other, conversationId };
}

async function onboardAndSignIn(visitor: Api, user: ReturnType<typeof makeUser>): Promise<ChatUser> {
  const api = await onboardUser(visitor, user);
  const { email, password } = user;
  const { access_token: token, user: account } = await visitor.call(postAuthLogin, { body: { email, password } });
  return { id: account.id, token, api };
}

function device(user: ChatUser, conversationId: string): Device {
  return createDevice({
    user,
    conversationId,
    clock: fastClock,
    origin: () => `ws://127.0.0.1:${port}`,
    fetch: (where, init) => realFetch(`${server.baseURL}${where}`, init),
    random: Math.random,
  });
}

const realFetch = globalThis.fetch;

async function allMessages(api: Api, id: string): Promise<Message[]> {
  const all: Message[] = [];
  for (;;) {
    const query = { after: all.at(-1)?.seq ?? 0, limit: 100 };
    const page = await api.call(getChatMessages, { params: { id }, query });
    all.push(...page.messages);
    if (!page.has_more) return all;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
