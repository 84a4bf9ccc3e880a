import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import type { BillingNotifications } from './billing-notifications.ts';
import { type BillingNews, describeChange } from './subscription.rules.ts';
import { type InvoiceRow, type SubscriptionRow, upsertInvoice, upsertSubscription } from './subscription.store.ts';

export const RECEIPT_JOB = 'subscription.receipt';
export type ReceiptJob = { userId: string; invoiceId: string };

/** The one place that stores subscriptions and invoices, so that every change also reaches the user. */
export function createSubscriptionWriter(
  { clock, outbox, jobs }: Pick<Core, 'clock' | 'outbox' | 'jobs'>,
  billingNotifications: BillingNotifications,
) {
  /** Stores a subscription, refreshes the user's open pages, and notifies the user: of `news`, or of what the change means. */
  async function saveSubscription(
    tx: Tx,
    before: SubscriptionRow | null,
    after: SubscriptionRow,
    news: BillingNews | null = describeChange(before, after, clock.now()),
  ): Promise<void> {
    await upsertSubscription(tx, after);
    await refreshPages(tx, after.userId);
    if (news) await billingNotifications.notify(tx, after.userId, news, after.currentPeriodEnd.toISOString());
  }

  /** Stores an invoice once per key; its receipt is mailed after the commit. */
  async function saveInvoice(tx: Tx, row: Parameters<typeof upsertInvoice>[1]): Promise<InvoiceRow | null> {
    const written = await upsertInvoice(tx, row);
    if (written?.status === 'paid') {
      const job: ReceiptJob = { userId: written.userId, invoiceId: written.id };
      await jobs.send(RECEIPT_JOB, job, { tx });
    }
    return written;
  }

  /** Makes the user's open pages, in every tab and on every device, load the plan, the cards and the invoices again. */
  function refreshPages(tx: Db, userId: string): Promise<void> {
    return outbox.publish(tx, { to: [userId], type: 'subscription_update', payload: { needs_refetch: true } });
  }

  return { saveSubscription, saveInvoice, refreshPages };
}
export type SubscriptionWriter = ReturnType<typeof createSubscriptionWriter>;
