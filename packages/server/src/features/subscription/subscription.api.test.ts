import { randomUUID } from 'node:crypto';
import { PAYMENT_GRACE_MS } from '@soulsight/contract/limits';
import { getNotifications } from '@soulsight/contract/notifications';
import type { OfferId } from '@soulsight/contract/offers';
import { getMe } from '@soulsight/contract/profile';
import * as contract from '@soulsight/contract/subscription';
import { DAY_MS } from '@soulsight/contract/time';
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
  offer?: OfferId;
  idempotency_key?: string;
  payment_method_id?: string;
  quoted_at?: string;
  change?: 'buy' | 'resume' | 'upgrade_now';
  due_now?: number;
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
    (await app.call(contract.getPlanPreview, { query: { offer: 'premium_monthly' } })).refused('not_signed_in');
    (await app.call(contract.postPaymentMethodPage, { body: {} })).refused('not_signed_in');
    const params = { id: randomUUID() };
    (await app.call(contract.postDefaultPaymentMethod, { params })).refused('not_signed_in');
    (await app.call(contract.postInvoicePayment, { params, body: {} })).refused('not_signed_in');
    (await app.call(contract.getReceipt, { params })).refused('not_signed_in');
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

describe('before a change', () => {
  const preview = async (as: BuiltAccount, offer: OfferId) =>
    (await app.call(contract.getPlanPreview, { as, query: { offer } })).ok();

  it('the amount shown as due now is exactly what is charged', async () => {
    const ann = await buildAccount(app.features.auth);
    expect(await preview(ann, 'premium_monthly')).toMatchObject({ change: 'buy', due_now: 1499, credit: 0 });
    (await buy(ann)).ok();
    expect(await preview(ann, 'premium_monthly')).toMatchObject({ change: 'nothing', due_now: 0 });
    await at(ann, app.clock.now().getTime() + 10 * DAY_MS);
    const quote = await preview(ann, 'premium_yearly');
    expect(quote).toMatchObject({ change: 'upgrade_now', due_now: 9588 - quote.credit });
    // Two thirds of a month are left, a little less in a short one.
    expect(quote.credit).toBeGreaterThan(800);
    app.clock.advance(20 * 60_000);
    (await buy(ann, { card: undefined, offer: 'premium_yearly', quoted_at: quote.quoted_at })).ok();
    expect((await invoices(ann))[0]?.amount).toBe(quote.due_now);
    const later = await preview(ann, 'premium_monthly');
    expect(later).toMatchObject({ change: 'downgrade_later', due_now: 0, next_charge: { amount: 1499 } });
    expect(later.next_charge.at).toBe((await current(ann)).current_period_end);
  });

  it('a quote does not hold for ever, and none from the future', async () => {
    const ann = await buildAccount(app.features.auth);
    (await buy(ann)).ok();
    const old = await preview(ann, 'premium_yearly');
    await at(ann, app.clock.now().getTime() + 20 * DAY_MS);
    (await buy(ann, { card: undefined, offer: 'premium_yearly', quoted_at: old.quoted_at })).ok();
    expect((await invoices(ann))[0]?.amount).toBeGreaterThan(old.due_now + 900);
  });

  it('what was confirmed happens, or nothing: a free change never becomes a purchase, and no other sum is charged', async () => {
    const ann = await buildAccount(app.features.auth);
    const { current_period_end } = (await buy(ann)).ok().subscription;
    const upgrade = await preview(ann, 'premium_yearly');
    (await app.call(contract.postCancel, { as: ann })).ok();
    expect(await preview(ann, 'premium_monthly')).toMatchObject({ change: 'resume', due_now: 0 });
    await at(ann, Date.parse(current_period_end ?? '') + 1);
    const { due_now, quoted_at } = upgrade;
    (await buy(ann, { card: undefined, change: 'resume', due_now: 0 })).refused('conflict');
    const yearly = { card: undefined, offer: 'premium_yearly' as const, quoted_at };
    (await buy(ann, { ...yearly, change: 'upgrade_now', due_now })).refused('conflict');
    (await buy(ann, { ...yearly, change: 'buy', due_now })).refused('conflict');
    expect(await invoices(ann)).toHaveLength(1);
    const key = { idempotency_key: randomUUID() };
    for (const _ of [1, 2]) (await buy(ann, { ...key, change: 'buy', due_now: 1499 })).ok();
    expect(await invoices(ann)).toHaveLength(2);
  });

  it('a change of the interval is announced as that', async () => {
    const ann = await buildAccount(app.features.auth);
    (await buy(ann)).ok();
    (await buy(ann, { card: undefined, offer: 'premium_yearly' })).ok();
    const { notifications } = (await app.call(getNotifications, { as: ann })).ok();
    expect(notifications[0]).toMatchObject({ title: 'Your plan has changed', body: 'You now have Premium yearly.' });
  });
});

