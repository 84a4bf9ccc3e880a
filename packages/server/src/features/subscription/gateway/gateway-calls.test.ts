import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryRows } from '../../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { buildAccount } from '../../auth/auth.builders.ts';
import { WEBHOOK_CLEANUP_JOB } from '../subscription.jobs.ts';
import type { SubscriptionService } from '../subscription.service.ts';
import { findSubscription, updateCheckoutPage } from '../subscription.store.ts';
import { type BuiltSubscription, buildSubscription } from '../testing/build-subscription.ts';
import { type ControlledGateway, controlledGateway, type GatewayMethod } from '../testing/controlled-gateway.ts';
import type { GatewayEvent } from './gateway.ts';
import { GATEWAY_JOB } from './gateway-tasks.service.ts';

const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2060, cvc: '123' };

let app: TestApp;
let controlled: ControlledGateway;
let built: BuiltSubscription;
let service: SubscriptionService;
let userId: string;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  controlled = controlledGateway();
  built = await buildSubscription(app, controlled.gateway);
  service = built.service;
  userId = (await buildAccount(app.features.auth)).id;
});
afterEach(() => built.stop());

const buy = (offer: 'premium_monthly' | 'premium_yearly' = 'premium_monthly', key = randomUUID()) =>
  service.buy(userId, { offer, idempotency_key: key, card: CARD });
const stored = () => findSubscription(app.core.db, userId);
async function atGateway() {
  return controlled.subscriptions.get((await stored())?.gatewaySubscription ?? '');
}
async function buyAndSettle(offer?: 'premium_yearly') {
  await buy(offer);
  await built.drain();
  controlled.calls.length = 0;
}
/** What the gateway says of the user's subscription, as a webhook. */
async function buildEvent(changed: Partial<NonNullable<GatewayEvent['state']>> = {}): Promise<GatewayEvent> {
  const row = await stored();
  const state = {
    subscription: row?.gatewaySubscription ?? '',
    customer: 'cus_1',
    userId,
    offer: row?.offer ?? 'premium_monthly',
    status: 'active' as const,
    periodEnd: row?.currentPeriodEnd ?? app.clock.now(),
    cancelAtPeriodEnd: false,
    nextOffer: null,
    endedAt: null,
    ...changed,
  };
  const nothing = { invoice: null, card: null, reversal: null, cardOwner: null };
  return { id: `evt_${randomUUID()}`, type: 'customer.subscription.updated', state, ...nothing };
}

/** Every operation that calls the gateway, with its preparation. */
const CASES: { method: GatewayMethod; before: () => Promise<unknown>; call: () => Promise<unknown> }[] = [
  { method: 'tokenizeCard', before: async () => {}, call: () => service.addCard(userId, CARD) },
  { method: 'purchase', before: async () => {}, call: () => buy() },
  { method: 'upgrade', before: () => buyAndSettle(), call: () => buy('premium_yearly') },
  {
    method: 'scheduleDowngrade',
    before: () => buyAndSettle('premium_yearly'),
    call: async () => {
      await buy('premium_monthly');
      await built.drain();
    },
  },
  {
    method: 'quoteUpgrade',
    before: () => buyAndSettle(),
    call: () => service.previewPlan(userId, 'premium_yearly'),
  },
  {
    method: 'setDefaultCard',
    before: () => buyAndSettle(),
    call: async () => {
      await service.addCard(userId, { ...CARD, number: '5555555555554444' });
      await built.drain();
    },
  },
  {
    method: 'createCardPage',
    before: () => buyAndSettle(),
    call: () => service.createCardPage(userId),
  },
  {
    method: 'payInvoice',
    before: async () => {
      await buyAndSettle();
      const invoice = {
        key: 'in_1',
        amount: 1499,
        currency: 'EUR',
        status: 'failed' as const,
        offer: null,
        periodEnd: null,
      };
      const event = await buildEvent({ status: 'past_due' });
      controlled.event = { ...event, invoice: { ...invoice, at: app.clock.now() } };
      await service.handleWebhook(Buffer.alloc(0), '');
    },
    call: async () =>
      service.payInvoice(userId, (await service.getInvoices(userId))[0]?.id ?? '', {
        payment_method_id: (await service.getCards(userId))[0]?.id,
      }),
  },
  {
    method: 'setCancelAtPeriodEnd',
    before: () => buyAndSettle(),
    call: async () => {
      await service.cancel(userId);
      await built.drain();
    },
  },
  {
    method: 'cancelNow',
    before: () => buyAndSettle(),
    call: async () => {
      await service.endSubscription(userId);
      await built.drain();
    },
  },
  {
    method: 'detachCard',
    before: () => service.addCard(userId, CARD),
    call: async () => {
      const [card] = await service.getCards(userId);
      await service.removeCard(userId, card?.id ?? '');
      await built.drain();
    },
  },
  {
    method: 'deleteCustomer',
    before: () => buyAndSettle(),
    call: async () => {
      await app.core.db.transaction((tx) => service.forgetPayer(tx, userId));
      await built.drain();
    },
  },
  {
    method: 'closeCheckout',
    before: async () => {
      const key = randomUUID();
      controlled.failing.add('purchase');
      await buy('premium_monthly', key).catch(() => {});
      controlled.failing.clear();
      await updateCheckoutPage(app.core.db, userId, key, 'page_1');
    },
    call: () => buy(),
  },
  {
    method: 'readWebhook',
    before: () => buyAndSettle(),
    call: () => service.handleWebhook(Buffer.alloc(0), ''),
  },
];

