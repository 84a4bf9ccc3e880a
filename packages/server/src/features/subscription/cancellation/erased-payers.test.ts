import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handleErasedPayers } from '../../../app/operator-commands.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { buildAccount } from '../../auth/auth.builders.ts';
import { createStripeGateway } from '../stripe/stripe-gateway.ts';
import { type BuiltSubscription, buildSubscription } from '../testing/build-subscription.ts';
import { buildStripeSubscription, fakeStripe, PRICES } from '../testing/fake-stripe.ts';

let app: TestApp;
let built: BuiltSubscription;
const fake = fakeStripe();
beforeAll(async () => {
  app = await buildTestApp();
  await new Promise<void>((done) => fake.server.listen(0, '127.0.0.1', done));
  const { port } = fake.server.address() as AddressInfo;
  const gateway = createStripeGateway({
    ...{ secretKey: 'sk_test_x', webhookSecret: 'whsec_test', prices: PRICES, publicUrl: 'http://localhost:3000' },
    api: { host: '127.0.0.1', port, protocol: 'http' },
  });
  built = await buildSubscription(app, gateway);
});
afterAll(async () => {
  fake.server.close();
  await built.stop();
  await app.stop();
});

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS);
function addSubscription(userId: string, changed: { customer: string; status?: string; latest_invoice?: string }) {
  const id = `sub_${randomUUID().replaceAll('-', '')}`;
  fake.subscriptions.set(id, { ...buildStripeSubscription(id, userId, inDays(20)), ...changed });
  return id;
}
const listDeletions = () =>
  fake.asked
    .filter(({ method }) => method === 'DELETE')
    .map(({ path }) => path.split('/').at(-1))
    .sort();
const command = (argument: string) => handleErasedPayers({ subscription: built.service }, argument);

it('customers of users who were erased are found among many, removed on demand, and not found again', async () => {
  const { id: member } = await buildAccount(app.features.auth);
  const [ended, running, foreign] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [ended, running]) await app.core.erasures.add(id);
  addSubscription(ended, { customer: 'cus_ended', status: 'canceled' });
  addSubscription(ended, { customer: 'cus_ended', status: 'canceled' });
  const paid = addSubscription(running, { customer: 'cus_running', latest_invoice: 'in_1' });
  const lines = { data: [{ period: { end: Math.floor(inDays(20).getTime() / 1_000) } }] };
  fake.objects.set('/v1/invoices/in_1', { id: 'in_1', status: 'paid', lines });
  const payment = { type: 'payment_intent', payment_intent: 'pi_1' };
  fake.objects.set('/v1/invoice_payments', { object: 'list', data: [{ invoice: 'in_1', payment }] });
  const kept = [
    addSubscription(member, { customer: 'cus_member' }),
    addSubscription(foreign, { customer: 'cus_foreign' }),
  ];
  kept.push(addSubscription('not-ours', { customer: 'cus_other' }));
  for (let n = 0; n < 120; n += 1) addSubscription(foreign, { customer: 'cus_foreign' });

  const found = 'Of 126 subscriptions, 2 erased users have 2 customers, and 1 still run.';
  expect(await command('')).toBe(`${found}\nNothing was changed. Remove them with: npm run billing:erased -- remove`);
  await built.drain();
  expect(listDeletions()).toEqual([]);

  // Two runs at once, as by two operators.
  const runs = await Promise.all([command('remove'), command('remove')]);
  for (const output of runs) expect(output.startsWith(found)).toBe(true);
  await built.drain();
  expect([...new Set(listDeletions())]).toEqual(['cus_ended', 'cus_running', paid].sort());
  const refunds = fake.asked.filter(({ path }) => path === '/v1/refunds');
  expect([...new Set(refunds.map(({ key }) => key))]).toEqual(['refund:pi_1']);
  expect(kept.map((id) => fake.subscriptions.get(id)?.status)).toEqual(['active', 'active', 'active']);
  expect(await command('remove')).toBe('Of 126 subscriptions, 0 erased users have 0 customers, and 0 still run.');
});

it('a run is bounded, and the next one continues where it ended', async () => {
  const first = await built.service.handleErasedPayers({ removes: false, after: null, pagesMax: 1 });
  expect(first).toMatchObject({ looked: 100, users: 0 });
  expect(first.next).toMatch(/^sub_/);
  expect(await command(String(first.next))).toMatch(/^Of 26 subscriptions, /);
});

it('refuses unknown arguments, and an installation without Stripe', async () => {
  await expect(command('delete')).rejects.toThrow('Usage');
  await expect(command('remove everything')).rejects.toThrow('Usage');
  await expect(handleErasedPayers(app.features, 'remove')).rejects.toThrow('Stripe is not set up');
});
