import { OFFERS } from '@soulsight/contract/offers';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { PayerRemovals } from '../cancellation/payer-removal.service.ts';
import type { Gateway, PurchaseResult } from '../gateway/gateway.ts';
import type { GatewayTasks } from '../gateway/gateway-tasks.service.ts';
import type { CardService } from '../payments/cards.service.ts';
import { withEnded } from '../subscription.rules.ts';
import { deleteOpenInvoice, findSubscription, isLiveUser, lockBilling } from '../subscription.store.ts';
import type { SubscriptionWriter } from '../subscription-writer.ts';
import type { Charge, Purchase } from './purchase-reservation.ts';

type Outcome = Extract<PurchaseResult, { kind: 'paid' | 'declined' }>;

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
  /** False if nothing may begin any more: then the payment is refunded. */
  async function complete(
    tx: Tx,
    userId: string,
    purchase: Purchase,
    charge: Charge,
    result: Outcome,
  ): Promise<boolean> {
    const { offer } = purchase;
    await lockBilling(tx, userId);
    const now = clock.now();
    const isReserved = await bookPurchase(tx, userId, purchase, charge, result);
    if (result.kind === 'declined') return true;
    const previous = await findSubscription(tx, userId);
    // A repeated call, or a webhook, has stored it.
    if (!isReserved && previous && withEnded(previous).includes(result.subscription ?? '')) return true;
    // Whatever removed the reservation, such as the deletion of the account, has ended the purchase, too.
    const hasEnded = result.subscription !== null && previous?.gatewayEnded.includes(result.subscription);
    if (!isReserved || hasEnded || !(await isLiveUser(tx, userId))) {
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
      pausedAt: null,
      gateway: gateway.name,
      gatewayCustomer: result.customer,
      gatewaySubscription: result.subscription,
      gatewayChange: null,
      gatewayEnded: replaced ? withEnded(replaced) : (previous?.gatewayEnded ?? []),
      createdAt: previous?.createdAt ?? now,
      updatedAt: now,
    });
    await keepCard(tx, userId, charge);
    return true;
  }

  async function keepCard(tx: Tx, userId: string, { saved, entered }: Charge): Promise<void> {
    if (entered) await cards.storeCard(tx, userId, entered);
    else if (saved) await cards.makeDefault(tx, saved);
  }

  /** Whether nothing else has taken the reservation away. Stripe's own invoices come by webhook; ours only blocked a second purchase. */
  async function bookPurchase(
    tx: Tx,
    userId: string,
    { offer, idempotency_key: idempotencyKey }: Purchase,
    { amount, how }: Charge,
    result: Outcome,
  ): Promise<boolean> {
    if (gateway.name === 'stripe' || (how === 'unpause' && amount === 0))
      return deleteOpenInvoice(tx, userId, idempotencyKey);
    const { currency, title } = OFFERS[offer];
    const outcome =
      result.kind === 'paid'
        ? ({ status: 'paid', periodEnd: result.periodEnd } as const)
        : ({ status: 'failed', periodEnd: null } as const);
    await writer.saveInvoice(tx, { userId, title, amount, currency, idempotencyKey, at: clock.now(), ...outcome });
    return true;
  }

  return { complete };
}
