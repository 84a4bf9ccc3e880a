import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { StoredCard } from './cards.rules.ts';
import type { CardService } from './cards.service.ts';
import type { ClosedPurchase, Gateway, PurchaseInput, PurchaseResult } from './gateway.ts';
import type { GatewayStates } from './gateway-states.service.ts';
import type { GatewayTasks } from './gateway-tasks.service.ts';
import type { PayerRemovals } from './payer-removal.service.ts';
import { createPurchaseCompletion } from './purchase-completion.ts';
import { type Charge, createPurchaseReservation, type Purchase } from './purchase-reservation.ts';
import { withEnded } from './subscription.rules.ts';
import {
  deleteOpenInvoice,
  findInvoiceByKey,
  findSubscription,
  findUserEmail,
  updateCheckoutPage,
} from './subscription.store.ts';
import type { SubscriptionWriter } from './subscription-writer.ts';

type Deps = {
  gateway: Gateway;
  tasks: GatewayTasks;
  cards: CardService;
  writer: SubscriptionWriter;
  payers: PayerRemovals;
  refresh: GatewayStates['refresh'];
};

const PAID_EARLIER = 'Your earlier payment went through, so you have not been charged again.';

/** Buying in three steps, so that no transaction waits for the gateway: reserve, charge, store the outcome. */
export function createPurchaseService(core: Pick<Core, 'db' | 'clock'>, deps: Deps) {
  const { db, clock } = core;
  const { gateway, refresh } = deps;
  const { reserve } = createPurchaseReservation(core, deps);
  const { complete } = createPurchaseCompletion(core, deps);

  /** Returns the address of the payment page, or null where the user has nothing left to do there. */
  async function buy(userId: string, purchase: Purchase): Promise<string | null> {
    const card = await tokenizeNewCard(userId, purchase);
    const charge = await db.transaction((tx) => reserve(tx, userId, purchase, card));
    if (charge === null) return null;
    await closeEarlier(userId, purchase, charge);
    // If this fails, the charge may have succeeded. The open invoice stays and keeps out another purchase.
    const result = await askGateway(userId, purchase, charge);
    if (result.kind === 'checkout') {
      if (await updateCheckoutPage(db, userId, purchase.idempotency_key, result.page)) return result.url;
      // Something else took its place meanwhile, or the account was deleted: nobody would close this page any more.
      if (result.page !== null) await gateway.closeCheckout(result.page);
      throw new AppError('conflict', 'Something else has changed your plan meanwhile. You have not been charged.');
    }
    if (result.kind === 'closed') {
      await settleClosedPage(userId, purchase.idempotency_key, result.paid);
      const isUnpaid = result.paid === null;
      throw new AppError(
        'conflict',
        isUnpaid ? 'This payment page is closed. You have not been charged. Please begin again.' : PAID_EARLIER,
      );
    }
    if (!(await db.transaction((tx) => complete(tx, userId, purchase, charge, result))))
      throw new AppError('conflict', 'Your plan has changed meanwhile. What you paid just now goes back to you.');
    if (result.kind === 'declined') throw new AppError('payment_failed', result.detail);
    return null;
  }

  /** Of several payment pages that a user has opened, only the last one can be paid. */
  async function closeEarlier(userId: string, { idempotency_key }: Purchase, { earlier }: Charge): Promise<void> {
    for (const { checkoutPage, idempotencyKey } of earlier) {
      const paid = checkoutPage === null ? null : await gateway.closeCheckout(checkoutPage);
      if (!(await settleClosedPage(userId, idempotencyKey, paid))) continue;
      await deleteOpenInvoice(db, userId, idempotency_key);
      throw new AppError('conflict', PAID_EARLIER);
    }
  }

  /** Takes over the subscription that was paid on a page. Returns whether the user got a plan by it that we had not heard of. */
  async function settleClosedPage(userId: string, idempotencyKey: string, paid: string | null): Promise<boolean> {
    const isNew = paid !== null && !(await isKnown(userId, paid));
    if (isNew) await refresh(userId, paid);
    if (gateway.name === 'stripe') await deleteOpenInvoice(db, userId, idempotencyKey);
    // What was paid there may have ended before we heard of it: then it keeps out no other purchase.
    return isNew && (await isKnown(userId, paid));
  }

  /** Whether the subscription at the gateway is the user's, or was. */
  async function isKnown(userId: string, gatewaySubscription: string): Promise<boolean> {
    const current = await findSubscription(db, userId);
    return current !== null && withEnded(current).includes(gatewaySubscription);
  }

  /** A purchase that was paid or failed before does not look at its card again. */
  async function tokenizeNewCard(userId: string, { card, idempotency_key }: Purchase): Promise<StoredCard | null> {
    const invoice = card && (await findInvoiceByKey(db, userId, idempotency_key));
    if (!card || (invoice && invoice.status !== 'open')) return null;
    return gateway.tokenizeCard(card, clock.now());
  }

  async function askGateway(
    userId: string,
    purchase: Purchase,
    charge: Charge,
  ): Promise<PurchaseResult | ClosedPurchase> {
    const current = await findSubscription(db, userId);
    const input: PurchaseInput = {
      userId,
      email: await findUserEmail(db, userId),
      customer: current?.gatewayCustomer ?? null,
      offer: purchase.offer,
      amount: charge.amount,
      method: charge.entered?.method ?? charge.saved?.gatewayMethod ?? null,
      key: purchase.idempotency_key,
      now: charge.how === 'upgrade' ? charge.quotedAt : clock.now(),
    };
    return charge.how === 'upgrade'
      ? gateway.upgrade({ ...input, subscription: current?.gatewaySubscription ?? null })
      : gateway.purchase(input);
  }

  return { buy };
}