describe('receipts', () => {
  it('come by mail as PDF, once, and can be downloaded by their owner only', async () => {
    const [ann, eve] = [await buildAccount(app.features.auth), await buildAccount(app.features.auth)];
    (await buy(ann)).ok();
    await app.drain();
    await app.drain();
    const mails = app.mails(ann.email).filter(({ subject }) => subject.startsWith('Your receipt'));
    expect(mails.map(({ subject }) => subject)).toEqual(['Your receipt: Premium monthly, €14.99']);
    const [file] = mails[0]?.attachments ?? [];
    expect(file).toMatchObject({ contentType: 'application/pdf' });
    expect(file?.filename).toMatch(/^soulsight-receipt-\d{8}-[0-9A-F]{8}\.pdf$/);
    expect(
      Buffer.from(file?.content ?? '', 'base64')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const [invoice] = await invoices(ann);
    const download = (as: BuiltAccount) =>
      app.http.inject({
        url: `/api/upgrade/invoices/${invoice?.id}/receipt`,
        headers: { authorization: `Bearer ${as.token}` },
      });
    const answer = await download(ann);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf' });
    expect(answer.headers['content-disposition']).toContain(file?.filename);
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await download(eve)).statusCode).toBe(404);
  });

  it('there is none of a payment that failed', async () => {
    const ann = await buildAccount(app.features.auth);
    (await buy(ann, { card: card('4000000000000341') })).refused('payment_failed');
    await app.drain();
    expect(app.mails(ann.email).filter(({ subject }) => subject.startsWith('Your receipt'))).toEqual([]);
    const [invoice] = await invoices(ann);
    (await app.call(contract.getReceipt, { as: ann, params: { id: invoice?.id ?? '' } })).refused('not_found');
  });
});

describe('every open page of a user', () => {
  it('learns of the new plan at once, whatever the notification settings', async () => {
    const ann = await buildAccount(app.features.auth);
    const settings = await app.features.notifications.getSettings(ann.id);
    const kinds = { ...settings.kinds, subscription: { app: false, push: false, mail: false } };
    await app.features.notifications.saveSettings(ann.id, { ...settings, kinds });
    const pages = [await app.socket(ann), await app.socket(ann)];
    for (const page of pages) await page.next('auth_success');
    (await buy(ann)).ok();
    for (const page of pages) expect((await page.next('subscription_update')).payload).toEqual({ needs_refetch: true });
    await Promise.all(pages.map((page) => page.close()));
  });
});

describe('a paused subscription of the test gateway', () => {
  it('is not renewed while it is paused, and begins a new paid period when its owner resumes it, once', async () => {
    const ann = await buildAccount(app.features.auth);
    const { current_period_end } = (await buy(ann)).ok().subscription;
    await app.features.subscription.pauseByInvoice((await invoices(ann))[0]?.id ?? '');
    await at(ann, Date.parse(current_period_end ?? ''));
    await settle();
    expect(await current(ann)).toMatchObject({ plan: 'free', status: 'paused', offer: 'premium_monthly' });
    expect(await invoices(ann)).toHaveLength(1);
    const { change, due_now } = (
      await app.call(contract.getPlanPreview, { as: ann, query: { offer: 'premium_monthly' } })
    ).ok();
    expect({ change, due_now }).toEqual({ change: 'unpause', due_now: 1499 });
    const presses = await Promise.all([buy(ann), buy(ann)]);
    expect(presses.map(({ status }) => status)).toContain(200);
    expect(await current(ann)).toMatchObject({ plan: 'premium', status: 'active' });
    expect((await invoices(ann)).map(({ status }) => status)).toEqual(['paid', 'paid']);
  });
});

