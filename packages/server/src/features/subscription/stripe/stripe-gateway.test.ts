import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OfferId } from '@soulsight/contract/subscription';
import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withoutTransactions } from '../../../core/db/transaction-scope.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { buildAccount } from '../../auth/auth.builders.ts';
import type { SubscriptionService } from '../subscription.service.ts';
import { type BuiltSubscription, buildSubscription } from '../testing/build-subscription.ts';
import { createStripeGateway } from './stripe-gateway.ts';

const WEBHOOK_SECRET = 'whsec_test';
const PRICES: Record<OfferId, string> = { premium_monthly: 'price_month', premium_yearly: 'price_year' };

type Asked = { method: string; path: string; form: URLSearchParams; key: string | undefined };

const NOT_NOW = { status: 400, body: { error: { type: 'api_error', message: 'Not now' } } };

/** The parts of Stripe's API that we call, on loopback. */
function fakeStripe() {
  const asked: Asked[] = [];
  const subscriptions = new Map<string, ReturnType<typeof subscription>>();
  const state = { refuses: (_method: string) => false };
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const path = (request.url ?? '').split('?')[0] ?? '';
    asked.push({ method: request.method ?? '', path, form, key: request.headers['idempotency-key'] as string });
    const method = request.method ?? '';
    const { status, body } = state.refuses(method) ? NOT_NOW : answer(method, path, form);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });

  function answer(method: string, path: string, form: URLSearchParams): { status: number; body: unknown } {
    if (path === '/v1/checkout/sessions') return { status: 200, body: { id: 'cs_1', url: 'https://pay.example/cs_1' } };
    if (path === '/v1/payment_methods/pm_1')
      return {
        status: 200,
        body: { id: 'pm_1', card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2061 } },
      };
    if (path === '/v1/subscriptions') return { status: 200, body: made(form) };
    const id = /^\/v1\/subscriptions\/(\w+)$/.exec(path)?.[1];
    const found = subscriptions.get(id ?? '');
    if (!found)
      return {
        status: 404,
        body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' } },
      };
    if (form.get('default_payment_method') === 'pm_bad')
      return { status: 402, body: { error: { type: 'card_error', message: 'Your card was declined.' } } };
    if (method === 'DELETE') found.status = 'canceled';
    if (form.has('cancel_at_period_end')) found.cancel_at_period_end = form.get('cancel_at_period_end') === 'true';
    const price = form.get('items[0][price]');
    if (price && found.items.data[0]) found.items.data[0].price.id = price;
    return { status: 200, body: found };
  }

  function made(form: URLSearchParams) {
    const id = `sub_${randomUUID().replaceAll('-', '')}`;
    const fresh = subscription(id, form.get('metadata[user_id]') ?? '', inDays(365), form.get('items[0][price]') ?? '');
    subscriptions.set(id, fresh);
    return fresh;
  }

  return Object.assign(state, { server, asked, subscriptions });
}

function subscription(id: string, userId: string, periodEnd: Date, price = PRICES.premium_monthly) {
  return {
    id,
    object: 'subscription',
    customer: 'cus_1',
    status: 'active',
    cancel_at_period_end: false,
    default_payment_method: 'pm_1',
    metadata: { user_id: userId },
    items: {
      data: [{ id: 'si_1', price: { id: price }, current_period_end: Math.floor(periodEnd.getTime() / 1_000) }],
    },
  };
}

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
const isTheirs = ({ metadata }: ReturnType<typeof subscription>) => metadata.user_id === userId;
async function subscribed(): Promise<string> {
  const id = `sub_${randomUUID().replaceAll('-', '')}`;
  fake.subscriptions.set(id, subscription(id, userId, inDays(30)));
  await service.handleWebhook(...signed(completed(id)));
  return id;
}

describe('buying by Stripe', () => {
  it('sends the user to the payment page with the key; premium begins with the webhook', async () => {
    const key = randomUUID();
    const bought = await service.buy(userId, { offer: 'premium_yearly', idempotency_key: key });
    expect(bought.checkout_url).toBe('https://pay.example/cs_1');
    expect(bought.subscription.plan).toBe('free');
    const [checkout] = fake.asked;
    expect(checkout?.key).toBe(key);
    expect(checkout?.form.get('line_items[0][price]')).toBe('price_year');
    expect(checkout?.form.get('client_reference_id')).toBe(userId);
    const card = { number: '4242424242424242', exp_month: 1, exp_year: 2060, cvc: '123' };
    await expect(service.addCard(userId, card)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('becomes premium by the webhook, once, and stores the card', async () => {
    const id = `sub_${randomUUID().replaceAll('-', '')}`;
    fake.subscriptions.set(id, subscription(id, userId, inDays(30)));
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

  it('rejects webhooks that Stripe did not sign', async () => {
    const id = `sub_${randomUUID().replaceAll('-', '')}`;
    fake.subscriptions.set(id, subscription(id, userId, inDays(30)));
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
    await service.buy(userId, { offer: 'premium_yearly', idempotency_key: randomUUID() });
    expect(fake.subscriptions.get(id)?.items.data[0]?.price.id).toBe('price_year');
    expect(await service.getCurrent(userId)).toMatchObject({ offer: 'premium_yearly' });
    await service.buy(userId, { offer: 'premium_monthly', idempotency_key: randomUUID() });
    await built.drain();
    expect(fake.asked.at(-1)?.form.get('trial_end')).toBeTruthy();
    expect(await service.getCurrent(userId)).toMatchObject({ offer: 'premium_yearly', next_offer: 'premium_monthly' });
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

  it('a replaced one is ended even if Stripe was unavailable at first, so that nobody pays twice', async () => {
    const old = await subscribed();
    const next = `sub_${randomUUID().replaceAll('-', '')}`;
    fake.subscriptions.set(next, subscription(next, userId, inDays(30)));
    fake.refuses = (method) => method === 'DELETE';
    await service.handleWebhook(...signed(completed(next)));
    await built.drain();
    expect(fake.subscriptions.get(old)?.status).toBe('active');
    fake.refuses = () => false;
    app.clock.advance(MINUTE_MS);
    await built.drain();
    expect(fake.subscriptions.get(old)?.status).toBe('canceled');
    expect(fake.subscriptions.get(next)?.status).toBe('active');
  });

  it('one that Stripe has already ended can be ended', async () => {
    const id = await subscribed();
    fake.subscriptions.delete(id);
    await service.endSubscription(userId);
    await built.drain();
    expect(fake.asked.at(-1)?.method).toBe('DELETE');
    expect(await service.getPlan(userId)).toBe('free');
  });

  it('buying while a payment is overdue leaves one subscription', async () => {
    const old = await subscribed();
    const running = fake.subscriptions.get(old);
    if (running) running.status = 'past_due';
    await service.handleWebhook(...signed(invoiceEvent('invoice.payment_failed', old, 'in_3')));
    await service.buy(userId, { offer: 'premium_yearly', idempotency_key: randomUUID() });
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
    const buy = () => service.buy(userId, { offer: 'premium_monthly', idempotency_key: randomUUID() });
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
