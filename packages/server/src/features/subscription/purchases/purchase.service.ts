import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { PayerRemovals } from '../cancellation/payer-removal.service.ts';
import type { ClosedPurchase, Gateway, PurchaseInput, PurchaseResult } from '../gateway/gateway.ts';
import type { GatewayStates } from '../gateway/gateway-states.service.ts';
import type { GatewayTasks } from '../gateway/gateway-tasks.service.ts';
import type { StoredCard } from '../payments/cards.rules.ts';
import type { CardService } from '../payments/cards.service.ts';
import {
  deleteOpenInvoice,
  findInvoiceByKey,
  findSubscription,
  findUserEmail,
  updateCheckoutPage,
} from '../subscription.store.ts';
import type { SubscriptionWriter } from '../subscription-writer.ts';
import { createPurchaseCompletion } from './purchase-completion.ts';
import { createPurchaseConflicts } from './purchase-conflicts.ts';
import { type Charge, createPurchaseReservation, type Purchase } from './purchase-reservation.ts';

type Deps = {
  gateway: Gateway;
  tasks: GatewayTasks;
  cards: CardService;
  writer: SubscriptionWriter;
  payers: PayerRemovals;
  refresh: GatewayStates['refresh'];
};

/** Buying in three steps, so that no transaction waits for the gateway: reserve, charge, store the outcome. */
export function createPurchaseService(core: Pick<Core, 'db' | 'clock'>, deps: Deps) {
  const { db, clock } = core;
  const { gateway } = deps;
  const { reserve } = createPurchaseReservation(core, deps);
  const { closeEarlier, failClosed, failChanged } = createPurchaseConflicts(core, deps);
  const { complete } = createPurchaseCompletion(core, deps);

  /** Returns the address of the payment page, or null if the user has nothing left to do there. */
  async function buy(userId: string, purchase: Purchase): Promise<string | null> {
    const card = await tokenizeNewCard(userId, purchase);
    const charge = await db.transaction((tx) => reserve(tx, userId, purchase, card));
    if (charge === null) return null;
    await closeEarlier(userId, purchase, charge);
    // If this fails, the charge may have succeeded. The open invoice stays and keeps out another purchase.
    const result = await askGateway(userId, purchase, charge);
    if (result.kind === 'changed') return failChanged(userId, purchase);
    if (result.kind === 'closed') return failClosed(userId, purchase, result);
    if (result.kind === 'checkout') return sendToPage(userId, purchase, charge, result);
    if (!(await db.transaction((tx) => complete(tx, userId, purchase, charge, result))))
      throw new AppError('conflict', 'Your plan has just changed. We will refund what you paid now.');
    if (result.kind === 'declined') throw new AppError('payment_failed', result.detail);
    return null;
  }

  async function sendToPage(
    userId: string,
    { idempotency_key }: Purchase,
    { how }: Charge,
    { url, page }: Extract<PurchaseResult, { kind: 'checkout' }>,
  ): Promise<string> {
    // The invoice of a paused subscription has one page for all tries, and ends with the subscription: it keeps nothing out.
    if (how === 'unpause') await deleteOpenInvoice(db, userId, idempotency_key);
    if (how === 'unpause' || (await updateCheckoutPage(db, userId, idempotency_key, page))) return url;
    // Something else took its place meanwhile, or the account was deleted: nobody would close this page any more.
    if (page !== null) await gateway.closeCheckout(page);
    throw new AppError('conflict', 'Your plan was changed somewhere else. You have not been charged.');
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
  ): Promise<PurchaseResult | ClosedPurchase | { kind: 'changed' }> {
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
    if (charge.how === 'purchase') return gateway.purchase(input);
    const subscription = current?.gatewaySubscription ?? null;
    if (charge.how === 'upgrade') return gateway.upgrade({ ...input, subscription });
    const { currentPeriodEnd: paidUntil = input.now, pausedAt = null } = current ?? {};
    return gateway.unpause({ ...input, subscription, paidUntil, pausedAt });
  }

  return { buy };
}
