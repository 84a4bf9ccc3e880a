import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '@soulsight/contract/time';
import { afterEach, expect, it, vi } from 'vitest';
import { buildStripeSubscription, fakeStripe, PRICES } from '../features/subscription/testing/fake-stripe.ts';
import { buildTestApp } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';
import { handleErasedPayersAlone } from './erased-payers.ts';

afterEach(() => void vi.restoreAllMocks());

/** Stripe's address leads to a port of this machine, without encryption. */
function redirectStripe(port: number): void {
  const request = ({ host, path, method, headers }: RequestOptions): ClientRequest => {
    expect(host).toBe('api.stripe.com');
    const redirected = http.request({ host: '127.0.0.1', port, path, method, headers, agent: false });
    return redirected.on('socket', (socket) => socket.on('connect', () => socket.emit('secureConnect')));
  };
  vi.spyOn(https, 'request').mockImplementation(request as typeof https.request);
}

it('where no server takes commands, customers of erased users are found, and a worker removes them', async () => {
  const stripe = fakeStripe();
  await once(stripe.server.listen(0, '127.0.0.1'), 'listening');
  redirectStripe((stripe.server.address() as AddressInfo).port);
  const database = await testDatabase();
  const worker = await buildTestApp({
    database: { ...database, close: async () => {} },
    env: {
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      STRIPE_PRICE_MONTHLY: PRICES.premium_monthly,
      STRIPE_PRICE_YEARLY: PRICES.premium_yearly,
    },
  });
  const erased = randomUUID();
  await worker.core.erasures.add(erased);
  const end = new Date(worker.clock.now().getTime() + 20 * DAY_MS);
  const ended = buildStripeSubscription('sub_1', erased, end);
  stripe.subscriptions.set('sub_1', { ...ended, customer: 'cus_erased', status: 'canceled' });

  const { config, storage, clock } = worker.core;
  const command = (argument: string) =>
    handleErasedPayersAlone(config, argument, { database: { ...database, close: async () => {} }, storage, clock });
  expect(await command('remove')).toMatch(/^Of 1 subscriptions, 1 erased users have 1 customers, and 0 still run\.\n/);
  const listDeleted = () => stripe.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  expect(listDeleted()).toEqual([]);
  await worker.drain();
  expect(listDeleted()).toEqual(['/v1/customers/cus_erased']);

  await worker.stop();
  await database.close();
  stripe.server.close();
});
