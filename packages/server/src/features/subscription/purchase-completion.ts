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
  /** False where nothing may begin any more: then the payment goes back. */
  async function complete(
    tx: Tx,
    userId: string,
    { offer, idempotency_key }: Purchase,
    { amount, saved, entered }: Charge,
    result: Extract<PurchaseResult, { kind: 'paid' | 'declined' }>,
  ): Promise<boolean> {
    await lockBilling(tx, userId);
    const now = clock.now();
    const { currency, title } = OFFERS[offer];
    let isReserved = true;
    if (gateway.name === 'test') {
      const outcome =
        result.kind === 'paid'
          ? ({ status: 'paid', periodEnd: result.periodEnd } as const)
          : ({ status: 'failed', periodEnd: null } as const);
      const invoice = { userId, title, amount, currency, idempotencyKey: idempotency_key, at: now };
      await writer.saveInvoice(tx, { ...invoice, ...outcome });
    }
    // Stripe's own invoices come by webhook; this one only blocked a second purchase meanwhile.
    else isReserved = await deleteOpenInvoice(tx, userId, idempotency_key);
    if (result.kind === 'declined') return true;
    const previous = await findSubscription(tx, userId);
    // A repeated call, or a webhook, has stored it.
    if (!isReserved && previous && withEnded(previous).includes(result.subscription ?? '')) return true;
    // What took the reservation away, such as the deletion of the account, has ended what it was for.
    if (!isReserved || !(await isLiveUser(tx, userId))) {
      await payers.payBack(tx, userId, result);
      return false;
    }
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
    return true;
  }

  return { complete };
}
