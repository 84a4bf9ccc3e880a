import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { OFFERS } from '@soulsight/contract/offers';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withoutTransactions } from '../../../core/db/transaction-scope.ts';
import { queryRows } from '../../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { buildAccount } from '../../auth/auth.builders.ts';
import type { SubscriptionService } from '../subscription.service.ts';
import { findSubscription, insertPaymentMethod, listUnreportedUserIds } from '../subscription.store.ts';
import { type BuiltSubscription, buildSubscription } from '../testing/build-subscription.ts';
import { buildStripeSubscription, type FakeSubscription, fakeStripe, PRICES } from '../testing/fake-stripe.ts';
import { createStripeGateway } from './stripe-gateway.ts';

const WEBHOOK_SECRET = 'whsec_test';

const stripeForSigning = new Stripe('sk_test_x');
/** A webhook as Stripe sends it. */
function signed(event: object): [Buffer, string] {
  const payload = JSON.stringify(event);
  const header = stripeForSigning.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
  return [Buffer.from(payload), header];
}

let app: TestApp;
const fake = fakeStripe();
let built: BuiltSubscription;
let service: SubscriptionService;
let userId: string;

beforeAll(async () => {
  app = await buildTestApp();
  await new Promise<void>((done) => fake.server.listen(0, '127.0.0.1', done));
  const gateway = createStripeGateway({
    secretKey: 'sk_test_x',
    webhookSecret: WEBHOOK_SECRET,
    prices: PRICES,
    publicUrl: 'http://localhost:3000',
    api: { host: '127.0.0.1', port: (fake.server.address() as AddressInfo).port, protocol: 'http' },
  });
  built = await buildSubscription(app, withoutTransactions('payment gateway', gateway));
  service = built.service;
});
afterAll(async () => {
  fake.server.close();
  await built.stop();
  await app.stop();
});
beforeEach(async () => {
  fake.asked.length = 0;
  userId = (await buildAccount(app.features.auth)).id;
});

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS);
const completed = (id: string, eventId = `evt_${randomUUID()}`) => ({
  id: eventId,
  object: 'event',
  type: 'checkout.session.completed',
  created: Math.floor(app.clock.now().getTime() / 1_000),
  data: { object: { object: 'checkout.session', subscription: id, client_reference_id: userId } },
});
const invoiceEvent = (type: 'invoice.paid' | 'invoice.payment_failed', id: string, invoice: string) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  type,
  created: Math.floor(app.clock.now().getTime() / 1_000),
  data: {
    object: {
      object: 'invoice',
      id: invoice,
      amount_due: 1499,
      currency: 'eur',
      parent: { subscription_details: { subscription: id } },
    },
  },
});
const updated = (id: string) => ({
  ...completed(id, `evt_${randomUUID()}`),
  type: 'customer.subscription.updated',
  data: { object: { id } },
});
const titles = async () =>
  (await app.features.notifications.list(userId, { limit: 10 })).notifications.map(({ title }) => title);
const isTheirs = ({ metadata }: ReturnType<typeof buildStripeSubscription>) => metadata.user_id === userId;
const choose = async () => (await service.getCards(userId))[0]?.id ?? '';
async function subscribed(days = 30): Promise<string> {
  const id = `sub_${randomUUID().replaceAll('-', '')}`;
  fake.subscriptions.set(id, buildStripeSubscription(id, userId, inDays(days)));
  await service.handleWebhook(...signed(completed(id)));
  return id;
}

/** The latest invoice of a subscription was paid, for a period until `end`. */
function payLatest(id: string, end: Date): void {
  const running = fake.subscriptions.get(id);
  if (running) running.latest_invoice = 'in_old';
  const lines = { data: [{ period: { end: Math.floor(end.getTime() / 1_000) } }] };
  fake.objects.set('/v1/invoices/in_old', { id: 'in_old', status: 'paid', lines });
  const payment = { type: 'payment_intent', payment_intent: 'pi_old' };
  fake.objects.set('/v1/invoice_payments', { object: 'list', data: [{ invoice: 'in_old', payment }] });
}

describe('a subscription whose first payment has not come', () => {
  const EVENTS = {
    created: (id: string) => ({ ...updated(id), type: 'customer.subscription.created' }),
    updated,
    paid: (id: string) => invoiceEvent('invoice.paid', id, 'in_first'),
    completed,
  };
  type EventName = keyof typeof EVENTS;
  async function build(status: 'incomplete' | 'incomplete_expired') {
    const id = `sub_${randomUUID().replaceAll('-', '')}`;
    const made: FakeSubscription = buildStripeSubscription(id, userId, inDays(30));
    made.status = status;
    fake.subscriptions.set(id, made);
    return { id, made };
  }

  it.each<EventName[]>([
    ['created', 'completed', 'updated', 'paid'],
    ['paid', 'created', 'updated', 'completed'],
    ['completed', 'paid', 'updated', 'created'],
    ['updated', 'paid', 'completed', 'created'],
  ])('is none until it is paid, in the order %s, %s, %s, %s', async (...order) => {
    const { id, made } = await build('incomplete');
    await service.handleWebhook(...signed(EVENTS.created(id)));
    await service.handleWebhook(...signed(invoiceEvent('invoice.payment_failed', id, 'in_first')));
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'free', status: 'none' });
    expect(await titles()).toEqual([]);
    made.status = 'active';
    for (const name of order) await service.handleWebhook(...signed(EVENTS[name](id)));
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'premium', status: 'active' });
    expect(await titles()).toEqual(['Welcome to Premium']);
    expect(await service.getInvoices(userId)).toMatchObject([{ status: 'paid' }]);
    await built.drain();
    expect(made.status).toBe('active');
  });

  it('that never comes leaves nothing, also beside another subscription, and another one can be bought', async () => {
    const { id, made } = await build('incomplete');
    await service.handleWebhook(...signed(updated(id)));
    made.status = 'incomplete_expired';
    await service.handleWebhook(...signed(updated(id)));
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'free', status: 'none' });
    await subscribed();
    for (const status of ['incomplete', 'incomplete_expired'] as const)
      await service.handleWebhook(...signed(updated((await build(status)).id)));
    await built.drain();
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'premium', status: 'active' });
    expect(await titles()).toEqual(['Welcome to Premium']);
  });
});

