import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postAuthRegister, postAuthVerifyEmail } from '@soulsight/contract/auth';
import { getMe } from '@soulsight/contract/profile';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { startFakeS3 } from '../../packages/server/src/testing/fake-s3.ts';
import { NODES, nodeSettings, startCommand } from '../../scripts/lib/deploy.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { apiAt } from '../support/api.ts';
import { startBalancer } from '../support/balancer.ts';
import { createDatabase } from '../support/create-database.ts';
import { startMailCatcher } from '../support/mail-catcher.ts';
import { makeUser } from '../support/test-user.ts';

/** The nodes have no state of their own, so they write nothing here. */
const NOWHERE = path.join(tmpdir(), `soulsight-compose-${randomBytes(6).toString('hex')}`);
const ROOT = path.resolve(import.meta.dirname, '../..');
const { TEST_DATABASE_URL = '', TEST_REDIS_URL = '' } = process.env;

describe.runIf(TEST_DATABASE_URL && TEST_REDIS_URL)(
  'the nodes of compose.yaml as processes (needs TEST_DATABASE_URL and TEST_REDIS_URL)',
  () => {
    it('start with its settings and the start command of the image, and work together', async () => {
      const s3 = await startFakeS3();
      const mail = await startMailCatcher();
      const ports = await Promise.all(NODES.map(() => freePort()));
      const places = {
        // The names of the services in compose.yaml.
        'soulsight:password@database:5432/soulsight': createDatabase(TEST_DATABASE_URL).replace(/^\w+:\/\//, ''),
        'redis://cache:6379': TEST_REDIS_URL,
        'http://soulsight:s3-secret@objects:7070/soulsight': s3.url,
        'mail:1025': `127.0.0.1:${mail.port}`,
      };
      const nodes = NODES.map((name, n) => launch({ ...at(places, toSettings(name)), PORT: String(ports[n]) }));
      const balancer = await startBalancer(ports.slice(0, 2));
      try {
        await Promise.all(ports.map((port, n) => waitUntilReady(port, nodes[n] as ChildProcess)));
        await balancer.waitForReady(2);
        const { email, password, firstName, birthDate } = makeUser('Ada');
        const visitor = apiAt(balancer.baseURL);
        const data = { first_name: firstName, birth_date: birthDate };
        await visitor.call(postAuthRegister, { body: { email, password, data } });
        // The worker sends it.
        const token = (await mail.first()).match(/\b\d{6}\b/)?.[0] ?? '';
        const session = await visitor.call(postAuthVerifyEmail, { body: { email, token } });
        const signedIn = visitor.as(session.access_token);
        // In turn, so each of the two has answered.
        for (let n = 0; n < 4; n += 1) expect((await signedIn.call(getMe)).id).toBe(session.user.id);
        const form = new FormData();
        const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#4a4' } })
          .jpeg()
          .toBuffer();
        form.append('photo', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'me.jpg');
        const authorization = `Bearer ${session.access_token}`;
        const url = `${balancer.baseURL}/api/user/photos`;
        const added = await fetch(url, { method: 'POST', body: form, headers: { authorization } });
        expect([added.status, s3.objects.size]).toEqual([200, 3]);
        const metrics = await fetch(`http://127.0.0.1:${ports[2]}/metrics`, {
          headers: { authorization: `Bearer ${'m'.repeat(20)}` },
        });
        expect(metrics.status).toBe(200);
        expect(existsSync(NOWHERE)).toBe(false);
        for (const node of nodes) node.kill('SIGTERM');
        expect(await Promise.all(nodes.map(exitCode))).toEqual([0, 0, 0]);
      } finally {
        for (const node of nodes) node.kill('SIGKILL');
        balancer.stop();
        s3.stop();
        mail.stop();
      }
    });
  },
);

function toSettings(name: (typeof NODES)[number]): Record<string, string> {
  const { publicKey, privateKey } = vapidKeys();
  return nodeSettings(name, {
    POSTGRES_PASSWORD: 'password',
    S3_SECRET: 's3-secret',
    ENCRYPTION_KEY: Buffer.alloc(32, 5).toString('base64'),
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    METRICS_TOKEN: 'm'.repeat(20),
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

function launch(settings: Record<string, string>): ChildProcess {
  const [, ...args] = startCommand();
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: NOWHERE, ...settings };
  return spawn(path.join(ROOT, 'node_modules/.bin/node'), args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function waitUntilReady(port: number, node: ChildProcess): Promise<void> {
  for (;;) {
    if (node.exitCode !== null) throw new Error(`a node exited with ${node.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function exitCode(node: ChildProcess): Promise<number | null> {
  if (node.exitCode === null) await once(node, 'exit');
  return node.exitCode;
}
