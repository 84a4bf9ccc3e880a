import { OFFERS } from '@soulsight/contract/offers';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { CardService } from './cards.service.ts';
import type { Gateway, PurchaseResult } from './gateway.ts';
import type { GatewayTasks } from './gateway-tasks.service.ts';
import type { PayerRemovals } from './payer-removal.service.ts';
import type { Charge, Purchase } from './purchase-reservation.ts';
import { withEnded } from './subscription.rules.ts';
import { deleteOpenInvoice, findSubscription, isLiveUser, lockBilling } from './subscription.store.ts';
import type { SubscriptionWriter } from './subscription-writer.ts';

/** The last step of a purchase: stores its outcome. */
export function createPurchaseCompletion(
  { clock }: Pick<Core, 'clock'>,
  {
    gateway,
    tasks,
    cards,
    writer,
    payers,
  }: {
    gateway: Pick<Gateway, 'name'>;
    tasks: GatewayTasks;
    cards: CardService;
    writer: SubscriptionWriter;
    payers: PayerRemovals;
  },
) {
  async function complete(
    tx: Tx,
    userId: string,
    { offer, idempotency_key }: Purchase,
    { amount, saved, entered }: Charge,
    result: Exclude<PurchaseResult, { kind: 'checkout' }>,
  ): Promise<void> {
    await lockBilling(tx, userId);
    const now = clock.now();
    const { currency, title } = OFFERS[offer];
    if (gateway.name === 'test') {
      const outcome =
        result.kind === 'paid'
          ? ({ status: 'paid', periodEnd: result.periodEnd } as const)
          : ({ status: 'failed', periodEnd: null } as const);
      const invoice = { userId, title, amount, currency, idempotencyKey: idempotency_key, at: now };
      await writer.saveInvoice(tx, { ...invoice, ...outcome });
    }
    // Stripe's own invoices come by webhook; this one only blocked a second purchase meanwhile.
    else await deleteOpenInvoice(tx, userId, idempotency_key);
    if (result.kind === 'declined') return;
    const previous = await findSubscription(tx, userId);
    if (!(await isLiveUser(tx, userId))) return payers.payBack(tx, userId, result);
    // The gateway would still charge a previous one whose payment is overdue; the new one replaces it.
    const replaced = previous?.gatewaySubscription === result.subscription ? null : previous;
    if (replaced && replaced.status !== 'canceled') await tasks.enqueueRefund(tx, replaced.gatewaySubscription);
    await writer.saveSubscription(tx, previous, {
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
    if (entered) await cards.storeCard(tx, userId, entered);
    else if (saved) await cards.makeDefault(tx, saved);
  }

  return { complete };
}