describe('a subscription that is paused at Stripe', () => {
  const paused = (id: string) => {
    const object = { object: 'subscription', id, status: 'paused' };
    return { ...updated(id), type: 'customer.subscription.paused', created: toSeconds(), data: { object } };
  };
  const resumed = (id: string) => ({ ...updated(id), type: 'customer.subscription.resumed' });
  const toSeconds = () => Math.floor(app.clock.now().getTime() / 1_000);
  const countAsked = (path: RegExp) => fake.asked.filter((one) => one.method === 'POST' && path.test(one.path)).length;

  /** One whose paid period ends after some days, negative for one that is over. */
  async function pause(days: number) {
    const id = await subscribed(days);
    const found = fake.subscriptions.get(id);
    if (!found) throw new Error('not made');
    found.status = 'paused';
    await service.handleWebhook(...signed(paused(id)));
    return { id, found };
  }
  const press = async (by: { payment_method_id?: string | undefined } = {}) => {
    const { due_now, quoted_at, change } = await preview();
    const order = {
      offer: 'premium_monthly',
      idempotency_key: randomUUID(),
      due_now,
      quoted_at,
      change,
      ...by,
    } as const;
    return service.buy(userId, order);
  };
  const preview = async () => {
    const { change, dueNow, quotedAt } = await service.previewPlan(userId, 'premium_monthly');
    return { change, due_now: dueNow, quoted_at: quotedAt.toISOString() };
  };

  it.each([[[paused, updated]], [[updated, paused]]])(
    'stays there, and the user is told once, with the time of the pause',
    async (order) => {
      const id = await subscribed(-1);
      Object.assign(fake.subscriptions.get(id) ?? {}, { status: 'paused' });
      const since = app.clock.now();
      for (const event of order) await service.handleWebhook(...signed(event(id)));
      const { paused_at, ...current } = await service.getCurrent(userId);
      expect(current).toMatchObject({ plan: 'free', status: 'paused', offer: 'premium_monthly' });
      expect(Math.abs(Date.parse(paused_at ?? '') - since.getTime())).toBeLessThan(1_000);
      expect(await titles()).toEqual(['Your subscription is paused']);
      await built.drain();
      expect(fake.subscriptions.get(id)?.status).toBe('paused');
    },
  );

  it('dates the pause by its event, however late that arrives', async () => {
    const id = await subscribed(-1);
    Object.assign(fake.subscriptions.get(id) ?? {}, { status: 'paused' });
    const event = paused(id);
    app.clock.advance(3 * DAY_MS);
    await service.handleWebhook(...signed(event));
    expect((await service.getCurrent(userId)).paused_at).toBe(new Date(event.created * 1_000).toISOString());
  });

  it('keeps the paid time, and continues without a charge until it is over', async () => {
    const { id, found } = await pause(20);
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'premium', status: 'paused' });
    expect(await preview()).toMatchObject({ change: 'unpause', due_now: 0 });
    const { subscription } = await press();
    expect(subscription).toMatchObject({ plan: 'premium', status: 'active', paused_at: null });
    expect(found.status).toBe('active');
    expect(fake.asked.find(({ path }) => path === `/v1/subscriptions/${id}/resume`)?.form.get('payment_behavior')).toBe(
      'resume_on_payment_success',
    );
    expect(countAsked(/invoices\/\w+\/pay/)).toBe(0);
  });

  it('costs a new period where the paid one is over, which is shown before', async () => {
    const { found } = await pause(-1);
    expect(await service.getPlan(userId)).toBe('free');
    expect(await preview()).toMatchObject({ change: 'unpause', due_now: 8_200 });
    const { subscription } = await press({ payment_method_id: await choose() });
    expect(subscription).toMatchObject({ status: 'active' });
    expect(found.status).toBe('active');
    expect(countAsked(/invoices\/\w+\/pay/)).toBe(1);
    await service.handleWebhook(...signed(resumed(found.id)));
    expect(await titles()).toEqual(['Your subscription continues']);
  });

  it('is charged once if it is resumed in two tabs at once', async () => {
    await pause(-1);
    const payment_method_id = await choose();
    const results = await Promise.allSettled([press({ payment_method_id }), press({ payment_method_id })]);
    expect(results.map(({ status }) => status)).toContain('fulfilled');
    for (const result of results) if (result.status === 'rejected') expect(result.reason.code).toBe('conflict');
    expect(countAsked(/\/resume$/)).toBe(1);
    expect(countAsked(/invoices\/\w+\/pay/)).toBe(1);
  });

  it('stays paused when the card is declined; another try pays the same invoice', async () => {
    const { found } = await pause(-1);
    const card = { gatewayMethod: 'pm_bad', brand: 'visa', last4: '0002', expMonth: 1, expYear: 2060 };
    const bad = await insertPaymentMethod(app.core.db, { ...card, userId, createdAt: app.clock.now() });
    Object.assign(found, { latest_invoice: 'in_waiting' });
    const parent = { subscription_details: { subscription: found.id } };
    const invoice = { id: 'in_waiting', status: 'open', amount_due: 1_499, subscription: found.id, parent };
    fake.objects.set('/v1/invoices/in_waiting', invoice);
    await expect(press({ payment_method_id: bad.id })).rejects.toMatchObject({ code: 'payment_failed' });
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'free', status: 'paused' });
    expect(await preview()).toMatchObject({ due_now: 1_499 });
    await press({ payment_method_id: await choose() });
    expect(invoice.status).toBe('paid');
    expect(countAsked(/\/resume$/)).toBe(0);
  });

  it('is paid on the page of its invoice without a saved card, which keeps nothing else out', async () => {
    await pause(-1);
    const { checkout_url } = await press();
    expect(checkout_url).toMatch(/^https:\/\/pay.example\/in_/);
    const again = await press();
    expect(again.checkout_url).toBe(checkout_url);
    expect(countAsked(/\/resume$/)).toBe(1);
  });

  it('that has ended at Stripe in the meantime is not charged, and the page says so', async () => {
    const { found } = await pause(-1);
    const quote = await preview();
    Object.assign(found, { status: 'canceled', ended_at: toSeconds() });
    const order = { offer: 'premium_monthly', idempotency_key: randomUUID(), ...quote } as const;
    await expect(service.buy(userId, { ...order, payment_method_id: await choose() })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('You have not been charged'),
    });
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'free', status: 'canceled' });
  });

  it('that costs something since its price was shown as nothing is not charged', async () => {
    await pause(1);
    const quote = await preview();
    app.clock.advance(25 * HOUR_MS);
    const order = { offer: 'premium_monthly', idempotency_key: randomUUID(), ...quote } as const;
    await expect(service.buy(userId, { ...order, payment_method_id: await choose() })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(countAsked(/\/resume$/)).toBe(0);
  });

  it('ends when another plan is bought, and resumed there it does not come back beside it', async () => {
    const { id } = await pause(-1);
    const next = await subscribed();
    Object.assign(fake.subscriptions.get(id) ?? {}, { status: 'active' });
    await service.handleWebhook(...signed(resumed(id)));
    await built.drain();
    expect(fake.subscriptions.get(id)?.status).toBe('canceled');
    expect(fake.subscriptions.get(next)?.status).toBe('active');
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'premium', status: 'active' });
  });

  it.each([
    ['ends at once where its paid time is over', -1, 'canceled'],
    ['keeps its paid time otherwise', 20, 'paused'],
  ])('cancelled, it %s', async (_, days, status) => {
    const { id } = await pause(days);
    await service.cancel(userId);
    await built.drain();
    expect(fake.subscriptions.get(id)?.status).toBe(status);
    expect(await service.getCurrent(userId)).toMatchObject({ status, plan: days > 0 ? 'premium' : 'free' });
    expect(countAsked(/refunds/)).toBe(0);
  });
});