describe('refunds and disputes', () => {
  const reverse = async (as: BuiltAccount, reversal: Parameters<typeof app.features.subscription.reverse>[1]) =>
    app.features.subscription.reverse((await invoices(as))[0]?.id ?? '', reversal);

  it('all of it ends premium, part of it does not', async () => {
    const ann = await buildAccount(app.features.auth);
    (await buy(ann)).ok();
    await reverse(ann, { kind: 'refund', amount: 100 });
    expect(await invoices(ann)).toMatchObject([{ status: 'paid', refunded: 100 }]);
    expect(await getPlan(ann)).toBe('premium');
    await reverse(ann, { kind: 'refund', amount: 1499 });
    expect(await invoices(ann)).toMatchObject([{ status: 'refunded', refunded: 1499 }]);
    expect(await getPlan(ann)).toBe('free');
    await settle();
    expect(await invoices(ann)).toHaveLength(1);
  });

  it('a refund of an earlier payment leaves the paid period as it is', async () => {
    const ann = await buildAccount(app.features.auth);
    const { current_period_end } = (await buy(ann)).ok().subscription;
    const [first] = await invoices(ann);
    await at(ann, Date.parse(current_period_end ?? ''));
    await settle();
    await app.features.subscription.reverse(first?.id ?? '', { kind: 'refund', amount: 1499 });
    expect(await getPlan(ann)).toBe('premium');
    expect((await invoices(ann)).map(({ status }) => status)).toEqual(['paid', 'refunded']);
  });

  it('the notification says what happens to premium', async () => {
    const ann = await buildAccount(app.features.auth);
    const { current_period_end } = (await buy(ann)).ok().subscription;
    const [first] = await invoices(ann);
    await at(ann, Date.parse(current_period_end ?? ''));
    await settle();
    const told = async (id: string | undefined, reversal: Parameters<typeof app.features.subscription.reverse>[1]) => {
      await app.features.subscription.reverse(id ?? '', reversal);
      return (await app.call(getNotifications, { as: ann })).ok().notifications[0]?.body;
    };
    const [latest] = await invoices(ann);
    expect(await told(first?.id, { kind: 'dispute_opened' })).toBe('Your Premium stays as it is.');
    expect(await current(ann)).toMatchObject({ cancel_at_period_end: false });
    expect(await told(latest?.id, { kind: 'dispute_opened' })).toMatch(/^You keep Premium for now. It won't renew/);
    expect(await told(latest?.id, { kind: 'refund', amount: 1499 })).toMatch(/Your Premium has ended\./);
    expect(await told(first?.id, { kind: 'chargeback' })).not.toContain('Premium');
  });

  it('a dispute stops the renewal and can be resumed when it is won; lost, it ends premium', async () => {
    const ann = await buildAccount(app.features.auth);
    (await buy(ann)).ok();
    await reverse(ann, { kind: 'dispute_opened' });
    expect(await current(ann)).toMatchObject({ plan: 'premium', cancel_at_period_end: true });
    await reverse(ann, { kind: 'dispute_won' });
    expect((await app.call(contract.postResume, { as: ann })).ok().cancel_at_period_end).toBe(false);
    await reverse(ann, { kind: 'chargeback' });
    await reverse(ann, { kind: 'dispute_won' });
    expect(await invoices(ann)).toMatchObject([{ status: 'charged_back' }]);
    expect(await getPlan(ann)).toBe('free');
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
    const { plan, status, grace_until } = await current(ann);
    expect([plan, status]).toEqual(['premium', 'past_due']);
    expect((await app.call(getMe, { as: ann })).ok().payment_due_until).toBe(grace_until);
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

describe('a failed renewal', () => {
  async function overdue(): Promise<BuiltAccount> {
    const ann = await buildAccount(app.features.auth);
    const { current_period_end } = (await buy(ann)).ok().subscription;
    (await app.call(contract.postPaymentMethod, { as: ann, body: { card: card('4000000000000341') } })).ok();
    await at(ann, Date.parse(current_period_end ?? ''));
    await settle();
    return ann;
  }
  const pay = (as: BuiltAccount, id: string, body: { card?: typeof GOOD; payment_method_id?: string }) =>
    app.call(contract.postInvoicePayment, { as, params: { id }, body });

  it('is paid with another stored card, which renews from then on, or with a new one', async () => {
    const ann = await overdue();
    const [invoice] = await invoices(ann);
    expect(invoice).toMatchObject({ status: 'failed', payable: true, amount: 1499 });
    (await pay(ann, invoice?.id ?? '', {})).refused('payment_failed');
    expect(await methods(ann)).toHaveLength(2);
    const good = (await methods(ann)).find(({ last4 }) => last4 === '4242');
    const paid = (await pay(ann, invoice?.id ?? '', { payment_method_id: good?.id ?? '' })).ok();
    expect(paid.subscription).toMatchObject({ plan: 'premium', status: 'active', grace_until: null });
    expect((await methods(ann))[0]).toMatchObject({ last4: '4242', is_default: true });
    expect(await invoices(ann)).toMatchObject([
      { status: 'paid', payable: false },
      { status: 'paid', payable: false },
    ]);
    await at(ann, Date.parse(paid.subscription.current_period_end ?? ''));
    await settle();
    expect(await current(ann)).toMatchObject({ status: 'active' });
    expect(await invoices(ann)).toHaveLength(3);
  });

  it('is not charged twice, and a new card that is declined is not kept', async () => {
    const ann = await overdue();
    const id = (await invoices(ann))[0]?.id ?? '';
    (await pay(ann, id, { card: { ...card('4000000000000341'), exp_month: 3 } })).refused('payment_failed');
    expect(await methods(ann)).toHaveLength(2);
    const answers = await Promise.all([1, 2].map(() => pay(ann, id, { card: card('5555555555554444') })));
    for (const answer of answers) expect(answer.ok().subscription.status).toBe('active');
    (await pay(ann, id, {})).ok();
    expect(await invoices(ann)).toHaveLength(2);
    expect((await methods(ann))[0]).toMatchObject({ last4: '4444' });
  });

  it('belongs to its owner, and only an overdue one can be paid', async () => {
    const ann = await overdue();
    const eve = await buildAccount(app.features.auth);
    const id = (await invoices(ann))[0]?.id ?? '';
    (await pay(eve, id, { card: GOOD })).refused('not_found');
    (await buy(eve, { card: card('4000000000000341') })).refused('payment_failed');
    (await pay(eve, (await invoices(eve))[0]?.id ?? '', { card: GOOD })).refused('conflict');
    expect(await getPlan(eve)).toBe('free');
  });
});

describe('stored cards', () => {
  it('a card that was declined when it was charged is not kept', async () => {
    const ann = await buildAccount(app.features.auth);
    (await buy(ann, { card: card('4000000000000341') })).refused('payment_failed');
    expect(await methods(ann)).toEqual([]);
  });

  it('another one can be chosen, and one can replace another', async () => {
    const ann = await buildAccount(app.features.auth);
    (await buy(ann)).ok();
    const [visa] = await methods(ann);
    const add = (number: string, replaces?: string) =>
      app.call(contract.postPaymentMethod, { as: ann, body: { card: card(number), ...(replaces && { replaces }) } });
    const master = (await add('5555555555554444')).ok();
    expect((await methods(ann)).map(({ last4, is_default }) => [last4, is_default])).toEqual([
      ['4444', true],
      ['4242', false],
    ]);
    const choose = (as: BuiltAccount) =>
      app.call(contract.postDefaultPaymentMethod, { as, params: { id: visa?.id ?? '' } });
    (await choose(await buildAccount(app.features.auth))).refused('not_found');
    (await choose(ann)).ok();
    expect((await methods(ann))[0]).toMatchObject({ last4: '4242', is_default: true });
    (await add('6011111111111117', randomUUID())).refused('not_found');
    (await add('6011111111111117', master.id)).ok();
    expect((await methods(ann)).map(({ last4 }) => last4)).toEqual(['1117', '4242']);
    (await app.call(contract.postPaymentMethodPage, { as: ann, body: {} })).refused('bad_request');
  });

  it('are five at most', async () => {
    const ann = await buildAccount(app.features.auth);
    const add = (number: string) => app.call(contract.postPaymentMethod, { as: ann, body: { card: card(number) } });
    const numbers = [
      '4242424242424242',
      '5555555555554444',
      '6011111111111117',
      '3566002020360505',
      '6200000000000005',
    ];
    for (const number of numbers) {
      app.clock.advance(1);
      (await add(number)).ok();
    }
    (await add('4000056655665556')).refused('conflict');
    (await buy(ann, { card: card('4000056655665556') })).ok();
    expect((await methods(ann)).map(({ last4 }) => last4).sort()).toEqual(['0005', '0505', '1117', '4444', '5556']);
  });

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
