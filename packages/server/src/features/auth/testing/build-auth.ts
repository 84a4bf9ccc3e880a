import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { AuthClient } from '@supabase/auth-js';
import Fastify, { type FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { manualClock } from '../../../core/clock.ts';
import { type AuthConfig, authVariables, toAuthConfig } from '../../../core/config/auth-config.ts';
import { createVault } from '../../../core/crypto/vault.ts';
import { type Mailbox, memoryMailbox } from '../../../core/mail/mailbox.ts';
import { mailboxMailer } from '../../../core/mail/mailer.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { type AccountOptions, buildAccount } from '../auth.builders.ts';
import { type AuthInput, createAuthService } from '../auth.compose.ts';
import { gotrueRoutes } from '../http/gotrue.routes.ts';

const SITE = 'http://localhost:3000';
/** A few hundred microseconds per hash. */
const CHEAP_ARGON2 = { memoryKib: 64, passes: 1 };
const MANY = 100_000;
const UNLIMITED: AuthConfig['limits'] = {
  token: MANY,
  verify: MANY,
  signUp: MANY,
  otp: MANY,
  recover: MANY,
  resend: MANY,
  updateUser: MANY,
  factor: MANY,
  signOutOthers: MANY,
  anonymous: MANY,
  wrongPasswords: MANY,
  wrongPasswordsPerNetwork: MANY,
  wrongCodes: MANY,
};

const DEFAULTS = {
  hasDevMailbox: true,
  mailboxIsReadable: false,
  log: { warn: () => {} },
  jwtKeys: null,
  providers: [],
  captcha: null,
  sms: null,
};

/** Strong enough, and cheap to hash here. */
export const PASSWORD = 'a quiet orchard at dusk';

export interface RawOptions {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

export type AuthOverrides = Partial<Omit<AuthInput, 'config' | 'redis'>> & {
  config?: Partial<AuthConfig>;
  /** For tests that advance the clock past a limit: Redis counts in real time. */
  nodes?: 1;
};

const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;

/**
 * Starts only the auth service, on loopback, with a manual clock and a readable mailbox. On PostgreSQL and Redis these are two
 * nodes, which answer requests in turn.
 */
export async function buildAuth(overrides: AuthOverrides = {}) {
  const { config: configOverrides, nodes: wanted, ...inputOverrides } = overrides;
  const hasTwo = wanted !== 1 && TEST_DATABASE_URL !== undefined && TEST_REDIS_URL !== undefined;
  const database = await testDatabase();
  const clock = manualClock(new Date());
  const mailbox = memoryMailbox();
  const mailer = mailboxMailer(mailbox, clock);
  const config: AuthConfig = {
    ...toAuthConfig(z.object(authVariables).parse({}), SITE),
    argon2: CHEAP_ARGON2,
    limits: UNLIMITED,
    answerFloorMs: 0,
    ...configOverrides,
  };
  const redis = hasTwo ? new Redis(TEST_REDIS_URL, { keyPrefix: randomUUID() }) : null;
  const masterKey = randomBytes(32);
  const startNode = async () => {
    const vault = createVault(masterKey, clock);
    const shared = { config, db: database.db, singleProcess: !hasTwo, clock, mailer, redis };
    const auth = await createAuthService({ ...DEFAULTS, ...shared, vault, ...inputOverrides });
    const app = Fastify({ trustProxy: true });
    await app.register(gotrueRoutes(auth), { prefix: '/auth/v1' });
    await app.ready();
    return { auth, app };
  };
  const [one, ...others] = await Promise.all([startNode(), ...(hasTwo ? [startNode()] : [])]);
  const nodes = [one, ...others];
  const { auth } = one;
  const server = await takeTurns(nodes.map(({ app }) => app));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/auth/v1`;

  return {
    auth,
    nodes,
    clock,
    config,
    db: database.db,
    mailbox,
    url,
    /** The official client with its own storage, as in one browser. */
    client: (options: Partial<ConstructorParameters<typeof AuthClient>[0]> = {}) => createClient(url, options),
    /** The newest email to an address. */
    mail: (to: string) => findMail(mailbox, to),
    /** Opens a mailed link as a browser does, and presses its button. @returns where it redirects */
    async follow(link: string): Promise<URL> {
      const page = await fetch(link.replace(/^.*\/auth\/v1/, url), { redirect: 'manual' });
      const landing = page.status === 200 ? await pressButton(url, await page.text()) : page;
      return new URL(landing.headers.get('location') ?? `about:${landing.status}`);
    },
    /** A user with a password, signed in with their own client. */
    async createUser(options: AccountOptions = {}) {
      const password = options.password ?? PASSWORD;
      const { id, email } = await buildAccount(auth, { ...options, password });
      const client = createClient(url, {});
      const { data, error } = await client.signInWithPassword({ email, password });
      if (error || !data.session) throw error ?? new Error('no session');
      return { id, email, password, client, session: data.session, token: data.session.access_token };
    },
    /** A call that the client does not offer. */
    raw: (method: string, path: string, options: RawOptions = {}) => callRaw(method, url + path, options),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const node of nodes) {
        await node.app.close();
        await node.auth.stop();
      }
      redis?.disconnect();
      await database.close();
    },
  };
}

async function callRaw(method: string, url: string, { token, headers, body }: RawOptions) {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {}) as Record<string, unknown>,
  };
}

/** Listens on a free port of loopback, and passes each request to the next application. */
async function takeTurns(apps: FastifyInstance[]) {
  let turn = 0;
  const server = createServer((request, response) => apps[turn++ % apps.length]?.routing(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
}

export type TestAuth = Awaited<ReturnType<typeof buildAuth>>;
export type TestClient = ReturnType<typeof createClient>;

function createClient(url: string, options: Partial<ConstructorParameters<typeof AuthClient>[0]>) {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  return new AuthClient({
    url,
    headers: { apikey: 'public' },
    storageKey: `test-${Math.random()}`,
    storage,
    persistSession: true,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType: 'pkce',
    experimental: { recoveryCodes: true },
    ...options,
  });
}

/** Submits the form of a mailed link's page as a browser does. */
function pressButton(url: string, html: string): Promise<Response> {
  const body = new URLSearchParams();
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)) {
    body.set(name, value.replaceAll('&amp;', '&'));
  }
  return fetch(`${url}/verify/confirm`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body,
  });
}

function findMail(mailbox: Mailbox, to: string) {
  const [mail] = mailbox.list(to);
  if (!mail) throw new Error(`no mail to ${to}`);
  const code = /Your code: (\d{6})/.exec(mail.text)?.[1] ?? '';
  const link = mail.links[0] ?? '';
  const token = URL.canParse(link) ? (new URL(link).searchParams.get('token') ?? '') : '';
  return { ...mail, code, link, token };
}
