import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { launchServer, npmStart, type ServerProcess } from './server-process.ts';

/** CPU time, as a busy machine takes longer, without loading the modules. It needs less than one; a build needs many more. */
const RESTART_MAX_CPU_SECONDS = 10;
const PRINTED_MAX_MS = 60_000;
const METRICS_TOKEN = 'metrics-token-of-this-test';

let dataDir: string;
let running: ServerProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'soulsight-start-'));
  running = [];
});
afterEach(async () => {
  for (const server of running) await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('answers after seconds of work on a second start and prints its address', async () => {
  const settings = { PORT: String(await freePort()), DEMO: '1', METRICS_TOKEN };
  const first = start(settings);
  await first.waitUntilReady();
  expect(await first.stop()).toBe(0);
  const again = start(settings);
  await again.waitUntilReady();
  expect(await readCpuSeconds(again)).toBeLessThan(RESTART_MAX_CPU_SECONDS);
  await expect.poll(again.printed, { timeout: PRINTED_MAX_MS }).toContain(`http://localhost:${settings.PORT}`);
});

it('refuses a second start on the same data with one sentence', async () => {
  await start({ PORT: String(await freePort()) }).waitUntilReady();
  const second = start({ PORT: String(await freePort()) });
  expect(await second.waitForExit()).toBe(1);
  expect(second.printed().trim().split('\n')).toEqual([expect.stringContaining('already running')]);
});

it('refuses a port in use with one sentence', async () => {
  const port = String(await freePort());
  await start({ PORT: port }).waitUntilReady();
  const second = start({ PORT: port, DATA_DIR: path.join(dataDir, 'other') });
  expect(await second.waitForExit()).toBe(1);
  expect(second.printed().trim().split('\n')).toEqual([expect.stringContaining(port)]);
});

it('refuses a data directory that is not writable with one sentence', async () => {
  const file = path.join(dataDir, 'file');
  writeFileSync(file, '');
  const refused = start({ PORT: String(await freePort()), DATA_DIR: path.join(file, 'data') });
  expect(await refused.waitForExit()).toBe(1);
  expect(refused.printed().trim().split('\n')).toEqual([expect.stringContaining('cannot be written')]);
});

it('refuses a test clock in production with one sentence', async () => {
  const refused = launchServer(dataDir, await freePort(), { TEST_CLOCK: '1' });
  running.push(refused);
  expect(await refused.waitForExit()).toBe(1);
  expect(refused.printed()).toContain('TEST_CLOCK: needs NODE_ENV=development');
});

it('POST /dev/clock moves the tokens and limits of a running server', async () => {
  const server = launchServer(dataDir, await freePort(), {
    ...{ NODE_ENV: 'development', TEST_CLOCK: '1' },
    ...{ GOTRUE_MAILER_AUTOCONFIRM: '1', GOTRUE_RATE_LIMIT_SIGNUP: '1' },
  });
  running.push(server);
  await server.waitUntilReady();
  const send = async (path: string, body?: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await fetch(server.baseURL + path, request);
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  const signUp = (email: string) => send('/auth/v1/signup', { email, password: 'a quiet orchard at dusk' });
  const { access_token, refresh_token } = (await signUp('ann@example.org')).body;
  expect((await send('/auth/v1/user', undefined, access_token)).status).toBe(200);
  expect((await signUp('ben@example.org')).status).toBe(429);
  const moved = await send('/dev/clock', { advance_ms: 2 * 3_600_000 });
  expect(Date.parse(moved.body.now ?? '')).toBeGreaterThanOrEqual(Date.now() + 7_000_000);
  expect(await send('/auth/v1/user', undefined, access_token)).toMatchObject({ body: { error_code: 'bad_jwt' } });
  const renewed = await send('/auth/v1/token?grant_type=refresh_token', { refresh_token });
  expect((await send('/auth/v1/user', undefined, renewed.body.access_token)).status).toBe(200);
  expect((await signUp('ben@example.org')).status).toBe(200);
});

it('names every invalid setting at once', async () => {
  const refused = start({ PORT: 'many', DATABASE_URL: 'somewhere', ROLE: 'boss' });
  expect(await refused.waitForExit()).toBe(1);
  for (const name of ['PORT', 'DATABASE_URL', 'ROLE']) expect(refused.printed()).toContain(`${name}: must be`);
});

function start(settings: Record<string, string>): ServerProcess {
  const server = npmStart(dataDir, settings);
  running.push(server);
  return server;
}

async function readCpuSeconds({ baseURL }: ServerProcess): Promise<number> {
  const metrics = await (
    await fetch(`${baseURL}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
}