describe('buying by Stripe', () => {
  it('sends the user to the payment page with the key; premium begins with the webhook', async () => {
    const key = randomUUID();
    const bought = await service.buy(userId, { offer: 'premium_yearly', idempotency_key: key });
    expect(bought.checkout_url).toBe('https://pay.example/subscription');
    expect(bought.subscription.plan).toBe('free');
    const [checkout] = fake.asked;
    expect(checkout?.key).toBe(key);
    expect(checkout?.form.get('line_items[0][price]')).toBe('price_year');
    expect(checkout?.form.get('client_reference_id')).toBe(userId);
    const card = { number: '4242424242424242', exp_month: 1, exp_year: 2060, cvc: '123' };
    await expect(service.addCard(userId, card)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('a saved card is charged only if it is chosen: without one the user pays on the page', async () => {
    await subscribed();
    await service.endSubscription(userId);
    fake.asked.length = 0;
    const bought = await service.buy(userId, { offer: 'premium_monthly', idempotency_key: randomUUID() });
    expect(bought.checkout_url).toBe('https://pay.example/subscription');
    expect(fake.asked.map(({ path }) => path)).toEqual(['/v1/checkout/sessions']);
  });

  it('of several payment pages only the last one is open, and a page that was paid keeps out another payment', async () => {
    const buy = () => service.buy(userId, { offer: 'premium_monthly', idempotency_key: randomUUID() });
    const sessions = () =>
      [...fake.objects].filter(([path]) => path.includes('/sessions/')).map(([, made]) => made as { status: string });
    const before = sessions().length;
    await buy();
    await buy();
    expect(
      sessions()
        .slice(before)
        .map(({ status }) => status),
    ).toEqual(['expired', 'open']);
    const id = `sub_${randomUUID().replaceAll('-', '')}`;
    fake.subscriptions.set(id, buildStripeSubscription(id, userId, inDays(30)));
    Object.assign(sessions().at(-1) ?? {}, { status: 'complete', subscription: id });
    await expect(buy()).rejects.toMatchObject({ code: 'conflict' });
    expect(sessions().slice(before)).toHaveLength(2);
    expect(await service.getPlan(userId)).toBe('premium');
    await service.endSubscription(userId);
    expect((await buy()).checkout_url).toBe('https://pay.example/subscription');
  });

  it('a page that was paid, although no webhook told of it, is not called unpaid when its key comes again', async () => {
    const idempotency_key = randomUUID();
    const buy = () => service.buy(userId, { offer: 'premium_monthly', idempotency_key });
    await buy();
    const id = `sub_${randomUUID().replaceAll('-', '')}`;
    fake.subscriptions.set(id, buildStripeSubscription(id, userId, inDays(30)));
    const [, page] = [...fake.objects].findLast(([path]) => path.includes('/sessions/')) ?? [];
    Object.assign(page ?? {}, { status: 'complete', subscription: id });
    await expect(buy()).rejects.toThrow('Your earlier payment went through');
    expect(await service.getPlan(userId)).toBe('premium');
    await service.endSubscription(userId);
  });

  it('a page that was closed for another one is not handed out again, and keeps out no other purchase', async () => {
    const buy = (idempotency_key: string) => service.buy(userId, { offer: 'premium_monthly', idempotency_key });
    const [first, second] = [randomUUID(), randomUUID()];
    expect((await buy(first)).checkout_url).not.toBeNull();
    await buy(second);
    await expect(buy(first)).rejects.toMatchObject({ code: 'conflict' });
    expect((await buy(randomUUID())).checkout_url).not.toBeNull();
  });

  it.each(['ended', 'unknown to Stripe'])(
    'a page whose paid subscription is %s keeps out no other purchase',
    async (what) => {
      const buy = () => service.buy(userId, { offer: 'premium_monthly', idempotency_key: randomUUID() });
      await buy();
      const id = `sub_${randomUUID().replaceAll('-', '')}`;
      const ended = { ...buildStripeSubscription(id, userId, inDays(30)), status: 'canceled' };
      if (what === 'ended') fake.subscriptions.set(id, ended);
      const [, session] = [...fake.objects].findLast(([path]) => path.includes('/sessions/')) ?? [];
      Object.assign(session ?? {}, { status: 'complete', subscription: id });
      expect((await buy()).checkout_url).toBe('https://pay.example/subscription');
      expect(await service.getPlan(userId)).toBe('free');
      expect((await buy()).checkout_url).toBe('https://pay.example/subscription');
    },
  );

  it('becomes premium by the webhook, once, and stores the card', async () => {
    const id = `sub_${randomUUID().replaceAll('-', '')}`;
    fake.subscriptions.set(id, buildStripeSubscription(id, userId, inDays(30)));
    const event = completed(id);
    await service.handleWebhook(...signed(event));
    await service.handleWebhook(...signed(event));
    expect(await service.getCurrent(userId)).toMatchObject({
      plan: 'premium',
      offer: 'premium_monthly',
      status: 'active',
    });
    expect(await service.getCards(userId)).toMatchObject([{ brand: 'visa', last4: '4242', isDefault: true }]);
    await service.handleWebhook(...signed(invoiceEvent('invoice.paid', id, 'in_1')));
    await service.handleWebhook(...signed(invoiceEvent('invoice.paid', id, 'in_1')));
    expect(await service.getInvoices(userId)).toMatchObject([{ amount: 1499, currency: 'EUR', status: 'paid' }]);
    await service.handleWebhook(...signed(invoiceEvent('invoice.payment_failed', id, 'in_1')));
    expect(await service.getInvoices(userId)).toMatchObject([{ status: 'paid' }]);
  });

  it('an error of Stripe is none of the user: whatever its status, the payment service is unavailable', async () => {
    const id = await subscribed();
    const payment_method_id = await choose();
    const calls = () => [
      service.previewPlan(userId, 'premium_yearly'),
      service.createCardPage(userId),
      service.handleWebhook(...signed(updated(id))),
    ];
    try {
      for (const status of [400, 401, 404, 409]) {
        fake.refuses = () => true;
        fake.refusal = { ...fake.refusal, status };
        const refused = await Promise.allSettled(calls());
        for (const answer of refused) expect(answer).toMatchObject({ reason: { code: 'unavailable' } });
      }
      const upgrade = { offer: 'premium_yearly', idempotency_key: randomUUID(), payment_method_id } as const;
      await expect(service.buy(userId, upgrade)).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      fake.refuses = () => false;
    }
  });

  it('rejects webhooks that Stripe did not sign', async () => {
    const id = `sub_${randomUUID().replaceAll('-', '')}`;
    fake.subscriptions.set(id, buildStripeSubscription(id, userId, inDays(30)));
    const [raw, header] = signed(completed(id));
    const changed = Buffer.from(raw.toString().replace(userId, randomUUID()));
    await expect(service.handleWebhook(changed, header)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(service.handleWebhook(raw, '')).rejects.toMatchObject({ code: 'bad_request' });
    await expect(service.handleWebhook(Buffer.alloc(0), header)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await service.getPlan(userId)).toBe('free');
  });
});

describe('a running subscription at Stripe', () => {
  it('is cancelled, resumed, upgraded at once and downgraded later', async () => {
    const id = await subscribed();
    expect((await service.cancel(userId)).cancel_at_period_end).toBe(true);
    await built.drain();
    expect(fake.subscriptions.get(id)?.cancel_at_period_end).toBe(true);
    expect((await service.resume(userId)).cancel_at_period_end).toBe(false);
    const payment_method_id = await choose();
    const upgrade = { offer: 'premium_yearly', idempotency_key: randomUUID() } as const;
    await expect(service.buy(userId, upgrade)).rejects.toMatchObject({ code: 'bad_request' });
    await service.buy(userId, { ...upgrade, payment_method_id });
    expect(fake.subscriptions.get(id)?.items.data[0]?.price.id).toBe('price_year');
    expect(await service.getCurrent(userId)).toMatchObject({ offer: 'premium_yearly' });
    await service.buy(userId, { offer: 'premium_monthly', idempotency_key: randomUUID() });
    await built.drain();
    // The price stays until the period ends; a schedule changes it then.
    const running = fake.subscriptions.get(id);
    expect(running?.items.data[0]?.price.id).toBe('price_year');
    expect(running?.schedule?.phases.map(({ items }) => items[0]?.price)).toEqual(['price_year', 'price_month']);
    expect(await service.getCurrent(userId)).toMatchObject({ offer: 'premium_yearly', next_offer: 'premium_monthly' });
    await service.handleWebhook(...signed(updated(id)));
    expect(await service.getCurrent(userId)).toMatchObject({ offer: 'premium_yearly', next_offer: 'premium_monthly' });
    await service.cancel(userId);
    await built.drain();
    expect(running).toMatchObject({ schedule: null, cancel_at_period_end: true });
    expect(await service.getCurrent(userId)).toMatchObject({ next_offer: null, cancel_at_period_end: true });
  });

  it('quotes what Stripe would charge, and charges what was quoted', async () => {
    await subscribed();
    const quote = await service.previewPlan(userId, 'premium_yearly');
    expect(quote).toMatchObject({ change: 'upgrade_now', dueNow: 8_200, credit: 9_588 - 8_200 });
    const preview = fake.asked.at(-1);
    app.clock.advance(10 * MINUTE_MS);
    const quoted_at = quote.quotedAt.toISOString();
    const payment_method_id = await choose();
    const offer = 'premium_yearly' as const;
    await service.buy(userId, { offer, idempotency_key: randomUUID(), quoted_at, payment_method_id });
    const seconds = String(Math.floor(quote.quotedAt.getTime() / 1_000));
    expect(preview?.form.get('subscription_details[proration_date]')).toBe(seconds);
    const change = fake.asked.find(({ form }) => form.has('proration_behavior'));
    expect(change?.form.get('proration_date')).toBe(seconds);
  });

  it('a change of the interval is announced once, as a change, whether the call or the webhook is first', async () => {
    const id = await subscribed();
    expect(await titles()).toEqual(['Welcome to Premium']);
    const payment_method_id = await choose();
    await service.buy(userId, { offer: 'premium_yearly', idempotency_key: randomUUID(), payment_method_id });
    await service.handleWebhook(...signed(updated(id)));
    expect(await titles()).toEqual(['Your plan has changed']);
    await app.features.notifications.markAllRead(userId);
    await service.handleWebhook(...signed(updated(id)));
    expect((await app.features.notifications.list(userId, { limit: 10 })).unread).toBe(0);
  });

  it('a failed invoice is paid with a stored card, or on its own page', async () => {
    const id = await subscribed();
    const running = fake.subscriptions.get(id);
    if (running) running.status = 'past_due';
    await service.handleWebhook(...signed(invoiceEvent('invoice.payment_failed', id, 'in_9')));
    const parent = { subscription_details: { subscription: id } };
    const hosted_invoice_url = 'https://pay.example/in_9';
    fake.objects.set('/v1/invoices/in_9', { id: 'in_9', status: 'open', subscription: id, parent, hosted_invoice_url });
    const [invoice] = await service.getInvoices(userId);
    expect(invoice).toMatchObject({ status: 'failed', payable: true });
    const pay = (by: { payment_method_id?: string }) => service.payInvoice(userId, invoice?.id ?? '', by);
    expect((await pay({})).checkout_url).toBe(hosted_invoice_url);
    expect(fake.asked.some(({ path }) => path.endsWith('/pay'))).toBe(false);
    expect((await pay({ payment_method_id: await choose() })).subscription.status).toBe('active');
    expect(fake.asked.find(({ path }) => path.endsWith('/pay'))?.form.get('payment_method')).toBe('pm_1');
    expect(await service.getInvoices(userId)).toMatchObject([{ status: 'paid', payable: false }]);
    expect(await titles()).toContain('Your payment went through');
  });

  it('cancelled while a payment is overdue, it ends at once, so that neither a retry nor the page of the invoice charges a whole period', async () => {
    const id = await subscribed();
    const running = fake.subscriptions.get(id);
    const overdue = { id: 'in_overdue', status: 'open' };
    fake.objects.set('/v1/invoices/in_overdue', overdue);
    Object.assign(running ?? {}, { status: 'past_due', latest_invoice: overdue.id });
    await service.handleWebhook(...signed(invoiceEvent('invoice.payment_failed', id, overdue.id)));
    expect(await service.cancel(userId)).toMatchObject({ plan: 'free', status: 'canceled' });
    await built.drain();
    expect(fake.subscriptions.get(id)?.status).toBe('canceled');
    expect(overdue.status).toBe('void');
    expect(fake.asked.filter(({ path }) => path === '/v1/refunds')).toEqual([]);
  });

  it('stays premium without webhooks: a day after the end of the period Stripe is asked', async () => {
    const id = await subscribed();
    const item = fake.subscriptions.get(id)?.items.data[0];
    app.clock.set(inDays(31));
    if (item) item.current_period_end = Math.floor(inDays(29).getTime() / 1_000);
    await service.settleDue();
    expect(await service.getCurrent(userId)).toMatchObject({
      plan: 'premium',
      current_period_end: new Date((item?.current_period_end ?? 0) * 1_000).toISOString(),
    });
  });

  it('whose renewal failed without a webhook has the invoice that mends it', async () => {
    const id = await subscribed();
    const created = Math.floor(inDays(30).getTime() / 1_000);
    const parent = { subscription_details: { subscription: id } };
    const unpaid = {
      id: 'in_lost',
      status: 'open',
      amount_due: 1_299,
      currency: 'eur',
      created,
      parent,
      lines: { data: [] },
    };
    fake.objects.set('/v1/invoices/in_lost', unpaid);
    Object.assign(fake.subscriptions.get(id) ?? {}, { status: 'past_due', latest_invoice: unpaid.id });
    app.clock.set(inDays(31));
    await service.settleDue();
    const [invoice] = await service.getInvoices(userId);
    expect(invoice).toMatchObject({ idempotencyKey: 'in_lost', status: 'failed', payable: true, amount: 1_299 });
    // The webhook comes after all.
    await service.handleWebhook(...signed(invoiceEvent('invoice.payment_failed', id, 'in_lost')));
    expect(await service.getInvoices(userId)).toHaveLength(1);
    const by = { payment_method_id: await choose() };
    expect((await service.payInvoice(userId, invoice?.id ?? '', by)).subscription.status).toBe('active');
  });

  it('that Stripe does not know any more ends a day after its period', async () => {
    const id = await subscribed();
    fake.subscriptions.delete(id);
    app.clock.set(inDays(31));
    await service.settleDue();
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'free', status: 'canceled' });
  });

  it('of which Stripe cannot tell goes to the end of the queue', async () => {
    const id = await subscribed();
    app.clock.set(inDays(31));
    fake.refuses = (_method, path) => path.endsWith(id);
    await service.settleDue().finally(() => Object.assign(fake, { refuses: () => false }));
    expect(await listUnreportedUserIds(app.core.db, app.clock.now(), 1_000)).not.toContain(userId);
    const triedAt = app.clock.now();
    app.clock.advance(DAY_MS);
    expect(await listUnreportedUserIds(app.core.db, app.clock.now(), 1_000)).toContain(userId);
    expect((await findSubscription(app.core.db, userId))?.updatedAt).toEqual(triedAt);
    fake.subscriptions.delete(id);
    await service.settleDue();
  });

  it('can be cancelled although nothing was heard of its renewal', async () => {
    const id = await subscribed();
    app.clock.set(inDays(38));
    expect(await service.getPlan(userId)).toBe('free');
    await service.cancel(userId);
    await built.drain();
    expect(fake.subscriptions.get(id)?.cancel_at_period_end).toBe(true);
  });

  it('keeps premium for seven days after a failed payment, and ends with it', async () => {
    const id = await subscribed();
    const running = fake.subscriptions.get(id);
    if (running) running.status = 'past_due';
    await service.handleWebhook(...signed(invoiceEvent('invoice.payment_failed', id, 'in_2')));
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'premium', status: 'past_due' });
    app.clock.advance(7 * DAY_MS);
    expect(await service.getPlan(userId)).toBe('free');
    await service.settleDue();
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'free', status: 'canceled' });
  });

  it('a replaced one whose paid period was used up is ended, and not paid back', async () => {
    const old = await subscribed();
    payLatest(old, inDays(1));
    app.clock.advance(2 * DAY_MS);
    await subscribed();
    await built.drain();
    expect(fake.subscriptions.get(old)?.status).toBe('canceled');
    expect(fake.asked.filter(({ path }) => path === '/v1/refunds')).toEqual([]);
  });

  it('a replaced one is ended and paid back even if Stripe was unavailable at first, so that nobody pays twice', async () => {
    const old = await subscribed();
    payLatest(old, inDays(30));
    const next = `sub_${randomUUID().replaceAll('-', '')}`;
    fake.subscriptions.set(next, buildStripeSubscription(next, userId, inDays(30)));
    fake.refuses = (method) => method === 'DELETE';
    await service.handleWebhook(...signed(completed(next)));
    await built.drain();
    expect(fake.subscriptions.get(old)?.status).toBe('active');
    fake.refuses = () => false;
    app.clock.advance(MINUTE_MS);
    await built.drain();
    expect(fake.subscriptions.get(old)?.status).toBe('canceled');
    expect(fake.subscriptions.get(next)?.status).toBe('active');
    const refunds = fake.asked.filter(({ path }) => path === '/v1/refunds');
    expect(refunds.map(({ form }) => form.get('payment_intent'))).toEqual(['pi_old']);
  });

  it('one that Stripe has already ended can be ended', async () => {
    const id = await subscribed();
    fake.subscriptions.delete(id);
    await service.endSubscription(userId);
    await built.drain();
    expect(fake.asked.map(({ method }) => method)).toContain('DELETE');
    expect(await service.getPlan(userId)).toBe('free');
  });

  it('buying while a payment is overdue leaves one subscription', async () => {
    const old = await subscribed();
    const running = fake.subscriptions.get(old);
    if (running) running.status = 'past_due';
    await service.handleWebhook(...signed(invoiceEvent('invoice.payment_failed', old, 'in_3')));
    const payment_method_id = await choose();
    await service.buy(userId, { offer: 'premium_yearly', idempotency_key: randomUUID(), payment_method_id });
    expect(await service.getCurrent(userId)).toMatchObject({ offer: 'premium_yearly', status: 'active' });
    await built.drain();
    expect([...fake.subscriptions.values()].filter(isTheirs).map(({ status }) => status)).toEqual([
      'canceled',
      'active',
    ]);
  });

  it('is paid once when two windows buy at the same time', async () => {
    await subscribed();
    await service.endSubscription(userId);
    fake.asked.length = 0;
    const payment_method_id = await choose();
    const buy = () =>
      service.buy(userId, { offer: 'premium_monthly', idempotency_key: randomUUID(), payment_method_id });
    const bought = await Promise.allSettled([buy(), buy()]);
    expect(bought.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(fake.asked.filter(({ path }) => path === '/v1/subscriptions')).toHaveLength(1);
    expect(await service.getPlan(userId)).toBe('premium');
    expect(await service.getInvoices(userId)).toEqual([]);
  });

  it('is not ended by the end of the previous one', async () => {
    const old = await subscribed();
    const next = await subscribed();
    await built.drain();
    expect(fake.subscriptions.get(old)?.status).toBe('canceled');
    await service.handleWebhook(
      ...signed({ ...completed(old), type: 'customer.subscription.deleted', data: { object: { id: old } } }),
    );
    expect(await service.getPlan(userId)).toBe('premium');
    await service.endSubscription(userId);
    await built.drain();
    expect(fake.subscriptions.get(next)?.status).toBe('canceled');
    expect(await service.getPlan(userId)).toBe('free');
  });
});

