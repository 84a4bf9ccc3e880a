import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../../scripts/lib/free-port.ts';
import { launchServer, type ServerProcess } from '../durability/server-process.ts';
import { addRole, type Role } from './add-role.ts';
import { apiAt } from './api.ts';
import { createDatabase } from './create-database.ts';
import { startConversation } from './start-conversation.ts';
import { test as base, expect, type Width } from './test.ts';
import { makeUser, onboardUser, type TestUser } from './test-user.ts';

/** PostgreSQL and Redis, when this run has them. */
export const SERVICES = { databaseUrl: process.env.TEST_DATABASE_URL, redisUrl: process.env.TEST_REDIS_URL };

/** A server that the journey may kill. */
export interface OwnNode {
  url: string;
  /** The address for browsers; another one than `url` if the node has a name that only they know. */
  publicUrl: string;
  /** Gives an account a role, as `npm run moderator:add` and `operator:add` do while the server runs. */
  addRole(email: string, role: Role): void;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Restarts it on the same port and data. */
  start(): Promise<void>;
}

export interface OwnNodes {
  /** Starts one node with the embedded database, and these environment variables. @param host its public name */
  embedded(settings?: Record<string, string>, host?: string): Promise<OwnNode>;
  /** Starts `count` nodes with one PostgreSQL and Redis. */
  behindServices(count: number): Promise<OwnNode[]>;
}

interface Fixtures {
  nodes: OwnNodes;
  /** Opens a browser window signed in as the user at a node. */
  openSignedIn(user: TestUser, node: OwnNode, width: Width): Promise<Page>;
}

/** A name that browsers resolve to this machine. It is not of a secure context, unlike `localhost`. */
export const LAN_HOST = 'soulsight.local';

/** What the browser logs when the server is gone, or is reached over plain HTTP; expected here. */
const EXPECTED_FAULT =
  /WebSocket connection to|^foreign: (http|ws):\/\/(localhost|soulsight\.local):\d+\/|^console: The Cross-Origin-Opener-Policy header/;

/** A test with its own nodes. Lost connections are expected; script errors and 5xx responses still fail it. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  faults: async ({}, use) => {
    const faults: string[] = [];
    await use(faults);
    expect(faults.filter((fault) => !EXPECTED_FAULT.test(fault))).toEqual([]);
  },

  nodes: async ({ faults }, use) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-nodes-'));
    const killed = new Set<string>();
    const running = new Set<ServerProcess>();
    async function node(name: string, settings: Record<string, string>, host = 'localhost'): Promise<OwnNode> {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const publicUrl = `http://${host}:${port}`;
      let server: ServerProcess;
      const start = async () => {
        server = launchServer(path.join(dir, name), port, { PUBLIC_URL: publicUrl, ...settings });
        running.add(server);
        await server.waitUntilReady();
      };
      await start();
      return {
        url,
        publicUrl,
        start,
        kill: () => {
          killed.add(url);
          return server.kill();
        },
        addRole: (email, role) => addRole(path.join(dir, name), email, role),
      };
    }
    await use({
      embedded: (settings = {}, host) => node('embedded', settings, host),
      async behindServices(count) {
        const settings = {
          DATABASE_URL: createDatabase(SERVICES.databaseUrl ?? ''),
          REDIS_URL: SERVICES.redisUrl ?? '',
          ENCRYPTION_KEY: randomBytes(32).toString('base64'),
          // One address for all nodes, as behind a load balancer: tokens contain it.
          PUBLIC_URL: 'http://localhost:3000',
        };
        const nodes: OwnNode[] = [];
        for (let n = 1; n <= count; n += 1) nodes.push(await node(`node-${n}`, settings));
        return nodes;
      },
    });
    // A node that starts again answers 503 until it is ready.
    const isFromStart = (fault: string) =>
      [...killed].some((url) => fault.startsWith('503: ') && fault.includes(` ${url}/`));
    faults.splice(0, faults.length, ...faults.filter((fault) => !isFromStart(fault)));
    await Promise.all([...running].map((server) => server.stop()));
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  },

  openSignedIn: async ({ openWindow }, use) => {
    await use(async (user, node, width) => {
      const page = await openWindow(width);
      await signIn(page, user, node);
      return page;
    });
  },
});

/** Signs in on a page that nobody signed in on before. */
export async function signIn(page: Page, user: TestUser, node: OwnNode): Promise<void> {
  await page.goto(`${node.publicUrl}/login`);
  const accept = page.getByRole('button', { name: 'Accept' });
  await accept.click();
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password', { exact: true }).fill(user.password);
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}

/** Creates two matched users with a conversation, through the API. */
export async function buildConversation(
  node: OwnNode,
): Promise<{ ada: TestUser; ben: TestUser; conversationId: string }> {
  const visitor = apiAt(node.url);
  const ada = makeUser('Ada', { gender: 'woman', wants: 'man' });
  const ben = makeUser('Ben', { gender: 'man', wants: 'woman' });
  const [one, other] = [await onboardUser(visitor, ada), await onboardUser(visitor, ben)];
  const { conversationId } = await startConversation(one, other);
  return { ada, ben, conversationId };
}
