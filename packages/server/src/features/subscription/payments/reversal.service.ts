import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { BillingNotifications } from '../billing-notifications.ts';
import type { Reversal } from '../gateway/gateway.ts';
import type { GatewayTasks } from '../gateway/gateway-tasks.service.ts';
import { type PremiumAfter, planAt, toEnded } from '../subscription.rules.ts';
import {
  findInvoiceByKey,
  findLatestPayment,
  findSubscription,
  lockBilling,
  type SubscriptionRow,
  updateInvoiceReversal,
} from '../subscription.store.ts';
import type { SubscriptionWriter } from '../subscription-writer.ts';
import { describeReversal } from './reversal.rules.ts';

/** What happens to an invoice and its subscription when the payment is paid back, disputed, or taken by the bank. */
export function createReversalService(
  { clock }: Pick<Core, 'clock'>,
  {
    tasks,
    writer,
    billingNotifications,
  }: { tasks: GatewayTasks; writer: SubscriptionWriter; billingNotifications: BillingNotifications },
) {
  /**
   * The same reversal a second time, or one that an earlier one has overtaken, changes nothing.
   * @param paidFor the subscription at the gateway that the invoice is of; null for any
   */
  async function applyReversal(
    tx: Tx,
    userId: string,
    invoiceKey: string,
    reversal: Reversal,
    paidFor: string | null = null,
  ): Promise<void> {
    await lockBilling(tx, userId);
    const invoice = await findInvoiceByKey(tx, userId, invoiceKey);
    const outcome = invoice && describeReversal(invoice, reversal);
    if (!invoice || !outcome) return;
    const current = await findSubscription(tx, userId);
    const isRunning = current !== null && current.status !== 'canceled';
    const isOfCurrent = paidFor === null || paidFor === current?.gatewaySubscription;
    const paysNow = isRunning && isOfCurrent && (await findLatestPayment(tx, userId))?.id === invoice.id;
    await updateInvoiceReversal(tx, invoice.id, outcome);
    let premium: PremiumAfter = planAt(current, clock.now()) === 'premium' ? 'unchanged' : 'none';
    if (paysNow && outcome.takesPremium) {
      await endNow(tx, current);
      premium = 'ended';
    } else if (paysNow && outcome.stopsRenewal && !current.cancelAtPeriodEnd) {
      await tasks.changeAtGateway(tx, { ...current, cancelAtPeriodEnd: true, nextOffer: null });
      premium = 'not_renewed';
    }
    await writer.refreshPages(tx, userId);
    await billingNotifications.notify(tx, userId, outcome.describe(premium), invoice.id);
  }

  async function endNow(tx: Tx, current: SubscriptionRow): Promise<void> {
    await writer.saveSubscription(tx, current, toEnded(current, clock.now()), null);
    await tasks.enqueueCancel(tx, current.gatewaySubscription);
  }

  return { applyReversal };
}
export type ReversalService = ReturnType<typeof createReversalService>;