describe.each(CASES)('while the gateway takes its time over $method', ({ method, before, call }) => {
  it('the database is free, and the call then completes', async () => {
    await before();
    const { reached, release } = controlled.hold(method);
    const done = call();
    await reached;
    // The embedded database has one connection: an open transaction would block this forever.
    await app.core.db.transaction((tx) => findSubscription(tx, userId));
    const other = await buildAccount(app.features.auth);
    await service.addCard(other.id, CARD);
    release();
    await done;
    expect(controlled.calls).toContain(method);
  });
});

describe('a gateway that is unavailable', () => {
  it('charges nothing and changes nothing, and the same purchase can be repeated', async () => {
    const key = randomUUID();
    controlled.failing.add('purchase');
    await expect(buy('premium_monthly', key)).rejects.toThrow('unavailable');
    expect(await service.getPlan(userId)).toBe('free');
    controlled.failing.clear();
    await buy('premium_monthly', key);
    expect(await service.getPlan(userId)).toBe('premium');
  });

  it('keeps out another purchase for a minute, because the charge may have succeeded', async () => {
    controlled.failing.add('purchase');
    await expect(buy()).rejects.toThrow('unavailable');
    controlled.failing.clear();
    await expect(buy()).rejects.toMatchObject({ code: 'conflict' });
    app.clock.advance(MINUTE_MS);
    await buy();
    expect(await service.getPlan(userId)).toBe('premium');
    expect(await service.getInvoices(userId)).toEqual([]);
  });

  it.each(['cancel', 'resume'] as const)('learns of a %s when it is back', async (change) => {
    await buyAndSettle();
    if (change === 'resume') {
      await service.cancel(userId);
      await built.drain();
    }
    controlled.failing.add('setCancelAtPeriodEnd');
    expect((await service[change](userId)).cancel_at_period_end).toBe(change === 'cancel');
    await built.drain();
    expect((await atGateway())?.cancelAtPeriodEnd).toBe(change !== 'cancel');
    controlled.failing.clear();
    app.clock.advance(MINUTE_MS);
    await built.drain();
    expect((await atGateway())?.cancelAtPeriodEnd).toBe(change === 'cancel');
    expect((await stored())?.gatewayChange).toBeNull();
  });

  it('learns of a downgrade when it is back', async () => {
    await buyAndSettle('premium_yearly');
    controlled.failing.add('scheduleDowngrade');
    const { subscription } = await buy('premium_monthly');
    expect(subscription).toMatchObject({ offer: 'premium_yearly', next_offer: 'premium_monthly' });
    await built.drain();
    controlled.failing.clear();
    app.clock.advance(MINUTE_MS);
    await built.drain();
    expect((await atGateway())?.nextOffer).toBe('premium_monthly');
  });

  it('is asked to end a subscription until it has done so, however long that takes', async () => {
    await buyAndSettle();
    const id = (await stored())?.gatewaySubscription ?? '';
    controlled.failing.add('cancelNow');
    await service.endSubscription(userId);
    expect(await service.getPlan(userId)).toBe('free');
    for (let n = 0; n < 12; n += 1) {
      await built.drain();
      app.clock.advance(6 * HOUR_MS);
    }
    controlled.failing.clear();
    await built.drain();
    expect(controlled.subscriptions.get(id)?.status).toBe('canceled');
  });

  it('shows operators what it keeps refusing, and can be asked at once', async () => {
    await buyAndSettle();
    const id = (await stored())?.gatewaySubscription ?? '';
    controlled.failing.add('cancelNow');
    await service.endSubscription(userId);
    await built.drain();
    const listMine = async () => (await app.core.jobs.listDead()).filter(({ name }) => name === GATEWAY_JOB);
    expect(await listMine()).toEqual([]);
    app.clock.advance(DAY_MS);
    for (let n = 0; n < 5; n += 1) {
      app.clock.advance(HOUR_MS);
      await built.drain();
    }
    const [shown] = await listMine();
    expect(shown).toMatchObject({ attempts: 6, error: expect.stringContaining('unavailable') });
    expect((await app.core.jobs.countDead()).get(GATEWAY_JOB)).toBe(1);
    controlled.failing.clear();
    const retried = await Promise.all([1, 2].map(() => app.core.jobs.retryDead(shown?.id ?? '')));
    expect(retried.filter(Boolean)).toHaveLength(1);
    await built.drain();
    expect(controlled.subscriptions.get(id)?.status).toBe('canceled');
    expect(await listMine()).toEqual([]);
  });

  it('does not undo a purchase that it was paid for: the replaced subscription is ended later', async () => {
    await buyAndSettle();
    const old = (await stored())?.gatewaySubscription ?? '';
    controlled.event = await buildEvent({ status: 'past_due' });
    await service.handleWebhook(Buffer.alloc(0), '');
    controlled.failing.add('cancelNow');
    await buy('premium_yearly');
    await built.drain();
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'premium', offer: 'premium_yearly' });
    expect(controlled.subscriptions.get(old)?.status).toBe('active');
    controlled.failing.clear();
    app.clock.advance(MINUTE_MS);
    await built.drain();
    expect(controlled.subscriptions.get(old)?.status).toBe('canceled');
    expect((await atGateway())?.status).toBe('active');
  });
});

