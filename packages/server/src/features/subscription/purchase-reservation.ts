import { AppError } from '@soulsight/contract/errors';
import { OFFERS, type OfferId } from '@soulsight/contract/subscription';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { Card, StoredCard } from './cards.rules.ts';
import type { CardService } from './cards.service.ts';
import type { Gateway } from './gateway.ts';
import type { GatewayTasks } from './gateway-tasks.service.ts';
import { changePrice, purchaseKind } from './subscription.rules.ts';
import {
  findInvoiceByKey,
  findSubscription,
  listInvoices,
  listPaymentMethods,
  lockBilling,
  type PaymentMethodRow,
  type SubscriptionRow,
  upsertInvoice,
} from './subscription.store.ts';

/** An unfinished purchase blocks another one for no longer than this. */
const OPEN_PURCHASE_MS = MINUTE_MS;

export type Purchase = {
  offer: OfferId;
  payment_method_id?: string | undefined;
  card?: Card | undefined;
  idempotency_key: string;
};
export type Charge = { amount: number; method: PaymentMethodRow | null; how: 'purchase' | 'upgrade' };

/** The first step of a purchase: what it means, what it costs, and an open invoice that keeps out a second one. */
export function createPurchaseReservation(
  { clock }: Pick<Core, 'clock'>,
  { gateway, tasks, cards }: { gateway: Pick<Gateway, 'name'>; tasks: GatewayTasks; cards: CardService },
) {
  /** Decides what the purchase amounts to and reserves its invoice; null when there is nothing to pay. */
  async function reserve(
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

  return { reserve };
}
