import { randomUUID } from 'node:crypto';
import { PAYMENT_GRACE_MS } from '@soulsight/contract/limits';
import { getNotifications } from '@soulsight/contract/notifications';
import * as contract from '@soulsight/contract/subscription';
import { DAY_MS } from '@soulsight/contract/time';
import { getMe } from '@soulsight/contract/user';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryRows } from '../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { signInAgain } from '../../testing/test-users.ts';
import { type BuiltAccount, buildAccount } from '../auth/auth.builders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const GOOD = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2060, cvc: '123' };
const card = (number: string) => ({ ...GOOD, number });

function buy(as: BuiltAccount | null, body: Partial<Parameters<typeof buildBody>[0]> = {}) {
  return app.call(contract.postPlan, { as, body: buildBody({ card: GOOD, ...body }) });
}
function buildBody(body: {
  card?: typeof GOOD | undefined;
  offer?: contract.OfferId;
  idempotency_key?: string;
  payment_method_id?: string;
}) {
  return { offer: 'premium_monthly' as const, idempotency_key: randomUUID(), ...body };
}
const getPlan = async (as: BuiltAccount) => (await app.call(getMe, { as })).ok().subscription.plan;
const current = async (as: BuiltAccount) => (await app.call(contract.getCurrentSubscription, { as })).ok();
const invoices = async (as: BuiltAccount) => (await app.call(contract.getSubscriptions, { as })).ok().invoices;
const methods = async (as: BuiltAccount) => (await app.call(contract.getPaymentMethods, { as })).ok().payment_methods;
/** Sets the clock, and signs the user in again, since the token has expired by then. */
async function at(as: BuiltAccount, time: number) {
  app.clock.set(new Date(time));
  Object.assign(as, await signInAgain(app, as));
}
const settle = () => app.features.subscription.settleDue();

describe('plans', () => {
  it('[1.8] are listed with their prices and features; the free one is the default', async () => {
    const ann = await buildAccount(app.features.auth);
    const { offers, gateway } = (await app.call(contract.getSubscriptions, { as: ann })).ok();
    expect(offers.map(({ id, amount }) => [id, amount])).toEqual([
      ['premium_monthly', 1499],
      ['premium_yearly', 9588],
    ]);
    expect(gateway).toBe('test');
    expect(await current(ann)).toMatchObject({ plan: 'free', status: 'none', offer: null });
  });

  it('refuse calls without a sign-in', async () => {
    (await app.call(contract.getSubscriptions)).refused('not_signed_in');
    (await app.call(contract.getCurrentSubscription)).refused('not_signed_in');
    (await buy(null)).refused('not_signed_in');
    (await app.call(contract.postCancel)).refused('not_signed_in');
    (await app.call(contract.postResume)).refused('not_signed_in');
    (await app.call(contract.getPaymentMethods)).refused('not_signed_in');
    (await app.call(contract.postPaymentMethod, { body: { card: GOOD } })).refused('not_signed_in');
    (await app.call(contract.deletePaymentMethod, { params: { id: randomUUID() } })).refused('not_signed_in');
  });
});

describe('on a public site without Stripe', () => {
  it('public test cards buy nothing, and the refusal says why', async () => {
    const site = await buildTestApp({ env: { PUBLIC_URL: 'https://dating.example' } });
    try {
      const ann = await buildAccount(site.features.auth);
      const bought = (await site.call(contract.postPlan, { as: ann, body: buildBody({ card: GOOD }) })).refused(
        'payment_failed',
      );
      expect(bought.detail).toContain('Payments are not set up');
      (await site.call(contract.postPaymentMethod, { as: ann, body: { card: GOOD } })).refused('payment_failed');
      expect((await site.call(getMe, { as: ann })).ok().subscription.plan).toBe('free');
    } finally {
      await site.stop();
    }
  });
});