it('a purchase that completes after its account was deleted is ended and paid back', async () => {
  const { reached, release } = controlled.hold('purchase');
  const bought = buy();
  await reached;
  await app.core.db.execute(sql`update users set deleted_at = now() where id = ${userId}`);
  release();
  await expect(bought).rejects.toMatchObject({ code: 'conflict' });
  await built.drain();
  expect(await service.getPlan(userId)).toBe('free');
  expect([...controlled.subscriptions.values()]).toMatchObject([{ status: 'canceled', isRefunded: true }]);
});

it('a purchase with a saved card, whose account was deleted and restored while it was charged, is ended and paid back', async () => {
  const { reached, release } = controlled.hold('purchase');
  const bought = buy();
  await reached;
  // Both leave the account as it was, except that everything was to end at once.
  await service.endSubscription(userId);
  release();
  await expect(bought).rejects.toMatchObject({ code: 'conflict' });
  await built.drain();
  expect(await service.getPlan(userId)).toBe('free');
  expect([...controlled.subscriptions.values()]).toMatchObject([{ status: 'canceled', isRefunded: true }]);
});

it('a payment page that was made while its account was deleted is closed again', async () => {
  const { reached, release } = controlled.hold('purchase');
  const opened = service.buy(userId, { offer: 'premium_monthly', idempotency_key: randomUUID() });
  await reached;
  await service.endSubscription(userId);
  release();
  await expect(opened).rejects.toMatchObject({ code: 'conflict' });
  expect(controlled.calls).toEqual(['purchase', 'closeCheckout']);
});

describe('what the gateway reports before it knows of our change', () => {
  it('does not undo a cancellation', async () => {
    await buyAndSettle();
    await service.cancel(userId);
    controlled.event = await buildEvent({ cancelAtPeriodEnd: false });
    await service.handleWebhook(Buffer.alloc(0), '');
    expect((await service.getCurrent(userId)).cancel_at_period_end).toBe(true);
    await built.drain();
    expect((await atGateway())?.cancelAtPeriodEnd).toBe(true);
    controlled.event = await buildEvent({ cancelAtPeriodEnd: false });
    await service.handleWebhook(Buffer.alloc(0), '');
    expect((await service.getCurrent(userId)).cancel_at_period_end).toBe(false);
  });

  it('does not bring back a subscription that we have ended', async () => {
    await buyAndSettle();
    controlled.event = await buildEvent();
    await service.endSubscription(userId);
    await service.handleWebhook(Buffer.alloc(0), '');
    expect(await service.getPlan(userId)).toBe('free');
  });

  it('does not replace the new subscription by the old one', async () => {
    await buyAndSettle();
    controlled.event = await buildEvent({ status: 'past_due' });
    await service.handleWebhook(Buffer.alloc(0), '');
    const late = await buildEvent({ status: 'past_due' });
    await buy('premium_yearly');
    controlled.event = late;
    await service.handleWebhook(Buffer.alloc(0), '');
    expect(await service.getCurrent(userId)).toMatchObject({ offer: 'premium_yearly', status: 'active' });
    await built.drain();
    expect((await atGateway())?.status).toBe('active');
  });
});

