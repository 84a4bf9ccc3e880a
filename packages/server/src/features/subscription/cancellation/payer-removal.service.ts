import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { createGatewayRetries, type Retried } from '../gateway/gateway-retries.ts';
import { withEnded } from '../subscription.rules.ts';
import {
  deleteOpenInvoices,
  deletePaymentMethods,
  findSubscription,
  lockBilling,
  type SubscriptionRow,
  upsertSubscription,
} from '../subscription.store.ts';

/** A queue of its own: a worker of an older version leaves its jobs to the newer ones. */
export const PAYER_JOB = 'subscription.payer';

/** What a user who left has at the gateway. */
type PayerRemoval = {
  userId: string;
  /** Payment pages that may still be open. What was paid there is refunded, unless it was known: then it was bought long ago. */
  pages: string[];
  known: string[];
  /** Subscriptions that end, if they have not ended; with them their customers go. */
  subscriptions: string[];
  /** Further ones, which are refunded unless their paid period is over. */
  paidBack: string[];
  customers: string[];
  /** When this was decided, in ISO 8601: it does not move while the job is retried. */
  at: string;
};
export type PayerJob = Retried<PayerRemoval>;

/**
 * Removes from the payment gateway what belongs to a user who left: open payment pages, subscriptions, and the customer with
 * email and cards. It is a job, stored with the deletion, and retried until the gateway has done it.
 */
export function createPayerRemoval(
  { db, clock, jobs, log }: Pick<Core, 'db' | 'clock' | 'jobs' | 'log'>,
  { gateway }: { gateway: Pick<Gateway, 'closeCheckout' | 'cancelNow' | 'readState' | 'deleteCustomer'> },
) {
  const performUntilDone = createGatewayRetries({ jobs, log });

  /** Removes what is named once the transaction has committed. */
  async function enqueue(tx: Tx, userId: string, what: Partial<Omit<PayerRemoval, 'userId' | 'at'>>): Promise<void> {
    const empty = { pages: [], known: [], subscriptions: [], paidBack: [], customers: [] };
    const removal: PayerRemoval = { ...empty, ...what, userId, at: clock.now().toISOString() };
    const { pages, subscriptions, paidBack, customers } = removal;
    if ([pages, subscriptions, paidBack, customers].some(({ length }) => length > 0))
      await jobs.send(PAYER_JOB, removal, { tx });
  }

  /** Nobody can pay any more on the pages that the user has opened. */
  async function closePages(tx: Tx, userId: string, current: SubscriptionRow | null): Promise<void> {
    await enqueue(tx, userId, {
      pages: await deleteOpenInvoices(tx, userId),
      known: current ? withEnded(current) : [],
    });
  }

  /** Refunds a payment for a user who has left in the meantime. */
  function payBack(tx: Tx, userId: string, paid: { subscription: string | null; customer: string | null }) {
    const { subscription, customer } = paid;
    return enqueue(tx, userId, {
      paidBack: subscription === null ? [] : [subscription],
      customers: customer === null ? [] : [customer],
    });
  }

  /** Removes everything. Subscriptions must have ended here. */
  async function forget(tx: Tx, userId: string): Promise<void> {
    await lockBilling(tx, userId);
    const pages = await deleteOpenInvoices(tx, userId);
    await deletePaymentMethods(tx, userId);
    const current = await findSubscription(tx, userId);
    if (!current) return enqueue(tx, userId, { pages });
    const { gatewayCustomer } = current;
    // The next owner of the account is another customer.
    await upsertSubscription(tx, { ...current, gatewayCustomer: null });
    const customers = gatewayCustomer === null ? [] : [gatewayCustomer];
    const known = withEnded(current);
    await enqueue(tx, userId, { pages, known, subscriptions: known, customers });
  }

  /** Handler of `PAYER_JOB`. */
  const run = (job: PayerJob) => performUntilDone(PAYER_JOB, job, remove);

  async function remove({ userId, pages, known, subscriptions, paidBack, customers, at }: PayerRemoval): Promise<void> {
    const found = new Set(customers);
    const refunded = new Set(paidBack);
    for (const page of pages) {
      const paid = await gateway.closeCheckout(page);
      if (paid !== null && !known.includes(paid)) refunded.add(paid);
    }
    for (const id of new Set([...subscriptions, ...refunded])) {
      const state = await gateway.readState(id);
      if (state) found.add(state.customer);
      await gateway.cancelNow(id, { at: new Date(at), refund: refunded.has(id) });
    }
    // An account that was restored, or has another owner now, keeps its present customer.
    const kept = (await findSubscription(db, userId))?.gatewayCustomer;
    for (const customer of found) if (customer !== kept) await gateway.deleteCustomer(customer);
  }

  return { enqueue, closePages, payBack, forget, run };
}
export type PayerRemovals = ReturnType<typeof createPayerRemoval>;
