import { endpoint } from '@soulsight/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type BuiltAccount, buildAccount } from '../../features/auth/auth.builders.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';
import type { Database } from '../db/types.ts';
import { route } from '../http/route.ts';

const redisUrl = process.env.TEST_REDIS_URL ?? '';
const rare = endpoint({
  method: 'POST',
  path: '/api/toy/rare',
  summary: '',
  access: 'signed_in',
  response: z.undefined(),
  callsPerMinute: 2,
});

/** Two nodes behind one database and one Redis. */
describe.runIf(redisUrl)('two nodes', () => {
  let database: Database;
  let one: TestApp;
  let two: TestApp;
  let ann: BuiltAccount;

  beforeAll(async () => {
    database = await testDatabase();
    const node = () =>
      buildTestApp({
        // Closed in afterAll.
        database: { ...database, close: async () => {} },
        env: { REDIS_URL: redisUrl },
        rateLimits: true,
        routes: (http) => route(http, rare, () => undefined),
      });
    [one, two] = [await node(), await node()];
    ann = await buildAccount(one.features.auth);
  });
  afterAll(async () => {
    await Promise.all([one.stop(), two.stop()]);
    await database.close();
  });

  it('an event published on one node reaches sockets of the other', async () => {
    const socket = await two.socket(ann);
    await socket.next('auth_success');
    const { db, outbox } = one.core;
    await db.transaction((tx) => outbox.publish(tx, { to: [ann.id], type: 'match_liked', payload: {} }));
    await socket.next('match_liked');
    expect(await one.core.hub.online([ann.id])).toEqual(new Set([ann.id]));
    await socket.close();
  });

  it('a session revoked on one node loses its sockets on the other', async () => {
    const ben = await buildAccount(one.features.auth);
    const socket = await two.socket(ben);
    await socket.next('auth_success');
    await one.core.hub.revoke(ben.id);
    await socket.next('auth_expired');
    expect(await socket.closed).toBe(1008);
  });

  it('a rate limit counts calls to both nodes', async () => {
    (await one.call(rare, { as: ann })).ok();
    (await two.call(rare, { as: ann })).ok();
    (await one.call(rare, { as: ann })).refused('rate_limited');
  });

  it('keeps delivering locally while Redis is down', async () => {
    two.core.redis?.disconnect();
    await two.core.bus.close();
    const socket = await two.socket(ann);
    await socket.next('auth_success');
    const { db, outbox } = two.core;
    await db.transaction((tx) => outbox.publish(tx, { to: [ann.id], type: 'match_liked', payload: {} }));
    await socket.next('match_liked');
    for (let n = 0; n < 4; n += 1) (await two.call(rare, { as: ann })).ok();
    const health = await two.http.inject('/health');
    expect([health.statusCode, health.json()]).toEqual([200, { status: 'ok', database: 'ok', bus: 'down' }]);
    await socket.close();
  });
});
