import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postAuthLogin } from '@soulsight/contract/auth';
import { getMe } from '@soulsight/contract/profile';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { type Api, apiAt } from '../support/api.ts';
import { allMessages, buildConversation } from './conversation.ts';
import { launchServer, type ServerProcess } from './server-process.ts';
import { type Ledger, newLedger, resend, signUp, writeUntilKilled } from './writers.ts';

/** CI sets more. */
const KILLS = Number(process.env.DURABILITY_KILLS ?? 3);
/** Signing up is slow on purpose: only every third kill waits for an acknowledged sign-up. */
const SIGN_UP_EVERY = 3;
const EARLIEST_KILL_MS = 30;
const LATEST_KILL_MS = 900;
const FIRST_STARTS = 2;
const LATEST_FIRST_START_KILL_MS = 4_000;

let dataDir: string;
let port: number;
let server: ServerProcess | undefined;

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'soulsight-durability-'));
  port = await freePort();
});
afterEach(async () => {
  await server?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

it(`keeps every acknowledged write when killed ${KILLS} times at random moments`, async () => {
  server = await startServer();
  const visitor = apiAt(server.baseURL);
  const { users, conversationId } = await buildConversation(visitor);
  const ledger = newLedger();
  for (let kills = 1; kills <= KILLS; kills += 1) {
    const writing = writeUntilKilled(users, conversationId, visitor, ledger);
    if (kills % SIGN_UP_EVERY === 0) await signUp(visitor, ledger);
    await randomPause(EARLIEST_KILL_MS, LATEST_KILL_MS);
    await server.kill();
    await writing;
    server = await startServer();
    await expectEverything(users[0], visitor, conversationId, ledger);
    for (const user of users) await resend(user, conversationId, ledger);
    expect(await allMessages(users[0], conversationId)).toHaveLength(ledger.sent.size);
  }
  expect(ledger.acknowledged.size).toBeGreaterThan(KILLS);
  expect(ledger.work.acknowledged).toBeGreaterThan(0);
  expect(ledger.signedUp.length).toBeGreaterThan(0);
});

it('starts after being killed during its first start', async () => {
  for (let starts = 0; starts < FIRST_STARTS; starts += 1) {
    const unfinished = launchServer(dataDir, port);
    await randomPause(0, LATEST_FIRST_START_KILL_MS);
    await unfinished.kill();
    server = await startServer();
    await server.kill();
    rmSync(dataDir, { recursive: true });
  }
});

async function startServer(): Promise<ServerProcess> {
  const started = launchServer(dataDir, port);
  await started.waitUntilReady();
  return started;
}

async function expectEverything(api: Api, visitor: Api, conversationId: string, ledger: Ledger): Promise<void> {
  const stored = await allMessages(api, conversationId);
  expect(stored.map((message) => message.seq)).toEqual(stored.map((_, index) => index + 1));
  const contents = new Map(stored.map((message) => [message.id, message.content]));
  for (const { id, seq } of ledger.acknowledged.values())
    expect([seq, contents.get(id)]).toEqual([seq, ledger.sent.get(id)?.content]);
  for (const [id, content] of contents) expect(ledger.sent.get(id)?.content).toBe(content);
  const { work } = await api.call(getMe);
  const storedWork = Number(work?.replace('Work ', '') ?? 0);
  expect([ledger.work.acknowledged, ledger.work.attempted]).toContain(storedWork);
  ledger.work = { acknowledged: storedWork, attempted: storedWork };
  const lastSignUp = ledger.signedUp.at(-1);
  if (lastSignUp)
    await visitor.call(postAuthLogin, { body: { email: lastSignUp.email, password: lastSignUp.password } });
}

function randomPause(fromMs: number, toMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, fromMs + Math.random() * (toMs - fromMs)));
}
