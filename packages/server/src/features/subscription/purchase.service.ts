import { AppError } from '@soulsight/contract/errors';
import { OFFERS, type OfferId } from '@soulsight/contract/subscription';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { BillingNotifications } from './billing-notifications.ts';
import type { Card, StoredCard } from './cards.rules.ts';
import type { CardService } from './cards.service.ts';
import type { Gateway, PurchaseInput, PurchaseResult } from './gateway.ts';
import type { GatewayTasks } from './gateway-tasks.service.ts';
import { changePrice, purchaseKind, withEnded } from './subscription.rules.ts';
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

/** An unfinished purchase blocks another one for no longer than this. */
const OPEN_PURCHASE_MS = MINUTE_MS;

export type Purchase = {
  offer: OfferId;
  payment_method_id?: string | undefined;
  card?: Card | undefined;
  idempotency_key: string;
};
type Charge = { amount: number; method: PaymentMethodRow | null; how: 'purchase' | 'upgrade' };

type Deps = {
  gateway: Gateway;
  tasks: GatewayTasks;
  cards: CardService;
  billingNotifications: BillingNotifications;
};

/** Buying in three steps, so that no transaction waits for the gateway: reserve, charge, store the outcome. */
export function createPurchaseService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { gateway, tasks, cards, billingNotifications }: Deps,
) {
  /** Returns the address of the payment page, or null where the user has nothing left to do there. */
  async function buy(userId: string, purchase: Purchase): Promise<string | null> {
    const card = await tokenizeNewCard(userId, purchase);
    const charge = await db.transaction((tx) => begin(tx, userId, purchase, card));
    if (charge === null) return null;
    try {
      const result = await askGateway(userId, purchase, charge);
      if (result.kind === 'checkout') return result.url;
      await db.transaction((tx) => finish(tx, userId, purchase, charge, result));
      if (result.kind === 'declined') throw new AppError('payment_failed', result.detail);
      return null;
    } finally {
      // Stripe's own invoices come by webhook; this one only blocked a second purchase meanwhile.
      if (gateway.name === 'stripe') await deleteOpenInvoice(db, userId, purchase.idempotency_key);
    }
  }

  /** A repeated purchase does not look at its card again. */
  async function tokenizeNewCard(userId: string, { card, idempotency_key }: Purchase): Promise<StoredCard | null> {
    if (!card || (await findInvoiceByKey(db, userId, idempotency_key))) return null;
    return gateway.tokenizeCard(card, clock.now());
  }

  /** Decides what the purchase amounts to and reserves its invoice; null when there is nothing to pay. */
  async function begin(
    tx: Tx,
    userId: string,
    { offer, idempotency_key: key, payment_method_id }: Purchase,
    card: StoredCard | null,
  ): Promise<Charge | null> {
    await lockBilling(tx, userId);
    const now = clock.now();
    const invoice = await findInvoiceByKey(tx, userId, key);
    if (invoice?.status === 'paid') return null;
    if (invoice?.status === 'failed') throw new AppError('payment_failed');
    const current = await findSubscription(tx, userId);
    const kind = purchaseKind(current, offer, now);
    if (current && (kind === 'resume' || kind === 'nothing' || kind === 'downgrade_later')) {
      await changeWithoutPayment(tx, current, kind, offer);
      return null;
    }
    const charge: Charge = {
      amount: current && kind === 'upgrade_now' ? changePrice(current, offer, now) : OFFERS[offer].amount,
      method: card ? await cards.storeCard(tx, userId, card) : await choosePaymentMethod(tx, userId, payment_method_id),
      how: kind === 'upgrade_now' ? 'upgrade' : 'purchase',
    };
    await reserveInvoice(tx, userId, key, offer, charge.amount);
    return charge;
  }

  /** Of two simultaneous purchases of one user (a double click, two tabs), only one is charged. */
  async function reserveInvoice(tx: Tx, userId: string, key: string, offer: OfferId, amount: number): Promise<void> {
    const now = clock.now();
    const open = (await listInvoices(tx, userId, 1)).find(({ status }) => status === 'open');
    if (open && open.idempotencyKey !== key && now.getTime() - open.at.getTime() < OPEN_PURCHASE_MS)
      throw new AppError('conflict', 'Another payment is being processed. Please wait a moment.');
    const { currency, title } = OFFERS[offer];
    await upsertInvoice(tx, { userId, title, amount, currency, status: 'open', idempotencyKey: key, at: now });
  }

  async function changeWithoutPayment(
    tx: Tx,
    current: SubscriptionRow,
    kind: 'resume' | 'nothing' | 'downgrade_later',
    offer: OfferId,
  ): Promise<void> {
    if (kind === 'nothing' && current.nextOffer === null) return;
    const nextOffer = kind === 'downgrade_later' ? offer : null;
    await tasks.changeAtGateway(tx, { ...current, nextOffer, cancelAtPeriodEnd: false });
  }

  async function choosePaymentMethod(tx: Tx, userId: string, id: string | undefined): Promise<PaymentMethodRow | null> {
    const methods = await listPaymentMethods(tx, userId);
    if (id !== undefined) {
      const chosen = methods.find((method) => method.id === id);
      if (!chosen) throw new AppError('not_found', 'This card was removed. Please choose another one.');
      return chosen;
    }
    const [preferred] = methods;
    if (!preferred && gateway.name === 'test') throw new AppError('bad_request', 'Payment information is incomplete.');
    return preferred ?? null;
  }

  async function askGateway(userId: string, purchase: Purchase, charge: Charge): Promise<PurchaseResult> {
    const current = await findSubscription(db, userId);
    const input: PurchaseInput = {
      userId,
      email: await findUserEmail(db, userId),
      customer: current?.gatewayCustomer ?? null,
      offer: purchase.offer,
      amount: charge.amount,
      method: charge.method?.gatewayMethod ?? null,
      key: purchase.idempotency_key,
      now: clock.now(),
    };
    return charge.how === 'upgrade'
      ? gateway.upgrade({ ...input, subscription: current?.gatewaySubscription ?? null })
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

  return { buy };
}
