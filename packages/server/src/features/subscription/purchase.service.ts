import { AppError } from '@soulsight/contract/errors';
import { OFFERS, type OfferId } from '@soulsight/contract/subscription';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { BillingNotifications } from './billing-notifications.ts';
import type { Card } from './cards.rules.ts';
import type { CardService } from './cards.service.ts';
import type { Gateway, PurchaseInput, PurchaseResult } from './gateway.ts';
import { changePrice, purchaseKind } from './subscription.rules.ts';
import {
  deleteOpenInvoice,
  findInvoiceByKey,
  findSubscription,
  findUserEmail,
  listInvoices,
  listPaymentMethods,
  lockBilling,
  type PaymentMethodRow,
  type SubscriptionRow,
  updateDefaultPaymentMethod,
  upsertInvoice,
  upsertSubscription,
} from './subscription.store.ts';

/** A purchase that was begun and never ended stands in the way of another one for no longer than this. */
const OPEN_PURCHASE_MS = MINUTE_MS;

export type Purchase = {
  offer: OfferId;
  payment_method_id?: string | undefined;
  card?: Card | undefined;
  idempotency_key: string;
};
type Charge = { amount: number; method: PaymentMethodRow | null; how: 'purchase' | 'extend' };

/**
 * Buying in three steps, so that nothing is charged inside a transaction: decide and note that it began, ask the gateway, keep
 * what came of it.
 */
export function createPurchaseService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  {
    gateway,
    cards,
    billingNotifications,
  }: { gateway: Gateway; cards: CardService; billingNotifications: BillingNotifications },
) {
  /** Answers the address of the payment page where there is one to go to. */
  async function buy(userId: string, purchase: Purchase): Promise<string | null> {
    const begun = await db.transaction((tx) => begin(tx, userId, purchase));
    if (begun === null) return null;
    try {
      const result = await askGateway(userId, purchase, begun);
      if (result.kind === 'checkout') return result.url;
      await db.transaction((tx) => finish(tx, userId, purchase, begun, result));
      if (result.kind === 'declined') throw new AppError('payment_failed', result.detail);
      return null;
    } finally {
      // Stripe's own invoices come by webhook; this one only kept another purchase out meanwhile.
      if (gateway.name === 'stripe') await deleteOpenInvoice(db, userId, purchase.idempotency_key);
    }
  }

  /** Decides what the purchase comes to and notes that it began; null when there is nothing to pay. */
  async function begin(tx: Tx, userId: string, { offer, idempotency_key: key, ...paying }: Purchase) {
    await lockBilling(tx, userId);
    const now = clock.now();
    const invoice = await findInvoiceByKey(tx, userId, key);
    if (invoice?.status === 'paid') return null;
    if (invoice?.status === 'failed') throw new AppError('payment_failed');
    const kept = await findSubscription(tx, userId);
    const kind = purchaseKind(kept, offer, now);
    if (kept && (kind === 'resume' || kind === 'nothing' || kind === 'shorten_later')) {
      await changeWithoutPayment(tx, kept, kind, offer);
      return null;
    }
    const charge: Charge = {
      amount: kept && kind === 'extend_now' ? changePrice(kept, offer, now) : OFFERS[offer].amount,
      method: await choosePaymentMethod(tx, userId, paying),
      how: kind === 'extend_now' ? 'extend' : 'purchase',
    };
    await reserveInvoice(tx, userId, key, offer, charge.amount);
    return charge;
  }

  /** Two purchases of one person at once (a double click, two tabs) do not both pay. */
  async function reserveInvoice(tx: Tx, userId: string, key: string, offer: OfferId, amount: number): Promise<void> {
    const now = clock.now();
    const open = (await listInvoices(tx, userId, 1)).find(({ status }) => status === 'open');
    if (open && open.idempotencyKey !== key && now.getTime() - open.at.getTime() < OPEN_PURCHASE_MS)
      throw new AppError('conflict', 'Another payment is on its way. Please wait a moment.');
    const { currency, title } = OFFERS[offer];
    await upsertInvoice(tx, { userId, title, amount, currency, status: 'open', idempotencyKey: key, at: now });
  }

  async function changeWithoutPayment(
    tx: Tx,
    kept: SubscriptionRow,
    kind: 'resume' | 'nothing' | 'shorten_later',
    offer: OfferId,
  ): Promise<void> {
    if (kind === 'nothing' && kept.nextOffer === null) return;
    if (kind === 'shorten_later')
      await gateway.scheduleDowngrade(kept.gatewaySubscription, offer, kept.currentPeriodEnd);
    if (kind === 'resume') await gateway.setCancelAtPeriodEnd(kept.gatewaySubscription, false);
    const nextOffer = kind === 'shorten_later' ? offer : null;
    await upsertSubscription(tx, { ...kept, nextOffer, cancelAtPeriodEnd: false, updatedAt: clock.now() });
  }

  async function choosePaymentMethod(
    tx: Tx,
    userId: string,
    { payment_method_id, card }: Pick<Purchase, 'payment_method_id' | 'card'>,
  ): Promise<PaymentMethodRow | null> {
    if (card) return cards.storeCard(tx, userId, await gateway.tokenizeCard(card, clock.now()));
    const methods = await listPaymentMethods(tx, userId);
    if (payment_method_id !== undefined) {
      const chosen = methods.find(({ id }) => id === payment_method_id);
      if (!chosen) throw new AppError('not_found', 'That card is not kept any more.');
      return chosen;
    }
    const [usual] = methods;
    if (!usual && gateway.name === 'test') throw new AppError('bad_request', 'Payment information is incomplete.');
    return usual ?? null;
  }

  async function askGateway(userId: string, purchase: Purchase, charge: Charge): Promise<PurchaseResult> {
    const kept = await findSubscription(db, userId);
    const input: PurchaseInput = {
      userId,
      email: await findUserEmail(db, userId),
      customer: kept?.gatewayCustomer ?? null,
      offer: purchase.offer,
      amount: charge.amount,
      method: charge.method?.gatewayMethod ?? null,
      key: purchase.idempotency_key,
      now: clock.now(),
    };
    return charge.how === 'extend'
      ? gateway.upgrade({ ...input, subscription: kept?.gatewaySubscription ?? null })
      : gateway.purchase(input);
  }

  async function finish(
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
    const kept = await findSubscription(tx, userId);
    // One whose payment is overdue is still tried by the gateway: the new one takes its place.
    if (kept && kept.status !== 'canceled' && kept.gatewaySubscription !== result.subscription)
      await gateway.cancelNow(kept.gatewaySubscription);
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
      createdAt: kept?.createdAt ?? now,
      updatedAt: now,
    });
    await billingNotifications.welcome(tx, userId);
  }

  return { buy };
}
