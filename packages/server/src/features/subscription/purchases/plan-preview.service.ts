import { OFFERS, type OfferId } from '@soulsight/contract/offers';
import type { PlanChange } from '@soulsight/contract/subscription';
import type { Core } from '../../../core/core.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { changePrice, periodEnd, purchaseKind, unpausePrice } from '../subscription.rules.ts';
import { findSubscription, listPaymentMethods, type SubscriptionRow } from '../subscription.store.ts';

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
    if (change === 'unpause') {
      const dueNow = await quoteUnpause(userId, current, now);
      const nextAt = dueNow === 0 ? current.currentPeriodEnd : periodEnd(now, offer);
      return { change, dueNow, credit: 0, nextCharge: { amount: price, at: nextAt }, quotedAt: now };
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
    const amount = changePrice(current, offer, now);
    return gateway.quoteUpgrade({ ...(await toInput(userId, current, now)), offer, amount });
  }

  async function quoteUnpause(userId: string, current: SubscriptionRow, now: Date): Promise<number> {
    const amount = unpausePrice(current, now);
    if (amount === 0) return 0;
    const input = { ...(await toInput(userId, current, now)), offer: current.offer, amount };
    return gateway.quoteUnpause({ ...input, paidUntil: current.currentPeriodEnd, pausedAt: current.pausedAt });
  }

  async function toInput(userId: string, current: SubscriptionRow, now: Date) {
    const [card] = await listPaymentMethods(db, userId);
    const { gatewayCustomer: customer, gatewaySubscription: subscription } = current;
    return { userId, email: null, customer, subscription, method: card?.gatewayMethod ?? null, key: '', now };
  }

  return { preview };
}