describe('webhooks at once', () => {
  const deliver = () => service.handleWebhook(Buffer.alloc(0), '');

  it('of the same event take effect once', async () => {
    await buyAndSettle();
    const invoice = {
      key: 'in_1',
      amount: 999,
      currency: 'EUR',
      status: 'paid' as const,
      offer: null,
      at: app.clock.now(),
    };
    controlled.event = { ...(await buildEvent()), type: 'invoice.paid', invoice: { ...invoice, periodEnd: null } };
    await Promise.all(Array.from({ length: 6 }, deliver));
    expect((await service.getInvoices(userId)).filter(({ idempotencyKey }) => idempotencyKey === 'in_1')).toHaveLength(
      1,
    );
  });

  it('of which the first one is stored last are read again, and end in the present state', async () => {
    await buyAndSettle();
    const overdue = await buildEvent({ status: 'past_due' });
    controlled.event = overdue;
    const slow = controlled.hold('readWebhook');
    const first = deliver();
    await slow.reached;
    controlled.event = await buildEvent({ status: 'active' });
    await deliver();
    const invoice = {
      key: `in_${randomUUID()}`,
      amount: 999,
      currency: 'EUR',
      status: 'paid' as const,
      offer: null,
      periodEnd: null,
    };
    controlled.event = { ...controlled.event, id: overdue.id, invoice: { ...invoice, at: app.clock.now() } };
    slow.release();
    await first;
    expect(await stored()).toMatchObject({ status: 'active', graceUntil: null });
    expect((await service.getInvoices(userId)).map(({ idempotencyKey }) => idempotencyKey)).toContain(invoice.key);
  });
});

it('a handled webhook is remembered for 60 days, then deleted by a nightly job', async () => {
  await buyAndSettle();
  const event = await buildEvent();
  controlled.event = event;
  const isKnownAfter = async (ms: number) => {
    app.clock.advance(ms);
    await app.core.jobs.send(WEBHOOK_CLEANUP_JOB, {});
    await app.drain();
    return (await queryRows(app, sql`select id from webhook_events where id = ${event.id}`)).length > 0;
  };
  await service.handleWebhook(Buffer.alloc(0), '');
  expect([await isKnownAfter(60 * DAY_MS), await isKnownAfter(1)]).toEqual([true, false]);
});

it('two changes whose calls overtake each other end in the later state', async () => {
  await buyAndSettle();
  await service.cancel(userId);
  const { reached, release } = controlled.hold('setCancelAtPeriodEnd');
  const slow = service.runGatewayTask({ kind: 'sync', userId });
  await reached;
  await service.resume(userId);
  await service.runGatewayTask({ kind: 'sync', userId });
  release();
  await slow;
  expect((await stored())?.cancelAtPeriodEnd).toBe(false);
  expect((await atGateway())?.cancelAtPeriodEnd).toBe(false);
  expect((await stored())?.gatewayChange).toBeNull();
});

describe('a renewal at the test gateway', () => {
  beforeEach(async () => {
    await built.stop();
    controlled = controlledGateway('test');
    built = await buildSubscription(app, controlled.gateway);
    service = built.service;
    await buy();
    app.clock.set((await stored())?.currentPeriodEnd ?? app.clock.now());
  });

  it('is charged outside of a transaction', async () => {
    const { reached, release } = controlled.hold('purchase');
    const settled = service.settleDue();
    await reached;
    await app.core.db.transaction((tx) => findSubscription(tx, userId));
    release();
    await settled;
    expect((await service.getInvoices(userId)).map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  it('does not revive a subscription that ended while it was charged', async () => {
    const { reached, release } = controlled.hold('purchase');
    const settled = service.settleDue();
    await reached;
    await service.endSubscription(userId);
    release();
    await settled;
    expect(await service.getPlan(userId)).toBe('free');
  });

  it('is tried again by the next run while the gateway is unavailable', async () => {
    controlled.failing.add('purchase');
    await service.settleDue();
    expect(await service.getPlan(userId)).toBe('premium');
    controlled.failing.clear();
    await service.settleDue();
    expect((await service.getInvoices(userId)).map(({ status }) => status)).toEqual(['paid', 'paid']);
  });
});
