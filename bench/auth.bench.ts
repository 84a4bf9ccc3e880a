import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { hash, verify } from '@node-rs/argon2';
import { type App, buildApp } from '@soulsight/server/app/app';
import { configFromEnv } from '@soulsight/server/core/config/config';
import { buildAccount } from '@soulsight/server/features/auth/auth.builders';
import { createAuthenticate } from '@soulsight/server/features/auth/auth.compose';
import { exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose';
import { median } from './percentile.ts';

const SECONDS = 3;
const ROUNDS = 5;
const IN_FLIGHT = availableParallelism() * 2;
const PASSWORD = 'a quiet orchard at dusk';
const COSTS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
/** The goals, as a share of the floor measured in the same run. */
const SIGN_IN_SHARE = 0.9;
const CHECK_SHARE = 0.5;
const LOOP_P99_MS = 50;

interface Measured {
  /** Calls per second. */
  rate: number;
  /** Milliseconds of processor time for one call, on all threads. Other work on the machine hardly changes it. */
  cpuMs: number;
}

/** Measures with `inFlight` calls running at once. */
async function measure(inFlight: number, call: () => Promise<unknown>, seconds = SECONDS): Promise<Measured> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const end = start + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < end) {
        await call();
        done += 1;
      }
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  return { rate: (done / (performance.now() - start)) * 1000, cpuMs: (user + system) / 1000 / done };
}

/** Measures two calls in alternating rounds, so that a slow phase of the machine affects both. Returns the median share. */
async function compare(inFlight: number, floor: () => Promise<unknown>, ours: () => Promise<unknown>) {
  const rounds: { floor: Measured; ours: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ floor: await measure(inFlight, floor), ours: await measure(inFlight, ours) });
  }
  const medianFor = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  return {
    share: medianFor(({ floor, ours }) => ours.rate / floor.rate),
    floor: { rate: medianFor((r) => r.floor.rate), cpuMs: medianFor((r) => r.floor.cpuMs) },
    ours: { rate: medianFor((r) => r.ours.rate), cpuMs: medianFor((r) => r.ours.cpuMs) },
  };
}

type Compared = Awaited<ReturnType<typeof compare>>;

function report(what: string, { share, floor, ours }: Compared, peer: string, goal: number): boolean {
  const isGood = share >= goal;
  console.log(
    `${isGood ? 'ok  ' : 'LOW '} ${what}: ${ours.rate.toFixed(0)}/s, ${peer} alone ${floor.rate.toFixed(0)}/s, share ${share.toFixed(2)} (goal ${goal}); ` +
      `processor time ${ours.cpuMs.toPrecision(3)} ms, ${peer} alone ${floor.cpuMs.toPrecision(3)} ms`,
  );
  return isGood;
}

async function benchSignIns(app: App): Promise<boolean> {
  const { email } = await buildAccount(app.features.auth, { password: PASSWORD });
  const stored = await hash(PASSWORD, COSTS);
  const client = { ip: '127.0.0.1', userAgent: null };
  const result = await compare(
    IN_FLIGHT,
    () => verify(stored, PASSWORD),
    () => app.features.auth.signIns.byPassword({ email, password: PASSWORD }, client),
  );
  return report('password sign-ins', result, 'argon2id', SIGN_IN_SHARE);
}

async function benchTokenChecks(app: App): Promise<boolean> {
  const { token } = await buildAccount(app.features.auth);
  const authenticate = createAuthenticate(app.features.auth);
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const key = await importJWK(await exportJWK(publicKey), 'ES256');
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const plain = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(privateKey);
  const result = await compare(
    1,
    () => jwtVerify(plain, key, { algorithms: ['ES256'] }),
    () => authenticate(token),
  );
  return report('access token checks including the session', result, 'jose', CHECK_SHARE);
}

/** The delay of the event loop during 100 concurrent sign-in attempts. */
async function benchFlood(app: App, url: string): Promise<boolean> {
  const accounts = await Promise.all(
    Array.from({ length: 20 }, () => buildAccount(app.features.auth, { password: PASSWORD })),
  );
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let n = 0;
  const attempt = () =>
    fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: accounts[n++ % accounts.length]?.email, password: n % 3 ? PASSWORD : 'wrong' }),
    }).then((response) => response.arrayBuffer());
  delay.enable();
  const { rate: perSecond } = await measure(100, attempt, SECONDS * 2);
  delay.disable();
  const p99 = delay.percentile(99) / 1e6;
  const isGood = p99 < LOOP_P99_MS;
  console.log(
    `${isGood ? 'ok  ' : 'SLOW'} sign-in flood (${perSecond.toFixed(0)}/s over HTTP, 100 at once): event loop p99 ${p99.toFixed(1)} ms (goal under ${LOOP_P99_MS})`,
  );
  return isGood;
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'soulsight-bench-auth-'));
const unlimited = Object.fromEntries(
  ['TOKEN_REFRESH', 'WRONG_PASSWORDS', 'WRONG_PASSWORDS_NETWORK'].map((n) => [`GOTRUE_RATE_LIMIT_${n}`, '10000000']),
);
const config = configFromEnv({
  NODE_ENV: 'production',
  PORT: '0',
  DATA_DIR: dataDir,
  DEMO: '0',
  LOG_LEVEL: 'fatal',
  ...unlimited,
});
const app = await buildApp(config, { rateLimits: false });
try {
  const port = await app.listen();
  console.log(`${availableParallelism()} cores, embedded database on disk, argon2id with 64 MiB and 3 passes`);
  const reached = [
    await benchSignIns(app),
    await benchTokenChecks(app),
    await benchFlood(app, `http://127.0.0.1:${port}`),
  ];
  process.exitCode = reached.every(Boolean) ? 0 : 1;
} finally {
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
