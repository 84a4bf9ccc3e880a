import { OFFERS } from '@soulsight/contract/subscription';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { BillingNotifications } from './billing-notifications.ts';
import type { Gateway, PurchaseResult } from './gateway.ts';
import type { GatewayTasks } from './gateway-tasks.service.ts';
import type { Charge, Purchase } from './purchase-reservation.ts';
import { withEnded } from './subscription.rules.ts';
import {
  findSubscription,
  lockBilling,
  updateDefaultPaymentMethod,
  upsertInvoice,
  upsertSubscription,
} from './subscription.store.ts';

/** The last step of a purchase: stores its outcome. */
export function createPurchaseCompletion(
  { clock }: Pick<Core, 'clock'>,
  {
    gateway,
    tasks,
    billingNotifications,
  }: { gateway: Pick<Gateway, 'name'>; tasks: GatewayTasks; billingNotifications: BillingNotifications },
) {
  async function complete(
    tx: Tx,
    userId: string,
    { offer, idempotency_key }: Purchase,
    { amount, method }: Charge,
    result: Exclude<PurchaseResult, { kind: 'checkout' }>,
  ): Promise<void> {
    await lockBilling(tx, userId);
    const now = clock.now();
    const { currency, title } = OFFERS[offer];
    const status = result.kind === 'paid' ? 'paid' : 'failed';
    if (gateway.name === 'test')
      await upsertInvoice(tx, { userId, title, amount, currency, status, idempotencyKey: idempotency_key, at: now });
    if (result.kind === 'declined') return;
    if (method) await updateDefaultPaymentMethod(tx, userId, method.id);
    const previous = await findSubscription(tx, userId);
    // The gateway would still charge a previous one whose payment is overdue; the new one replaces it.
    const replaced = previous?.gatewaySubscription === result.subscription ? null : previous;
    if (replaced && replaced.status !== 'canceled') await tasks.enqueueCancel(tx, replaced.gatewaySubscription);
    await upsertSubscription(tx, {
      userId,
      offer,
      nextOffer: null,
      status: 'active',
      currentPeriodEnd: result.periodEnd,
      cancelAtPeriodEnd: false,
      graceUntil: null,
      gateway: gateway.name,
      gatewayCustomer: result.customer,
      gatewaySubscription: result.subscription,
      gatewayChange: null,
      gatewayEnded: replaced ? withEnded(replaced) : (previous?.gatewayEnded ?? []),
      createdAt: previous?.createdAt ?? now,
      updatedAt: now,
    });
    await billingNotifications.welcome(tx, userId);
  }

  return { complete };
}