describe('buying', () => {
  it('[6.3] [7.25] gives premium at once, stores the last digits of the card, writes an invoice and notifies the user', async () => {
    const ann = await buildAccount(app.features.auth);
    const bought = (await buy(ann)).ok();
    expect(bought.subscription).toMatchObject({ plan: 'premium', status: 'active', offer: 'premium_monthly' });
    expect(await getPlan(ann)).toBe('premium');
    expect(await invoices(ann)).toMatchObject([{ amount: 1499, currency: 'EUR', status: 'paid' }]);
    expect(await methods(ann)).toMatchObject([{ brand: 'visa', last4: '4242', is_default: true }]);
    const { notifications } = (await app.call(getNotifications, { as: ann })).ok();
    expect(notifications[0]).toMatchObject({ kind: 'subscription', title: 'Welcome to Premium' });
    const rows = await queryRows(app, sql`select p::text as row from payment_methods p`);
    expect(rows.map(({ row }) => row).join()).not.toContain('4242424242424242');
  });

  it('reports why a card was declined, and changes nothing', async () => {
    const ann = await buildAccount(app.features.auth);
    const refusal = async (number: string) => (await buy(ann, { card: card(number) })).refused('payment_failed').detail;
    expect(await refusal('4000 0000 0000 0002')).toMatch(/declined/);
    expect(await refusal('4000 0000 0000 9995')).toMatch(/insufficient funds/);
    expect(await refusal('4000 0000 0000 0069')).toMatch(/expired/);
    expect(await refusal('4000 0000 0000 0127')).toMatch(/security code/);
    expect(await refusal('4242 4242 4242 4241')).toMatch(/not valid/);
    expect(await getPlan(ann)).toBe('free');
    expect(await methods(ann)).toEqual([]);
    (await buy(ann, { card: undefined })).refused('bad_request');
    (await buy(ann, { card: { ...GOOD, cvc: 'abc' } })).refused('validation_failed');
  });

  it('never charges twice for the same key, even when sent at the same time', async () => {
    const ann = await buildAccount(app.features.auth);
    const idempotency_key = randomUUID();
    const answers = await Promise.all([buy(ann, { idempotency_key }), buy(ann, { idempotency_key })]);
    for (const answer of answers) expect(answer.ok().subscription.plan).toBe('premium');
    (await buy(ann, { idempotency_key })).ok();
    expect(await invoices(ann)).toHaveLength(1);
    const declined = randomUUID();
    const bad = { card: card('4000000000000341'), idempotency_key: declined };
    const eve = await buildAccount(app.features.auth);
    (await buy(eve, bad)).refused('payment_failed');
    (await buy(eve, bad)).refused('payment_failed');
    expect(await invoices(eve)).toMatchObject([{ status: 'failed' }]);
  });

  it('does not charge twice for the two keys of a double click', async () => {
    const ann = await buildAccount(app.features.auth);
    const answers = await Promise.all([buy(ann), buy(ann)]);
    expect(answers.some((answer) => answer.status === 200)).toBe(true);
    expect(await invoices(ann)).toHaveLength(1);
  });

  it('accepts only cards of the same user', async () => {
    const [ann, eve] = [await buildAccount(app.features.auth), await buildAccount(app.features.auth)];
    const stored = (await app.call(contract.postPaymentMethod, { as: ann, body: { card: GOOD } })).ok();
    (await buy(eve, { card: undefined, payment_method_id: stored.id })).refused('not_found');
    (await app.call(contract.deletePaymentMethod, { as: eve, params: { id: stored.id } })).refused('not_found');
    (await buy(ann, { card: undefined, payment_method_id: stored.id })).ok();
    expect(await getPlan(ann)).toBe('premium');
  });
});

describe('changing', () => {
  it('to yearly charges the difference now; back to monthly waits for the end of the period', async () => {
    const ann = await buildAccount(app.features.auth);
    (await buy(ann)).ok();
    await at(ann, app.clock.now().getTime() + 10 * DAY_MS);
    (await buy(ann, { card: undefined, offer: 'premium_yearly' })).ok();
    const [upgrade] = await invoices(ann);
    expect(upgrade?.amount).toBeLessThan(9588);
    expect(upgrade?.amount).toBeGreaterThan(9588 - 1499);
    const yearly = await current(ann);
    expect(yearly).toMatchObject({ offer: 'premium_yearly', status: 'active' });
    const later = (await buy(ann, { card: undefined, offer: 'premium_monthly' })).ok().subscription;
    expect(later).toMatchObject({ offer: 'premium_yearly', next_offer: 'premium_monthly' });
    expect(await invoices(ann)).toHaveLength(2);
    await at(ann, Date.parse(yearly.current_period_end ?? '') + 1_000);
    await settle();
    expect(await current(ann)).toMatchObject({ offer: 'premium_monthly', status: 'active', next_offer: null });
    expect((await invoices(ann))[0]).toMatchObject({ amount: 1499, status: 'paid' });
  });
});

