import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { apiAt } from '../support/api.ts';
import { startBalancer } from '../support/balancer.ts';
import { createDatabase } from '../support/create-database.ts';
import { allMessages, buildConversation } from './conversation.ts';
import { openDevice, signIn } from './device.ts';
import { launchServer, type ServerProcess } from './server-process.ts';
import { startSteadyLoad } from './steady-load.ts';

const { TEST_DATABASE_URL = '', TEST_REDIS_URL = '' } = process.env;

describe.runIf(TEST_DATABASE_URL && TEST_REDIS_URL)(
  'a rolling restart of two nodes (needs TEST_DATABASE_URL and TEST_REDIS_URL)',
  () => {
    it('fails no request and loses or doubles no message', async () => {
      const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-rolling-'));
      const ports = [await freePort(), await freePort()] as const;
      const settings = {
        DATABASE_URL: createDatabase(TEST_DATABASE_URL),
        REDIS_URL: TEST_REDIS_URL,
        ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        PUBLIC_URL: 'http://localhost:3000',
        // A busy machine may take seconds for a health check, and the balancer must hear of the stop in time.
        DRAIN_SECONDS: '6',
      };
      const launch = (n: 0 | 1) => launchServer(path.join(dir, String(n)), ports[n], settings);
      const nodes: [ServerProcess, ServerProcess] = [launch(0), launch(1)];
      const balancer = await startBalancer(ports);
      try {
        for (const node of nodes) await node.waitUntilReady();
        const { accounts, conversationId } = await buildConversation(apiAt(nodes[0].baseURL));
        const [ada, ben] = await Promise.all(accounts.map((user) => signIn(balancer.baseURL, user)));
        if (!ada || !ben) throw new Error('nobody signed in');
        const device = openDevice(balancer.baseURL, ben);
        const load = startSteadyLoad([ada.api, ben.api], conversationId);
        for (const n of [0, 1] as const) {
          await setTimeout(1_000);
          expect(await nodes[n].stop()).toBe(0);
          nodes[n] = launch(n);
          await nodes[n].waitUntilReady();
          await balancer.waitForReady(2);
        }
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
        rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
      }
    });
  },
);
