import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { choosePaymentMethod, type Purchase } from '../purchases/purchase-reservation.ts';
import {
  findInvoice,
  findSubscription,
  type InvoiceRow,
  listPaymentMethods,
  lockBilling,
  type PaymentMethodRow,
  type SubscriptionRow,
} from '../subscription.store.ts';
import type { StoredCard } from './cards.rules.ts';
import type { CardService } from './cards.service.ts';
import { nextEnd, type Renewal, renewalKey, type SettlementService } from './settlement.service.ts';

type PayBy = Pick<Purchase, 'payment_method_id' | 'card'>;
type Prepared = { renewal: Renewal; saved: PaymentMethodRow | null };

/** The renewal that failed and can be paid, among the user's invoices, newest first; null when nothing is overdue. */
export function findPayable(current: SubscriptionRow | null, invoices: readonly InvoiceRow[]): InvoiceRow | null {
  if (current?.status !== 'past_due') return null;
  const failed = invoices.filter(({ status }) => status === 'failed');
  const key = renewalKey(current.currentPeriodEnd);
  const payable = current.gateway === 'test' ? failed.find((row) => row.idempotencyKey === key) : failed[0];
  return payable ?? null;
}

/** Paying a failed renewal by hand: as every charge, between two transactions. */
export function createInvoicePaymentService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  {
    gateway,
    cards,
    recordRenewal,
  }: { gateway: Gateway; cards: CardService; recordRenewal: SettlementService['recordRenewal'] },
) {
  /** Returns the address of a payment page, or null when it is paid. @throws AppError payment_failed, not_found, conflict */
  async function payInvoice(
    userId: string,
    invoiceId: string,
    { card, payment_method_id }: PayBy,
  ): Promise<string | null> {
    const entered = card ? await gateway.tokenizeCard(card, clock.now()) : null;
    const prepared = await db.transaction((tx) => prepare(tx, userId, invoiceId, entered, payment_method_id));
    if (!prepared) return null;
    const { renewal, saved } = prepared;
    const result = await gateway.payInvoice(renewal.input);
    if (result.kind === 'checkout') return result.url;
    if (result.kind === 'declined') throw new AppError('payment_failed', result.detail);
    const { due, input } = renewal;
    const paidUntil =
      due.gateway === 'test' ? nextEnd(due.currentPeriodEnd, input.offer, clock.now()) : result.periodEnd;
    await db.transaction(async (tx) => {
      await recordRenewal(tx, renewal, paidUntil);
      if (entered) await cards.storeCard(tx, userId, entered);
      else if (saved) await cards.makeDefault(tx, saved);
    });
    return null;
  }

  /** Null when the invoice is paid already. */
  async function prepare(
    tx: Tx,
    userId: string,
    invoiceId: string,
    entered: StoredCard | null,
    methodId: string | undefined,
  ): Promise<Prepared | null> {
    await lockBilling(tx, userId);
    const invoice = await findInvoice(tx, userId, invoiceId);
    if (!invoice) throw new AppError('not_found');
    if (invoice.status !== 'failed') return null;
    const due = await findSubscription(tx, userId);
    if (!due || findPayable(due, [invoice]) === null)
      throw new AppError('conflict', 'There is nothing left to pay here. You can choose a plan instead.');
    const saved = entered ? null : choosePaymentMethod(gateway, await listPaymentMethods(tx, userId), methodId);
    const method = entered?.method ?? saved?.gatewayMethod ?? null;
    const offer = due.gateway === 'test' ? (due.nextOffer ?? due.offer) : due.offer;
    const { amount, idempotencyKey: key } = invoice;
    const customer = due.gatewayCustomer;
    const input = { userId, email: null, customer, offer, amount, method, key, now: due.currentPeriodEnd };
    return { renewal: { due, input }, saved };
  }

  return { payInvoice };
}
