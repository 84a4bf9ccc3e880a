import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { apiAt } from '../support/api.ts';
import { startBalancer } from '../support/balancer.ts';
import { createDatabase } from '../support/create-database.ts';
import { checkOutServer, findOlderVersion } from '../support/older-version.ts';
import { allMessages, buildConversation } from './conversation.ts';
import { openDevice, signIn } from './device.ts';
import { launchServer, type ServerProcess } from './server-process.ts';
import { startSteadyLoad } from './steady-load.ts';

const { TEST_DATABASE_URL = '', TEST_REDIS_URL = '' } = process.env;

const OLDER = findOlderVersion();

interface Update {
  /** The folder of the version that runs at first; our own without it. */
  from?: string;
  dir: string;
}

/** Two nodes under load, of which one after the other is stopped and started in our version. */
async function roll({ from, dir }: Update): Promise<void> {
  const ports = [await freePort(), await freePort()] as const;
  const settings = {
    DATABASE_URL: createDatabase(TEST_DATABASE_URL),
    REDIS_URL: TEST_REDIS_URL,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: 'http://localhost:3000',
    // A busy machine may take seconds for a health check, and the balancer must hear of the stop in time.
    DRAIN_SECONDS: '6',
  };
  const launch = (n: 0 | 1, root?: string) => launchServer(path.join(dir, String(n)), ports[n], settings, root);
  const nodes: [ServerProcess, ServerProcess] = [launch(0, from), launch(1, from)];
  const balancer = await startBalancer(ports);
  try {
    for (const node of nodes) await node.waitUntilReady();
    const { accounts, conversationId } = await buildConversation(apiAt(nodes[0].baseURL));
    const [ada, ben] = await Promise.all(accounts.map((user) => signIn(balancer.baseURL, user)));
    if (!ada || !ben) throw new Error('nobody signed in');
    const device = openDevice(balancer.baseURL, ben);
    const load = startSteadyLoad([ada.api, ben.api], conversationId);
    const replace = async (n: 0 | 1, root?: string) => {
      await setTimeout(1_000);
      expect(await nodes[n].stop()).toBe(0);
      nodes[n] = launch(n, root);
      await nodes[n].waitUntilReady();
      await balancer.waitForReady(2);
    };
    await replace(0);
    // A node of the older version that stops meanwhile comes back, on what the newer one made of the database.
    if (from) await replace(1, from);
    await replace(1);
    await setTimeout(1_000);
    const { sent, answered, failures } = await load.stop();
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(sent.length);
    const stored = await allMessages(ben.api, conversationId);
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, n) => n + 1));
    expect(stored.map(({ id }) => id).sort()).toEqual(sent.sort());
    // Whatever came while the device reconnected is in the thread, which it then requests; the rest it was sent once.
    expect(device.received().length).toBeGreaterThan(0);
    expect(device.reconnects()).toBeGreaterThan(0);
    expect(new Set(device.received()).size).toBe(device.received().length);
    device.close();
  } finally {
    balancer.stop();
    for (const node of nodes) await node.stop();
  }
}

describe.runIf(TEST_DATABASE_URL && TEST_REDIS_URL)(
  'two nodes under load (needs TEST_DATABASE_URL and TEST_REDIS_URL)',
  () => {
    let dir: string;
    beforeEach(() => {
      dir = mkdtempSync(path.join(tmpdir(), 'soulsight-rolling-'));
    });
    afterEach(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }));

    it('a rolling restart fails no request and loses or doubles no message', () => roll({ dir }));

    it.runIf(OLDER)(
      'nor does a rolling update from the version before the newest migration (needs its commit)',
      async () => {
        const from = path.join(dir, 'older');
        mkdirSync(from);
        checkOutServer(OLDER ?? '', from);
        await roll({ from, dir });
      },
    );
  },
);
