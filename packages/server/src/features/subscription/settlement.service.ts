import { PAYMENT_GRACE_MS } from '@soulsight/contract/limits';
import { OFFERS, type OfferId } from '@soulsight/contract/subscription';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import { forEachSettled } from '../../core/jobs/for-each-settled.ts';
import type { BillingNotifications } from './billing-notifications.ts';
import type { Gateway } from './gateway.ts';
import { periodEnd } from './subscription.rules.ts';
import {
  findSubscription,
  listDueUserIds,
  listGraceEndedUserIds,
  listPaymentMethods,
  lockBilling,
  type SubscriptionRow,
  upsertInvoice,
  upsertSubscription,
} from './subscription.store.ts';

const SETTLE_BATCH = 200;

/** What time does to subscriptions: renewals of the test gateway, the end of what was cancelled or never paid. */
export function createSettlementService(
  { db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>,
  { gateway, billingNotifications }: { gateway: Gateway; billingNotifications: BillingNotifications },
) {
  async function settleDue(): Promise<number> {
    const due = new Set([
      ...(await listDueUserIds(db, clock.now(), SETTLE_BATCH)),
      ...(await listGraceEndedUserIds(db, clock.now(), SETTLE_BATCH)),
    ]);
    await forEachSettled([...due], log, (userId) => db.transaction((tx) => settle(tx, userId)));
    return due.size;
  }

  async function settle(tx: Tx, userId: string): Promise<void> {
    await lockBilling(tx, userId);
    const kept = await findSubscription(tx, userId);
    const now = clock.now();
    if (!kept || kept.status === 'canceled') return;
    const graceOver = kept.status === 'past_due' && kept.graceUntil !== null && kept.graceUntil <= now;
    if (graceOver || (kept.currentPeriodEnd <= now && kept.cancelAtPeriodEnd)) {
      await endSubscription(tx, kept);
      // The gateway need not go on trying to be paid for it; where it is away, the next run tells it.
      if (graceOver) await gateway.cancelNow(kept.gatewaySubscription);
      return;
    }
    if (kept.gateway === 'test' && kept.currentPeriodEnd <= now) await renew(tx, kept);
  }

  async function endSubscription(tx: Tx, kept: SubscriptionRow): Promise<void> {
    const now = clock.now();
    const currentPeriodEnd = new Date(Math.min(kept.currentPeriodEnd.getTime(), now.getTime()));
    await upsertSubscription(tx, { ...kept, status: 'canceled', graceUntil: null, currentPeriodEnd, updatedAt: now });
    await billingNotifications.ended(tx, kept.userId);
  }

  async function renew(tx: Tx, kept: SubscriptionRow): Promise<void> {
    const { userId } = kept;
    const now = clock.now();
    const offer = kept.nextOffer ?? kept.offer;
    const { amount, currency, title } = OFFERS[offer];
    const method = (await listPaymentMethods(tx, userId))[0]?.gatewayMethod ?? null;
    const key = `renewal:${kept.currentPeriodEnd.toISOString()}`;
    const input = { userId, email: null, customer: null, offer, amount, method, key, now: kept.currentPeriodEnd };
    const result = await gateway.purchase(input);
    const paid = result.kind === 'paid';
    await upsertInvoice(tx, {
      userId,
      title,
      amount,
      currency,
      status: paid ? 'paid' : 'failed',
      idempotencyKey: key,
      at: now,
    });
    if (paid) {
      const currentPeriodEnd = nextEnd(kept.currentPeriodEnd, offer, now);
      const renewed = { offer, nextOffer: null, status: 'active' as const, graceUntil: null, currentPeriodEnd };
      return upsertSubscription(tx, { ...kept, ...renewed, updatedAt: now });
    }
    const graceUntil = kept.graceUntil ?? new Date(kept.currentPeriodEnd.getTime() + PAYMENT_GRACE_MS);
    await upsertSubscription(tx, { ...kept, status: 'past_due', graceUntil, updatedAt: now });
    if (kept.status === 'active') await billingNotifications.paymentFailed(tx, userId);
  }

  return { settleDue };
}

/** The end of the period that is paid now; a server that slept for months does not charge for each of them. */
function nextEnd(from: Date, offer: OfferId, now: Date): Date {
  const end = periodEnd(from, offer);
  return end > now ? end : periodEnd(now, offer);
}