describe('cancelling', () => {
  it('[7.25] keeps premium until the end of the paid period, can be resumed, and then ends', async () => {
    const ann = await buildAccount(app.features.auth);
    (await app.call(contract.postCancel, { as: ann })).refused('not_found');
    (await app.call(contract.postResume, { as: ann })).refused('not_found');
    (await buy(ann)).ok();
    expect((await app.call(contract.postCancel, { as: ann })).ok()).toMatchObject({
      plan: 'premium',
      cancel_at_period_end: true,
    });
    expect((await app.call(contract.postResume, { as: ann })).ok().cancel_at_period_end).toBe(false);
    const { current_period_end } = (await app.call(contract.postCancel, { as: ann })).ok();
    await at(ann, Date.parse(current_period_end ?? '') - 1);
    await settle();
    expect(await getPlan(ann)).toBe('premium');
    app.clock.advance(2);
    expect(await getPlan(ann)).toBe('free');
    await settle();
    expect(await current(ann)).toMatchObject({ plan: 'free', status: 'canceled' });
    expect(await invoices(ann)).toHaveLength(1);
    (await buy(ann, { card: undefined })).ok();
    expect(await getPlan(ann)).toBe('premium');
  });
});

describe('a renewal', () => {
  it('charges the stored card once per period', async () => {
    const ann = await buildAccount(app.features.auth);
    const { current_period_end } = (await buy(ann)).ok().subscription;
    await at(ann, Date.parse(current_period_end ?? ''));
    await settle();
    await settle();
    expect(await invoices(ann)).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
    expect(Date.parse((await current(ann)).current_period_end ?? '')).toBeGreaterThan(app.clock.now().getTime());
  });

  it('that fails keeps premium for seven days, notifies the user, and then ends it', async () => {
    const ann = await buildAccount(app.features.auth);
    const { current_period_end } = (await buy(ann)).ok().subscription;
    const [good] = await methods(ann);
    (await app.call(contract.postPaymentMethod, { as: ann, body: { card: card('4000000000000341') } })).ok();
    (await app.call(contract.deletePaymentMethod, { as: ann, params: { id: good?.id ?? '' } })).ok();
    await at(ann, Date.parse(current_period_end ?? ''));
    await settle();
    expect(await current(ann)).toMatchObject({ plan: 'premium', status: 'past_due' });
    const { notifications } = (await app.call(getNotifications, { as: ann })).ok();
    expect(notifications[0]?.title).toBe('Your payment failed');
    await at(ann, app.clock.now().getTime() + PAYMENT_GRACE_MS - 1);
    await settle();
    expect(await getPlan(ann)).toBe('premium');
    app.clock.advance(1);
    expect(await getPlan(ann)).toBe('free');
    await settle();
    expect(await current(ann)).toMatchObject({ plan: 'free', status: 'canceled' });
  });

  it('that failed can be paid with another card', async () => {
    const ann = await buildAccount(app.features.auth);
    const { current_period_end } = (await buy(ann)).ok().subscription;
    (await app.call(contract.postPaymentMethod, { as: ann, body: { card: card('4000000000000341') } })).ok();
    await at(ann, Date.parse(current_period_end ?? ''));
    await settle();
    expect((await current(ann)).status).toBe('past_due');
    (await buy(ann, { card: card('5555555555554444') })).ok();
    expect(await current(ann)).toMatchObject({ plan: 'premium', status: 'active', grace_until: null });
  });
});

describe('stored cards', () => {
  it('cannot be removed if a running subscription has no other card', async () => {
    const ann = await buildAccount(app.features.auth);
    (await buy(ann)).ok();
    const [stored] = await methods(ann);
    const remove = () => app.call(contract.deletePaymentMethod, { as: ann, params: { id: stored?.id ?? '' } });
    (await remove()).refused('conflict');
    (await app.call(contract.postCancel, { as: ann })).ok();
    (await remove()).ok();
    expect(await methods(ann)).toEqual([]);
    (await remove()).refused('not_found');
  });

  it('refuses cards that the gateway refuses', async () => {
    const ann = await buildAccount(app.features.auth);
    (await app.call(contract.postPaymentMethod, { as: ann, body: { card: card('4000000000000002') } })).refused(
      'payment_failed',
    );
    const twice = () => app.call(contract.postPaymentMethod, { as: ann, body: { card: GOOD } });
    expect((await twice()).ok().id).toBe((await twice()).ok().id);
  });
});

describe('the webhook', () => {
  it('answers 404 with the test gateway, whatever the body', async () => {
    const post = (payload: string, headers = {}) =>
      app.http.inject({ method: 'POST', url: '/api/upgrade/webhook', payload, headers });
    expect((await post('{}', { 'content-type': 'application/json' })).statusCode).toBe(404);
    expect((await post('not json', { 'content-type': 'application/json' })).statusCode).toBe(404);
    expect((await post('x', { 'content-type': 'text/plain' })).statusCode).toBe(404);
  });
});
