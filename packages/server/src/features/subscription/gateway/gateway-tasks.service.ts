import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import {
  clearGatewayChange,
  findSubscription,
  listPaymentMethods,
  lockBilling,
  type SubscriptionRow,
  updateGatewayChange,
} from '../subscription.store.ts';
import type { SubscriptionWriter } from '../subscription-writer.ts';
import type { Gateway } from './gateway.ts';
import { createGatewayRetries, type Retried } from './gateway-retries.ts';

export const GATEWAY_JOB = 'subscription.gateway';
/** A queue of its own: a worker of an older version leaves its jobs to the newer ones. */
export const INVOICE_REFUND_JOB = 'subscription.refund-invoice';

/** A call to the payment gateway that was decided in a transaction. It is idempotent. */
export type GatewayTask =
  /** Sends the stored `cancelAtPeriodEnd` and `nextOffer` to the gateway. */
  | { kind: 'sync'; userId: string }
  /** `at` is when the end was decided, in ISO 8601, however often it is tried; a task of an older version has none. */
  | { kind: 'cancel'; subscription: string; refund?: boolean; at?: string }
  | { kind: 'set_default_card'; userId: string; method: string }
  | { kind: 'detach_card'; method: string };
export type GatewayJob = Retried<GatewayTask>;
/** `invoice` is the gateway's. */
export type InvoiceRefundJob = Retried<{ invoice: string }>;

/**
 * Calls to the payment gateway that follow from a change of our own. They are jobs, stored with the change, so that no
 * transaction waits for the gateway and none is rolled back because it is unavailable. They are retried until they succeed:
 * a lost one would charge somebody who has cancelled.
 */
export function createGatewayTasks(
  { db, clock, jobs, log }: Pick<Core, 'db' | 'clock' | 'jobs' | 'log'>,
  { gateway, writer }: { gateway: Gateway; writer: SubscriptionWriter },
) {
  const performUntilDone = createGatewayRetries({ jobs, log });

  function enqueue(tx: Tx, task: GatewayTask): Promise<void> {
    return jobs.send(GATEWAY_JOB, task, { tx });
  }

  /**
   * Stores a changed `cancelAtPeriodEnd` or `nextOffer` and sends it to the gateway after the commit. Until the gateway has
   * confirmed it, webhooks do not overwrite it. Returns the stored row.
   */
  async function changeAtGateway(tx: Tx, changed: SubscriptionRow): Promise<SubscriptionRow> {
    const isAtGateway = changed.gatewaySubscription !== null;
    const gatewayChange = isAtGateway ? crypto.randomUUID() : null;
    const row = { ...changed, gatewayChange, updatedAt: clock.now() };
    await writer.saveSubscription(tx, changed, row, null);
    if (isAtGateway) await enqueue(tx, { kind: 'sync', userId: row.userId });
    return row;
  }

  /** Ends a subscription at the gateway once the transaction has committed; null if the gateway has none. */
  async function enqueueCancel(tx: Tx, subscription: string | null, { refund = false } = {}): Promise<void> {
    if (subscription === null) return;
    await enqueue(tx, { kind: 'cancel', subscription, refund, at: clock.now().toISOString() });
  }

  /**
   * Ends one that should not have been paid, such as a second one of the same user, and pays its last payment back unless the
   * paid period is over by now.
   */
  function enqueueRefund(tx: Tx, subscription: string | null): Promise<void> {
    return enqueueCancel(tx, subscription, { refund: true });
  }

  /** Pays all of one invoice back, whatever the state of its subscription is, also after its period. */
  async function enqueueInvoiceRefund(tx: Tx, invoice: string): Promise<void> {
    await jobs.send(INVOICE_REFUND_JOB, { invoice }, { tx });
  }

  const runInvoiceRefund = (job: InvoiceRefundJob) =>
    performUntilDone(INVOICE_REFUND_JOB, job, ({ invoice }) => gateway.refundInvoice(invoice));

  const run = (job: GatewayJob) => performUntilDone(GATEWAY_JOB, job, perform);

  function perform(task: GatewayTask): Promise<void> {
    switch (task.kind) {
      case 'sync':
        return sync(task.userId);
      case 'cancel':
        return gateway.cancelNow(task.subscription, {
          at: task.at === undefined ? clock.now() : new Date(task.at),
          refund: task.refund ?? false,
        });
      case 'set_default_card':
        return setDefaultCard(task.userId, task.method);
      case 'detach_card':
        return gateway.detachCard(task.method);
    }
  }

  /** A later choice has a task of its own, so a card that is not the default any more is not sent. */
  async function setDefaultCard(userId: string, method: string): Promise<void> {
    const subscription = await findSubscription(db, userId);
    const [preferred] = await listPaymentMethods(db, userId);
    if (!subscription?.gatewaySubscription || subscription.status === 'canceled') return;
    if (preferred?.gatewayMethod === method) await gateway.setDefaultCard(subscription.gatewaySubscription, method);
  }

  async function sync(userId: string): Promise<void> {
    for (;;) {
      const subscription = await findSubscription(db, userId);
      if (!subscription?.gatewayChange) return;
      await send(subscription);
      if (await confirm(userId, subscription.gatewayChange)) return;
    }
  }

  async function send(subscription: SubscriptionRow): Promise<void> {
    const { status, gatewaySubscription, nextOffer, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
    if (status === 'canceled' || gatewaySubscription === null) return;
    if (nextOffer === null || currentPeriodEnd <= clock.now())
      await gateway.setCancelAtPeriodEnd(gatewaySubscription, cancelAtPeriodEnd);
    else await gateway.scheduleDowngrade(gatewaySubscription, nextOffer, currentPeriodEnd);
  }

  /**
   * Marks a change as sent. If there has been another one, maybe sent by another worker, the two calls may have reached the
   * gateway in either order: then it is marked as unsent, and false is returned.
   */
  function confirm(userId: string, change: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      await lockBilling(tx, userId);
      if (await clearGatewayChange(tx, userId, change)) return true;
      await updateGatewayChange(tx, userId, crypto.randomUUID());
      return false;
    });
  }

  return { enqueue, enqueueCancel, enqueueRefund, enqueueInvoiceRefund, changeAtGateway, run, runInvoiceRefund };
}
export type GatewayTasks = ReturnType<typeof createGatewayTasks>;