describe('a payer who leaves', () => {
  const pages = () => [...fake.objects].filter(([path]) => path.includes('/checkout/sessions/'));
  const openPage = async () => {
    await service.buy(userId, { offer: 'premium_monthly', idempotency_key: randomUUID() });
    return pages().at(-1)?.[1] as { status: string; subscription?: string };
  };
  const listDeleted = () => fake.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  const listRefunds = () => fake.asked.filter(({ path }) => path === '/v1/refunds');
  const forget = () => app.core.db.transaction((tx) => service.forgetPayer(tx, userId));

  it('leaves no customer and no cards, even if Stripe was unavailable at first', async () => {
    const id = await subscribed();
    fake.refuses = (method) => method === 'DELETE';
    await forget();
    await built.drain();
    fake.refuses = () => false;
    expect(await service.getCards(userId)).toEqual([]);
    fake.asked.length = 0;
    app.clock.advance(MINUTE_MS);
    await built.drain();
    expect(fake.subscriptions.get(id)?.status).toBe('canceled');
    expect(listDeleted().at(-1)).toBe('/v1/customers/cus_1');
    expect(listRefunds()).toEqual([]);
  });

  it('leaves no customer of an earlier subscription', async () => {
    const old = await subscribed();
    Object.assign(fake.subscriptions.get(old) ?? {}, { customer: 'cus_old' });
    await subscribed();
    await built.drain();
    await forget();
    await built.drain();
    expect(listDeleted()).toEqual(expect.arrayContaining(['/v1/customers/cus_old', '/v1/customers/cus_1']));
  });

  it('leaves no payment page open', async () => {
    const page = await openPage();
    await service.endSubscription(userId);
    await built.drain();
    expect(page.status).toBe('expired');
  });

  it('gets a refund of what was paid on a page in the meantime, and that customer is deleted too', async () => {
    const page = await openPage();
    const id = `sub_${randomUUID().replaceAll('-', '')}`;
    fake.subscriptions.set(id, buildStripeSubscription(id, userId, inDays(30)));
    payLatest(id, inDays(30));
    Object.assign(page, { status: 'complete', subscription: id });
    await service.endSubscription(userId);
    await built.drain();
    expect(fake.subscriptions.get(id)?.status).toBe('canceled');
    expect(listRefunds()).toHaveLength(1);
    expect(listDeleted()).toContain('/v1/customers/cus_1');
  });

  it('gets nothing back for a page of long ago: the subscription that began there ends as any other', async () => {
    const page = await openPage();
    const id = await subscribed();
    payLatest(id, inDays(30));
    Object.assign(page, { status: 'complete', subscription: id });
    app.clock.advance(10 * DAY_MS);
    await service.endSubscription(userId);
    await built.drain();
    expect(fake.subscriptions.get(id)?.status).toBe('canceled');
    expect(listRefunds()).toEqual([]);
  });

  it('leaves no customer, even if Stripe does not know the payment page', async () => {
    await openPage();
    const [path] = pages().at(-1) ?? [];
    await subscribed();
    if (path) fake.objects.delete(path);
    await service.endSubscription(userId);
    await forget();
    await built.drain();
    expect(listDeleted().at(-1)).toBe('/v1/customers/cus_1');
  });

  it.each([
    ['and was erased gets a payment back that is reported later', true],
    ['is another installation’s where nobody was erased, whose subscription stays', false],
  ])('%s', async (_, isErased) => {
    const stranger = randomUUID();
    const id = `sub_${randomUUID().replaceAll('-', '')}`;
    fake.subscriptions.set(id, buildStripeSubscription(id, stranger, inDays(30)));
    if (isErased) await app.core.erasures.add(stranger);
    await service.handleWebhook(...signed(updated(id)));
    await built.drain();
    expect(fake.subscriptions.get(id)?.status).toBe(isErased ? 'canceled' : 'active');
    expect(listDeleted().includes('/v1/customers/cus_1')).toBe(isErased);
  });
});

