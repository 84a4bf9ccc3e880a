import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { postAuthRegister } from '@soulsight/contract/auth';
import { TERMS_VERSION } from '@soulsight/contract/limits';
import { getMe } from '@soulsight/contract/profile';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeS3 } from '../../packages/server/src/testing/fake-s3.ts';
import { exportedIn, listExpressions, namesIn } from '../../packages/server/src/testing/watched-metrics.ts';
import { imageSettings, NODES, nodeSettings, startCommand } from '../../scripts/lib/deploy.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { apiAt } from '../support/api.ts';
import { startCaddy } from '../support/caddy.ts';
import { createDatabase } from '../support/create-database.ts';
import { startMailCatcher } from '../support/mail-catcher.ts';
import { makeUser } from '../support/test-user.ts';
import { waitUntil } from '../support/wait-until.ts';
import { allMessages, buildConversation } from './conversation.ts';
import { openDevice, signIn } from './device.ts';
import { launch, NODE } from './server-process.ts';
import { startSteadyLoad } from './steady-load.ts';

/** The nodes have no state of their own, so they write nothing here. */
const NOWHERE = path.join(tmpdir(), `soulsight-compose-${randomBytes(6).toString('hex')}`);
const METRICS_TOKEN = 'm'.repeat(20);
/** Prometheus's own, and what only an embedded installation or one with a replica has. */
const ELSEWHERE = /^(up|backup_age_seconds|db_replica_.*)$/;
/** Below the limit of a minute for one address. */
const SIGN_UP_EVERY_MS = 15_000;
const PATIENCE_MS = 300_000;
/** Caddy asks every two seconds and counts a node that failed for five. */
const SEEN_AGAIN_MS = 8_000;
const { TEST_DATABASE_URL = '', TEST_REDIS_URL = '' } = process.env;

type World = Awaited<ReturnType<typeof buildWorld>>;
let world: World;
let conversation: Awaited<ReturnType<typeof buildConversation>>;

