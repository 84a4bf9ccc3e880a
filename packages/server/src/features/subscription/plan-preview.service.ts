import { OFFERS, type OfferId } from '@soulsight/contract/offers';
import type { PlanChange } from '@soulsight/contract/subscription';
import type { Core } from '../../core/core.ts';
import type { Gateway } from './gateway.ts';
import { changePrice, periodEnd, purchaseKind } from './subscription.rules.ts';
import { findSubscription, listPaymentMethods, type SubscriptionRow } from './subscription.store.ts';

/** Amounts in minor units. */
export type PlanPreview = {
  change: PlanChange;
  dueNow: number;
  credit: number;
  nextCharge: { amount: number; at: Date };
  /** Sent with the purchase, it fixes this price. */
  quotedAt: Date;
};

/** What choosing an offer would do and cost. */
export function createPlanPreviewService({ db, clock }: Pick<Core, 'db' | 'clock'>, gateway: Gateway) {
  async function preview(userId: string, offer: OfferId): Promise<PlanPreview> {
    const now = clock.now();
    const current = await findSubscription(db, userId);
    const change = purchaseKind(current, offer, now);
    const price = OFFERS[offer].amount;
    if (!current || change === 'buy') {
      const nextCharge = { amount: price, at: periodEnd(now, offer) };
      return { change, dueNow: price, credit: 0, nextCharge, quotedAt: now };
    }
    if (change !== 'upgrade_now') {
      const nextCharge = { amount: price, at: current.currentPeriodEnd };
      return { change, dueNow: 0, credit: 0, nextCharge, quotedAt: now };
    }
    const dueNow = await quoteUpgrade(userId, current, offer, now);
    const nextCharge = { amount: price, at: periodEnd(now, offer) };
    return { change, dueNow, credit: Math.max(0, price - dueNow), nextCharge, quotedAt: now };
  }

  async function quoteUpgrade(userId: string, current: SubscriptionRow, offer: OfferId, now: Date): Promise<number> {
    const [card] = await listPaymentMethods(db, userId);
    return gateway.quoteUpgrade({
      userId,
      email: null,
      customer: current.gatewayCustomer,
      subscription: current.gatewaySubscription,
      offer,
      amount: changePrice(current, offer, now),
      method: card?.gatewayMethod ?? null,
      key: '',
      now,
    });
  }

  return { preview };
}