it('a payment after an erasure is one job, however often Stripe reports it', async () => {
  const stranger = randomUUID();
  const id = `sub_${randomUUID().replaceAll('-', '')}`;
  fake.subscriptions.set(id, buildStripeSubscription(id, stranger, inDays(30)));
  await app.core.erasures.add(stranger);
  const event = signed(updated(id));
  for (let times = 0; times < 3; times += 1) await service.handleWebhook(...event);
  const jobs = await queryRows(app, sql`select id from pgboss.job where data->>'userId' = ${stranger}`);
  expect(jobs).toHaveLength(1);
  await built.drain();
});

describe('a payment for a subscription that has ended', () => {
  /** Ends one whose payment is overdue, and then reports that its invoice was paid. */
  async function payAfterEnd(endsAtStripe: boolean) {
    const id = await subscribed();
    payLatest(id, inDays(30));
    app.clock.advance(MINUTE_MS);
    fake.refuses = (method) => method === 'DELETE' && !endsAtStripe;
    await service.endSubscription(userId);
    await built.drain();
    if (endsAtStripe) Object.assign(fake.subscriptions.get(id) ?? {}, { ended_at: app.clock.now().getTime() / 1_000 });
    return id;
  }
  const countRefunds = () => fake.asked.filter(({ path }) => path === '/v1/refunds').length;

  it.each([true, false])('is refunded, whether Stripe knows that it ended or not (%s)', async (endsAtStripe) => {
    const id = await payAfterEnd(endsAtStripe);
    app.clock.advance(MINUTE_MS);
    await service.handleWebhook(...signed(invoiceEvent('invoice.paid', id, 'in_old')));
    fake.refuses = () => false;
    await built.drain();
    expect(countRefunds()).toBe(1);
  });

  it('is refunded although its period is over, and no other payment is', async () => {
    const id = await payAfterEnd(true);
    const payment = (invoice: string) => ({ payment: { type: 'payment_intent', payment_intent: `pi_${invoice}` } });
    const list = (invoice: string) => ({ object: 'list', data: [{ invoice, ...payment(invoice) }] });
    fake.objects.set('/v1/invoice_payments?invoice=in_late', list('in_late'));
    app.clock.advance(40 * DAY_MS);
    await service.handleWebhook(...signed(invoiceEvent('invoice.paid', id, 'in_late')));
    await built.drain();
    const refunds = fake.asked.filter(({ path }) => path === '/v1/refunds');
    expect(refunds.map(({ form }) => form.get('payment_intent'))).toEqual(['pi_in_late']);
  });

  it('is not possible on the page of its open invoice once Stripe has ended it', async () => {
    const id = await subscribed();
    const open = { id: 'in_open', status: 'open' };
    fake.objects.set('/v1/invoices/in_open', open);
    Object.assign(fake.subscriptions.get(id) ?? {}, { status: 'canceled', latest_invoice: open.id, ended_at: 1 });
    await service.handleWebhook(...signed({ ...updated(id), type: 'customer.subscription.deleted' }));
    await built.drain();
    expect(open.status).toBe('void');
    expect(countRefunds()).toBe(0);
  });

  it.each(['won', 'lost'])(
    'that is in dispute is refunded when it is decided, unless the bank has taken it: %s',
    async (status) => {
      const id = await payAfterEnd(true);
      const payment = { type: 'payment_intent', payment_intent: `pi_${id}` };
      fake.objects.set('/v1/invoice_payments?invoice=in_old', {
        object: 'list',
        data: [{ invoice: 'in_old', payment }],
      });
      fake.objects.set('/v1/disputes', { object: 'list', data: [{ id: 'dp_1', status: 'needs_response' }] });
      app.clock.advance(MINUTE_MS);
      fake.isDisputed = true;
      await service.handleWebhook(...signed(invoiceEvent('invoice.paid', id, 'in_old')));
      await built.drain();
      expect(countRefunds()).toBe(1);
      fake.objects.set('/v1/disputes', { object: 'list', data: [{ id: 'dp_1', status }] });
      // A payment that the bank has taken stays one that cannot be paid back.
      fake.isDisputed = status === 'lost';
      for (let tries = 0; tries < 3; tries += 1) {
        app.clock.advance(6 * HOUR_MS);
        await built.drain();
      }
      fake.isDisputed = false;
      expect(countRefunds()).toBe(2);
    },
  );

  it('stays where it was paid before the end, and only reported afterwards', async () => {
    const event = invoiceEvent('invoice.paid', '', 'in_old');
    const id = await payAfterEnd(true);
    event.data.object.parent.subscription_details.subscription = id;
    await service.handleWebhook(...signed(event));
    await built.drain();
    expect(countRefunds()).toBe(0);
  });
});

