import { PAYMENT_GRACE_MS } from '@soulsight/contract/limits';
import { OFFER_IDS, OFFERS } from '@soulsight/contract/offers';
import { subscriptionSchema } from '@soulsight/contract/subscription';
import { DAY_MS, toUtcDay } from '@soulsight/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTestCard } from './payments/cards.rules.ts';
import {
  changePrice,
  periodEnd,
  planAt,
  presentSubscription,
  purchaseKind,
  type SubscriptionFacts,
} from './subscription.rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const ACTIVE: SubscriptionFacts = {
  offer: 'premium_monthly',
  status: 'active',
  currentPeriodEnd: later(10 * DAY_MS),
  cancelAtPeriodEnd: false,
  graceUntil: null,
};

describe('the plan that a subscription gives', () => {
  it('[6.3] is premium while it is paid for, and free without one', () => {
    expect(planAt(null, NOW)).toBe('free');
    expect(planAt(ACTIVE, NOW)).toBe('premium');
    expect(planAt({ ...ACTIVE, cancelAtPeriodEnd: true }, later(10 * DAY_MS - 1))).toBe('premium');
    expect(planAt({ ...ACTIVE, cancelAtPeriodEnd: true }, later(10 * DAY_MS))).toBe('free');
  });

  it('stays premium for seven days after a failed payment, and no longer', () => {
    const graceUntil = later(PAYMENT_GRACE_MS);
    const failed: SubscriptionFacts = { ...ACTIVE, status: 'past_due', currentPeriodEnd: NOW, graceUntil };
    expect(planAt(failed, later(PAYMENT_GRACE_MS - 1))).toBe('premium');
    expect(planAt(failed, graceUntil)).toBe('free');
  });

  it('outlasts a late renewal, and ends with the grace even if no job has run', () => {
    const due = { ...ACTIVE, currentPeriodEnd: NOW };
    expect(planAt(due, later(DAY_MS))).toBe('premium');
    expect(planAt(due, later(PAYMENT_GRACE_MS))).toBe('free');
  });
});

describe('periods', () => {
  it('end on the same day of the next month or year, or on its last one', () => {
    const end = (from: string, offer: (typeof OFFER_IDS)[number]) => toUtcDay(periodEnd(new Date(from), offer));
    expect(end('2026-11-20T12:00:00Z', 'premium_monthly')).toBe('2026-12-20');
    expect(end('2026-01-31T12:00:00Z', 'premium_monthly')).toBe('2026-02-28');
    expect(end('2024-02-29T12:00:00Z', 'premium_yearly')).toBe('2025-02-28');
    expect(end('2026-12-31T23:59:59Z', 'premium_monthly')).toBe('2027-01-31');
  });
});

describe('changing the offer', () => {
  it('costs the price less the unused part of what is paid, between nothing and the full price', () => {
    expect(changePrice({ ...ACTIVE, currentPeriodEnd: NOW }, 'premium_yearly', NOW)).toBe(OFFERS.premium_yearly.amount);
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 400 }), fc.constantFrom(...OFFER_IDS), (days, offer) => {
        const price = changePrice({ ...ACTIVE, currentPeriodEnd: later(days * DAY_MS) }, offer, NOW);
        expect(price).toBeGreaterThanOrEqual(0);
        expect(price).toBeLessThanOrEqual(OFFERS[offer].amount);
      }),
    );
  });

  it('is immediate to yearly and later to monthly; the same offer resumes or does nothing', () => {
    const yearly: SubscriptionFacts = { ...ACTIVE, offer: 'premium_yearly' };
    expect(purchaseKind(null, 'premium_monthly', NOW)).toBe('buy');
    expect(purchaseKind(ACTIVE, 'premium_monthly', NOW)).toBe('nothing');
    expect(purchaseKind({ ...ACTIVE, cancelAtPeriodEnd: true }, 'premium_monthly', NOW)).toBe('resume');
    expect(purchaseKind(ACTIVE, 'premium_yearly', NOW)).toBe('upgrade_now');
    expect(purchaseKind(yearly, 'premium_monthly', NOW)).toBe('downgrade_later');
    expect(purchaseKind({ ...ACTIVE, status: 'past_due', graceUntil: later(1) }, 'premium_monthly', NOW)).toBe('buy');
  });
});

describe('what the owner sees', () => {
  it('fits the contract at every stage', () => {
    const states = [null, ACTIVE, { ...ACTIVE, status: 'canceled' as const, currentPeriodEnd: NOW }];
    for (const state of states)
      subscriptionSchema.parse(presentSubscription(state && { ...state, nextOffer: null, pausedAt: null }, NOW));
    expect(presentSubscription(null, NOW)).toMatchObject({ plan: 'free', status: 'none' });
    expect(presentSubscription({ ...ACTIVE, nextOffer: null, pausedAt: null }, NOW)).toMatchObject({
      plan: 'premium',
      status: 'active',
    });
  });
});

describe('the test gateway and cards', () => {
  const card = (number: string, more = {}) =>
    checkTestCard({ number, exp_month: 12, exp_year: 2030, cvc: '123', ...more }, NOW);
  const detail = (number: string, more = {}) => {
    const result = card(number, more);
    return result.ok ? 'stored' : result.detail;
  };

  it('stores the brand and last four digits of the public test cards, never the number', () => {
    const result = card('4242 4242 4242 4242');
    expect(result).toMatchObject({ ok: true, card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 } });
    expect(JSON.stringify(result)).not.toContain('4242424242424242');
    expect(card('5555555555554444')).toMatchObject({ ok: true, card: { brand: 'mastercard' } });
    expect(card('378282246310005', { cvc: '1234' })).toMatchObject({ ok: true, card: { brand: 'amex' } });
  });

  it('refuses each declining number with its own message', () => {
    expect(detail('4000000000000002')).toMatch(/declined/);
    expect(detail('4000000000009995')).toMatch(/insufficient funds/);
    expect(detail('4000000000000069')).toMatch(/expired/);
    expect(detail('4000000000000127')).toMatch(/security code/);
    expect(detail('4000000000000119')).toMatch(/error occurred/);
    expect(detail('4242424242424241')).toMatch(/not valid/);
    expect(detail('4111111111111111')).toMatch(/test cards only/);
  });

  it('refuses a card after its month is over', () => {
    expect(detail('4242424242424242', { exp_month: 10, exp_year: 2026 })).toMatch(/expired/);
    expect(detail('4242424242424242', { exp_month: 11, exp_year: 2026 })).toBe('stored');
    expect(detail('4242424242424242', { cvc: '1234' })).toMatch(/security code/);
  });
});
