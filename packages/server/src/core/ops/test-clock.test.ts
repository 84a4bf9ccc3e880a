import { getAuthMe } from '@soulsight/contract/auth';
import { HOUR_MS } from '@soulsight/contract/time';
import { expect, it } from 'vitest';
import { buildAccount } from '../../features/auth/auth.builders.ts';
import { buildTestApp } from '../../testing/test-app.ts';
import { movedSystemClock } from '../clock.ts';
import { ConfigError, configFromEnv } from '../config/config.ts';

const URL_PATH = '/dev/clock';

it('moves the clock of the whole server by an interval or to an instant', async () => {
  const app = await buildTestApp({ env: { TEST_CLOCK: '1' } });
  const user = await buildAccount(app.features.auth);
  (await app.call(getAuthMe, { as: user })).ok();
  const before = app.clock.now().getTime();
  const moved = await app.http.inject({ method: 'POST', url: URL_PATH, payload: { advance_ms: 2 * HOUR_MS } });
  expect(moved.json()).toEqual({ now: new Date(before + 2 * HOUR_MS).toISOString() });
  (await app.call(getAuthMe, { as: user })).refused('session_expired');
  await app.http.inject({ method: 'POST', url: URL_PATH, payload: { now: new Date(before).toISOString() } });
  (await app.call(getAuthMe, { as: user })).ok();
  expect((await app.http.inject(URL_PATH)).json()).toEqual({ now: new Date(before).toISOString() });
  await app.stop();
});

it.each([{}, { advance_ms: 'tomorrow' }, { now: 'tomorrow' }, { advance_ms: 1e15 }, null])(
  'refuses %j',
  async (body) => {
    const app = await buildTestApp({ env: { TEST_CLOCK: '1' } });
    const headers = { 'content-type': 'application/json' };
    const answer = await app.http.inject({ method: 'POST', url: URL_PATH, headers, payload: JSON.stringify(body) });
    expect(answer.statusCode).toBe(400);
    await app.stop();
  },
);

it.each([
  ['from another machine', { remoteAddress: '192.168.1.7' }],
  ['through a proxy', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['under another host name', { headers: { host: 'dating.example' } }],
])('is not found %s', async (_how, request) => {
  const app = await buildTestApp({ env: { TEST_CLOCK: '1' } });
  const before = app.clock.now();
  const payload = { advance_ms: HOUR_MS };
  expect((await app.http.inject({ method: 'POST', url: URL_PATH, payload, ...request })).statusCode).toBe(404);
  expect(app.clock.now()).toEqual(before);
  await app.stop();
});

it('does not exist unless it is asked for', async () => {
  const app = await buildTestApp();
  const payload = { advance_ms: HOUR_MS };
  expect((await app.http.inject({ method: 'POST', url: URL_PATH, payload })).statusCode).toBe(404);
  await app.stop();
});

it.each([
  {},
  { NODE_ENV: 'production' },
  { NODE_ENV: 'test', HOST: '0.0.0.0' },
  { NODE_ENV: 'development', PUBLIC_URL: 'https://dating.example' },
])('stops the start with %j', (env) => {
  expect(() => configFromEnv({ TEST_CLOCK: '1', ...env })).toThrow(ConfigError);
  expect(() => configFromEnv({ TEST_CLOCK: '1', ...env })).toThrow(/TEST_CLOCK/);
  expect(configFromEnv({ ...env }).testClock).toBe(false);
});

it('runs ahead of the system clock', () => {
  const clock = movedSystemClock();
  clock.advance(HOUR_MS);
  const early = Date.now() + HOUR_MS;
  const now = clock.now().getTime();
  expect(now).toBeGreaterThanOrEqual(early);
  expect(now).toBeLessThanOrEqual(Date.now() + HOUR_MS);
});