describe('an invoice', () => {
  it('that failed first is dated by its payment, and keeps its title after an upgrade', async () => {
    const id = await subscribed();
    const { data, ...event } = invoiceEvent('invoice.paid', id, 'in_late');
    await service.handleWebhook(...signed(invoiceEvent('invoice.payment_failed', id, 'in_late')));
    app.clock.advance(4 * DAY_MS);
    const paidAt = Math.floor(app.clock.now().getTime() / 1_000);
    await service.buy(userId, {
      offer: 'premium_yearly',
      idempotency_key: randomUUID(),
      payment_method_id: await choose(),
    });
    app.clock.advance(DAY_MS);
    const line = (price: string, amount: number) => ({
      amount,
      period: { end: paidAt },
      pricing: { price_details: { price } },
    });
    const paid = {
      ...data.object,
      status_transitions: { paid_at: paidAt },
      lines: { data: [line('price_month', 1_499)] },
    };
    await service.handleWebhook(...signed({ ...event, data: { object: paid } }));
    expect(await service.getInvoices(userId)).toMatchObject([
      { title: OFFERS.premium_monthly.title, status: 'paid', at: new Date(paidAt * 1_000) },
    ]);
    const lines = { data: [line('price_month', -500), line('price_year', 9_588)] };
    const upgrade = { ...paid, id: 'in_upgrade', lines };
    await service.handleWebhook(...signed({ ...event, id: `evt_${randomUUID()}`, data: { object: upgrade } }));
    const titles = (await service.getInvoices(userId)).map(({ title }) => title);
    expect(titles.sort()).toEqual([OFFERS.premium_monthly.title, OFFERS.premium_yearly.title]);
  });
});

