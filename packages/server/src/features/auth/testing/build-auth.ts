import { randomBytes } from 'node:crypto';
import { AuthClient } from '@supabase/auth-js';
import Fastify from 'fastify';
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
  anonymous: MANY,
  wrongPasswords: MANY,
  wrongPasswordsPerNetwork: MANY,
  wrongCodes: MANY,
};

/** Strong enough, and cheap to hash here. */
export const PASSWORD = 'a quiet orchard at dusk';

export interface RawOptions {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

export type AuthOverrides = Partial<Omit<AuthInput, 'config'>> & { config?: Partial<AuthConfig> };

/** Starts only the auth service, on loopback, with a manual clock and a readable mailbox. */
export async function buildAuth(overrides: AuthOverrides = {}) {
  const { config: configOverrides, ...inputOverrides } = overrides;
  const database = await testDatabase();
  const clock = manualClock(new Date());
  const mailbox = memoryMailbox();
  const mailer = mailboxMailer(mailbox, clock);
  const app = Fastify();
  const config: AuthConfig = {
    ...toAuthConfig(z.object(authVariables).parse({}), SITE),
    argon2: CHEAP_ARGON2,
    limits: UNLIMITED,
    answerFloorMs: 0,
    ...configOverrides,
  };
  const auth = await createAuthService({
    config,
    db: database.db,
    singleProcess: true,
    clock,
    vault: createVault(randomBytes(32), clock),
    mailer,
    hasDevMailbox: true,
    log: { warn: () => {} },
    redis: null,
    jwtKeys: null,
    providers: [],
    captcha: null,
    sms: null,
    ...inputOverrides,
  });
  await app.register(gotrueRoutes(auth), { prefix: '/auth/v1' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/auth/v1`;

  return {
    app,
    auth,
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
    async raw(method: string, path: string, options: RawOptions = {}) {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {}) as Record<string, unknown>,
      };
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
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
