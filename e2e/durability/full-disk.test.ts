import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { postChatMessage } from '@soulsight/contract/chat';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { apiAt } from '../support/api.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { allMessages, buildConversation } from './conversation.ts';
import { openDevice, type SignedIn, signIn } from './device.ts';
import { launchServer } from './server-process.ts';

/** An idle machine needs two seconds; the rest is reserve for a busy one. */
const RECOVERY_MAX_MS = 180_000;
const FAULT_MS = 3_000;
const SEND_EVERY_MS = 500;
const PROBE_EVERY_MS = 500;
const ANSWER_MAX_MS = 20_000;
const DISK_MB = 600;
/** What people are told meanwhile. */
const SENTENCE = /^(stored|503 (unavailable|overloaded)|429 rate_limited)$/;

let dir: string;
let stops: (() => unknown)[];

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'soulsight-under-load-'));
  stops = [() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 })];
});
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
});

describe.runIf(process.env.FULL_DISK)('under load (needs FULL_DISK=1 and root)', () => {
  it('the embedded installation refuses writes on a full disk, says so, and resumes when there is space', async () => {
    const disk = mountSmallDisk(dir, DISK_MB);
    stops.push(disk.unmount);
    const server = launchServer(path.join(dir, 'data'), await freePort());
    stops.push(server.kill);
    await server.waitUntilReady();
    const load = await startLoad(server.baseURL);
    disk.fill();
    await setTimeout(FAULT_MS);
    const readiness = await fetch(`${server.baseURL}/health/ready`);
    expect(readiness.status).toBe(503);
    expect(await readiness.text()).toContain('The disk of the database is full');
    expect((await fetch(`${server.baseURL}/health/live`)).status).toBe(200);
    expect(load.answers()).toContain('503 unavailable');
    disk.free();
    expect(await load.waitForRecovery()).toBeLessThan(RECOVERY_MAX_MS);
    await load.expectEverything();
  });

  it('the embedded installation on a slow disk still stores everything, only later', async () => {
    const slow = path.join(dir, 'slow');
    const server = launchServer(path.join(dir, 'data'), await freePort(), {
      NODE_OPTIONS: `--import ${path.resolve(import.meta.dirname, '../support/slow-fsync.mjs')}`,
      SLOW_FSYNC_FILE: slow,
    });
    stops.push(server.kill);
    await server.waitUntilReady();
    const load = await startLoad(server.baseURL);
    await load.waitForRecovery();
    const countWaits = () => (existsSync(`${slow}.waits`) ? statSync(`${slow}.waits`).size : 0);
    expect(countWaits()).toBe(0);
    writeFileSync(slow, '');
    await load.waitForRecovery();
    // Each commit waits for the disk: otherwise nothing was slow, and the rest says nothing.
    expect(countWaits()).toBeGreaterThan(0);
    await setTimeout(FAULT_MS);
    expect((await fetch(`${server.baseURL}/health/ready`)).status).toBe(200);
    expect(load.answers()).toContain('stored');
    rmSync(slow);
    const recoveredMs = await load.waitForRecovery();
    console.log(`embedded, slow disk: well after ${(recoveredMs / 1_000).toFixed(1)} s`);
    expect(recoveredMs).toBeLessThan(RECOVERY_MAX_MS);
    await load.expectEverything();
  });
});

/** Two users who write all the time, each message repeatedly until it is stored, as the browser's client does. */
async function startLoad(url: string) {
  const { accounts, conversationId } = await buildConversation(apiAt(url));
  const [ada, ben] = await Promise.all(accounts.map((user) => signIn(url, user)));
  if (!ada || !ben) throw new Error('nobody signed in');
  const device = openDevice(url, ben);
  stops.push(device.close);
  const stored: string[] = [];
  /** Without an answer: they may be stored. */
  const unknown = new Set<string>();
  let answers: string[] = [];
  let isRunning = true;

  async function post({ token }: SignedIn, id: string): Promise<string> {
    const response = await fetch(url + postChatMessage.path.replace(':id', conversationId), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'It was a long day, and a good one.', message_id: id }),
      signal: AbortSignal.timeout(ANSWER_MAX_MS),
    });
    if (response.ok) return 'stored';
    const { code } = (await response.json().catch(() => ({}))) as { code?: string };
    return [response.status, code].filter(Boolean).join(' ');
  }

  async function write(user: SignedIn): Promise<void> {
    while (isRunning) {
      const id = randomUUID();
      let answer = '';
      while (isRunning && answer !== 'stored') {
        answer = await post(user, id).catch((error: Error) => `no answer: ${error.message}`);
        answers.push(answer);
        await setTimeout(SEND_EVERY_MS);
      }
      if (answer === 'stored') stored.push(id);
      else unknown.add(id);
    }
  }

  stops.push(() => {
    isRunning = false;
  });
  const writers = [ada, ben].map(write);
  const isReady = async () => (await fetch(`${url}/health/ready`).catch(() => null))?.ok === true;

  return {
    /** What the writers were answered since the last recovery. */
    answers: () => answers,
    /** Resolves to the time until the server is ready and a message arrives at the other user's device. */
    async waitForRecovery(): Promise<number> {
      const startedAt = performance.now();
      for (let isWell = false; !isWell && performance.now() - startedAt < 2 * RECOVERY_MAX_MS; ) {
        const id = randomUUID();
        const answer = await post(ada, id).catch(() => 'no answer');
        if (answer === 'stored') stored.push(id);
        else unknown.add(id);
        await setTimeout(PROBE_EVERY_MS);
        isWell = device.received().includes(id) && (await isReady());
      }
      expect(answers.filter((answer) => !SENTENCE.test(answer))).toEqual([]);
      answers = [];
      return Math.round(performance.now() - startedAt);
    },
    async expectEverything(): Promise<void> {
      isRunning = false;
      await Promise.all(writers);
      const messages = await allMessages(ben.api, conversationId);
      expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, n) => n + 1));
      const ids = messages.map(({ id }) => id).filter((id) => !unknown.has(id));
      expect(ids.sort()).toEqual(stored.sort());
      expect(new Set(device.received()).size).toBe(device.received().length);
    },
  };
}