describe('cards at Stripe', () => {
  const added = (setup: string, replaces?: string) => ({
    ...completed('', `evt_${randomUUID()}`),
    data: {
      object: {
        object: 'checkout.session',
        mode: 'setup',
        setup_intent: setup,
        client_reference_id: userId,
        metadata: replaces ? { replaces } : {},
      },
    },
  });
  const addCard = async (name: string, replaces?: string) => {
    fake.objects.set(`/v1/setup_intents/seti_${name}`, { id: `seti_${name}`, payment_method: `pm_${name}` });
    await service.handleWebhook(...signed(added(`seti_${name}`, replaces)));
  };

  it('are added on its page, and become the card of the subscription', async () => {
    const id = await subscribed();
    expect(await service.createCardPage(userId)).toBe('https://pay.example/setup');
    expect(fake.asked.at(-1)?.form.get('customer')).toBe('cus_1');
    await addCard('2');
    const [first, second] = await service.getCards(userId);
    expect(first).toMatchObject({ gatewayMethod: 'pm_2', isDefault: true });
    await built.drain();
    const last = () => fake.asked.findLast(({ path }) => path === `/v1/subscriptions/${id}`);
    expect(last()?.form.get('default_payment_method')).toBe('pm_2');
    await service.chooseCard(userId, second?.id ?? '');
    await built.drain();
    expect(last()?.form.get('default_payment_method')).toBe('pm_1');
    await addCard('3', second?.id);
    expect((await service.getCards(userId)).map(({ gatewayMethod }) => gatewayMethod)).toEqual(['pm_3', 'pm_2']);
  });

  it('a sixth one takes the place of the oldest, and the webhook succeeds', async () => {
    await subscribed();
    for (const name of ['2', '3', '4', '5', '6']) await addCard(name);
    const methods = (await service.getCards(userId)).map(({ gatewayMethod }) => gatewayMethod);
    expect(methods).toHaveLength(5);
    expect(methods[0]).toBe('pm_6');
    expect(new Set(methods).size).toBe(5);
  });
});