describe.runIf(TEST_DATABASE_URL && TEST_REDIS_URL)(
  'the nodes of compose.yaml as processes, behind Caddy with its rules (needs TEST_DATABASE_URL and TEST_REDIS_URL)',
  () => {
    beforeAll(async () => {
      world = await buildWorld();
      conversation = await buildConversation(apiAt(world.url), (_, email) => world.mail.readCode(email));
    });
    afterAll(() => world.stop());

    it('start with the settings and the start command of the image, and work together', async () => {
      const { s3, url } = world;
      const { accounts, users, conversationId } = conversation;
      const [ada] = await Promise.all(accounts.map((user) => signIn(url, user)));
      // In turn, so each of the two has answered.
      for (let n = 0; n < 4; n += 1) expect((await users[0].call(getMe)).id).toBe(ada?.id);
      const form = new FormData();
      const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#4a4' } })
        .jpeg()
        .toBuffer();
      form.append('photo', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'me.jpg');
      const authorization = `Bearer ${ada?.token}`;
      const added = await fetch(`${url}/api/user/photos`, { method: 'POST', body: form, headers: { authorization } });
      expect([added.status, s3.objects.size]).toEqual([200, 3]);
      expect(await allMessages(users[1], conversationId)).toEqual([]);
    });

    it('a rolling restart, worker first, fails no request, loses or doubles no message, and sends each email once', async () => {
      const { mail, nodes, restart, url } = world;
      const { accounts, conversationId } = conversation;
      const [ada, ben] = await Promise.all(accounts.map((user) => signIn(url, user)));
      if (!ada || !ben) throw new Error('nobody signed in');
      const device = openDevice(url, ben);
      const load = startSteadyLoad([ada.api, ben.api], conversationId);
      const newcomers = startSignUps(url);
      for (const n of [2, 0, 1]) {
        expect(await nodes[n]?.stop()).toBe(0);
        await restart(n);
        await setTimeout(SEEN_AGAIN_MS);
      }
      const { sent, answered, failures } = await load.stop();
      const signedUp = await newcomers.stop();
      expect([...failures, ...signedUp.failures]).toEqual([]);
      expect(answered).toBeGreaterThan(sent.length);
      const stored = await allMessages(ben.api, conversationId);
      expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, n) => n + 1));
      expect(stored.map(({ id }) => id).sort()).toEqual(sent.sort());
      expect(device.reconnects()).toBeGreaterThan(0);
      expect(new Set(device.received()).size).toBe(device.received().length);
      device.close();
      expect(signedUp.emails.length).toBeGreaterThan(2);
      for (const email of signedUp.emails) await waitUntil(() => mail.count(email) > 0, PATIENCE_MS);
      expect(signedUp.emails.map((email) => mail.count(email))).toEqual(signedUp.emails.map(() => 1));
    });

    it('have every metric that the dashboard and the alerts name, and stop when told to', async () => {
      const { nodes } = world;
      for (const { baseURL } of nodes) {
        const answer = await fetch(`${baseURL}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
        expect(answer.status).toBe(200);
        const exported = exportedIn(await answer.text());
        expect(
          listExpressions()
            .flatMap(namesIn)
            .filter((name) => !exported.includes(name) && !ELSEWHERE.test(name)),
        ).toEqual([]);
      }
      expect(existsSync(NOWHERE)).toBe(false);
      expect(await Promise.all(nodes.map((node) => node.stop()))).toEqual([0, 0, 0]);
    });
  },
);

async function buildWorld() {
  const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-caddy-'));
  const s3 = await startFakeS3();
  const mail = await startMailCatcher();
  const ports = await Promise.all(NODES.map(() => freePort()));
  const site = `localhost:${await freePort()}`;
  const places = {
    // The names of the services in compose.yaml.
    'soulsight:password@database:5432/soulsight': createDatabase(TEST_DATABASE_URL).replace(/^\w+:\/\//, ''),
    'redis://cache:6379': TEST_REDIS_URL,
    'http://soulsight:s3-secret@objects:7070/soulsight': s3.url,
    'mail:1025': `127.0.0.1:${mail.port}`,
  };
  const settings = NODES.map((name) => at(places, toSettings(name, site)));
  const start = (n: number) => launchNode(settings[n] ?? {}, String(ports[n]));
  const nodes = NODES.map((_, n) => start(n));
  await Promise.all(nodes.map((node) => node.waitUntilReady()));
  const caddy = await startCaddy(dir, site, ports.slice(0, 2));
  return {
    ...{ mail, s3, nodes },
    url: caddy.baseURL,
    async restart(n: number): Promise<void> {
      nodes[n] = start(n);
      await nodes[n].waitUntilReady();
    },
    async stop(): Promise<void> {
      for (const node of nodes) await node.kill();
      await caddy.stop();
      s3.stop();
      mail.stop();
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** People who sign up, one after the other: each must get one email. */
function startSignUps(url: string) {
  const emails: string[] = [];
  const failures: string[] = [];
  const stopped = new AbortController();
  async function signUp(): Promise<void> {
    const { email, password, firstName, birthDate } = makeUser('Cleo');
    const consents = { terms_version: TERMS_VERSION, behavioural_analysis: true };
    const data = { first_name: firstName, birth_date: birthDate, ...consents };
    await apiAt(url).call(postAuthRegister, { body: { email, password, data } });
    emails.push(email);
  }
  const running = (async () => {
    while (!stopped.signal.aborted) {
      await signUp().catch((error: Error) => failures.push(`${error.message} ${error.cause ?? ''}`));
      await setTimeout(SIGN_UP_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await running;
      return { emails, failures };
    },
  };
}

function toSettings(name: (typeof NODES)[number], site: string): Record<string, string> {
  const { publicKey, privateKey } = vapidKeys();
  return nodeSettings(name, {
    SITE_ADDRESS: site,
    POSTGRES_PASSWORD: 'password',
    S3_SECRET: 's3-secret',
    ENCRYPTION_KEY: Buffer.alloc(32, 5).toString('base64'),
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    METRICS_TOKEN,
  });
}

/** Only the addresses of the other services are changed. A setting that names one of them otherwise fails the start. */
function at(places: Record<string, string>, settings: Record<string, string>): Record<string, string> {
  const replace = (value: string) =>
    Object.entries(places).reduce((changed, [name, place]) => changed.replace(name, place), value);
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, replace(value)]));
}

let keys: { publicKey: string; privateKey: string } | undefined;

function vapidKeys() {
  if (keys) return keys;
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  keys = { publicKey: point.toString('base64url'), privateKey: d };
  return keys;
}

/** With the environment of the image and of Compose, and nothing else; in containers it may listen on all addresses. */
function launchNode(settings: Record<string, string>, port: string) {
  const [, ...args] = startCommand();
  const here = { HOST: '127.0.0.1', PORT: port, DATA_DIR: NOWHERE };
  return launch([NODE, ...args], { PATH: process.env.PATH, ...imageSettings(), ...settings, ...here }, port);
}