describe('refunds and disputes', () => {
  /** A paid subscription and its invoice, and how Stripe connects a charge with it. */
  async function paid() {
    const id = await subscribed();
    const invoice = `in_${randomUUID().slice(0, 8)}`;
    await service.handleWebhook(...signed(invoiceEvent('invoice.paid', id, invoice)));
    fake.objects.set(`/v1/invoices/${invoice}`, {
      ...invoiceEvent('invoice.paid', id, invoice).data.object,
      created: 0,
    });
    fake.objects.set('/v1/invoice_payments', { object: 'list', data: [{ invoice }] });
    return { id };
  }
  async function refund(amount: number) {
    const charge = { id: 'ch_1', amount_refunded: amount, payment_intent: 'pi_1' };
    fake.objects.set('/v1/charges/ch_1', charge);
    await report('charge.refunded', charge);
  }
  async function dispute(type: 'created' | 'closed', status: string) {
    const object = { id: 'dp_1', status, payment_intent: 'pi_1' };
    fake.objects.set('/v1/disputes/dp_1', object);
    await report(`charge.dispute.${type}`, object);
  }
  const report = (type: string, object: object) =>
    service.handleWebhook(
      ...signed({ id: `evt_${randomUUID()}`, object: 'event', type, created: 0, data: { object } }),
    );
  const invoices = () => service.getInvoices(userId);

  it('a part of it leaves premium as it is, all of it ends premium at once, also at Stripe', async () => {
    const { id } = await paid();
    await refund(500);
    expect(await invoices()).toMatchObject([{ status: 'paid', refunded: 500 }]);
    expect(await service.getPlan(userId)).toBe('premium');
    await refund(1_499);
    await refund(1_499);
    expect(await invoices()).toMatchObject([{ status: 'refunded', refunded: 1_499 }]);
    expect(await service.getPlan(userId)).toBe('free');
    await built.drain();
    expect(fake.subscriptions.get(id)?.status).toBe('canceled');
    expect((await titles())[0]).toBe('Your payment was refunded');
    await service.handleWebhook(...signed(updated(id)));
    expect(await service.getPlan(userId)).toBe('free');
  });

  it('a dispute stops the renewal; won, the payment stands', async () => {
    const { id } = await paid();
    await dispute('created', 'needs_response');
    expect(await invoices()).toMatchObject([{ status: 'disputed' }]);
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'premium', cancel_at_period_end: true });
    await built.drain();
    expect(fake.subscriptions.get(id)?.cancel_at_period_end).toBe(true);
    await dispute('closed', 'won');
    expect(await invoices()).toMatchObject([{ status: 'paid' }]);
    expect(await service.getPlan(userId)).toBe('premium');
  });

  it('a chargeback ends premium, and a late report of the dispute changes nothing', async () => {
    await paid();
    await dispute('closed', 'lost');
    expect(await invoices()).toMatchObject([{ status: 'charged_back' }]);
    expect(await service.getPlan(userId)).toBe('free');
    await dispute('created', 'needs_response');
    expect(await invoices()).toMatchObject([{ status: 'charged_back' }]);
  });
});

describe('the webhook address', () => {
  it('checks the signature of the raw body', async () => {
    const own = await buildTestApp({
      env: {
        STRIPE_SECRET_KEY: 'sk_test_x',
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_PRICE_MONTHLY: 'price_month',
        STRIPE_PRICE_YEARLY: 'price_year',
      },
    });
    try {
      const post = async (payload: Buffer | string, signature: string) =>
        (
          await own.http.inject({
            method: 'POST',
            url: '/api/upgrade/webhook',
            payload,
            headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
          })
        ).statusCode;
      const [raw, header] = signed({ id: 'evt_1', object: 'event', type: 'customer.created', data: { object: {} } });
      expect(await post(raw, header)).toBe(200);
      expect(await post(`${raw} `, header)).toBe(400);
      expect(await post('{{{', header)).toBe(400);
      expect(await post(raw, 't=1,v1=00')).toBe(400);
    } finally {
      await own.stop();
    }
  });
});
