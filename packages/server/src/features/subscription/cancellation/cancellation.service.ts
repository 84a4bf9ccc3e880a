import { AppError } from '@soulsight/contract/errors';
import type { Subscription } from '@soulsight/contract/subscription';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { GatewayTasks } from '../gateway/gateway-tasks.service.ts';
import { planAt, presentSubscription, toEnded } from '../subscription.rules.ts';
import { findInvoiceOwner, findSubscription, lockBilling, type SubscriptionRow } from '../subscription.store.ts';
import type { SubscriptionWriter } from '../subscription-writer.ts';
import type { PayerRemovals } from './payer-removal.service.ts';

/** Ending a subscription: at the end of the paid period, which can be undone, or now. */
export function createCancellationService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { tasks, writer, payers }: { tasks: GatewayTasks; writer: SubscriptionWriter; payers: PayerRemovals },
) {
  function setCancel(userId: string, cancel: boolean): Promise<Subscription> {
    return db.transaction(async (tx) => {
      await lockBilling(tx, userId);
      const current = await findSubscription(tx, userId);
      // One whose renewal we have not heard of may go on at the gateway: it can be cancelled, too.
      if (!current || current.status === 'canceled' || (!cancel && planAt(current, clock.now()) === 'free'))
        throw new AppError('not_found', 'There is no subscription to change.');
      // The paid time of a paused one may be over, too: then there is no end to wait for.
      if (cancel && (current.status === 'past_due' || isRestingWithoutPremium(current, clock.now())))
        return presentSubscription(await endOverdue(tx, current), clock.now());
      const nextOffer = cancel ? null : current.nextOffer;
      if (current.cancelAtPeriodEnd === cancel && current.nextOffer === nextOffer)
        return presentSubscription(current, clock.now());
      const changed = await tasks.changeAtGateway(tx, { ...current, cancelAtPeriodEnd: cancel, nextOffer });
      return presentSubscription(changed, clock.now());
    });
  }

  async function endIn(tx: Tx, userId: string): Promise<void> {
    await lockBilling(tx, userId);
    const current = await findSubscription(tx, userId);
    await payers.closePages(tx, userId, current);
    if (!current || current.status === 'canceled') return;
    await tasks.enqueueCancel(tx, current.gatewaySubscription);
    await saveEnded(tx, current);
  }

  /**
   * For a user who leaves and may come back: nothing is renewed and no open page can be paid any more, but what was paid stays theirs.
   * A subscription whose paid time is over ends.
   */
  async function stopRenewal(tx: Tx, userId: string): Promise<void> {
    await lockBilling(tx, userId);
    const current = await findSubscription(tx, userId);
    await payers.closePages(tx, userId, current);
    if (!current || current.status === 'canceled') return;
    if (current.status === 'past_due' || current.currentPeriodEnd <= clock.now()) await endOverdue(tx, current);
    else if (!current.cancelAtPeriodEnd || current.nextOffer !== null)
      await tasks.changeAtGateway(tx, { ...current, cancelAtPeriodEnd: true, nextOffer: null });
  }

  /** The paid time is over, and the gateway would go on trying to charge. What it has just charged is refunded. */
  async function endOverdue(tx: Tx, current: SubscriptionRow): Promise<SubscriptionRow> {
    await tasks.enqueueRefund(tx, current.gatewaySubscription);
    return saveEnded(tx, current);
  }

  async function saveEnded(tx: Tx, current: SubscriptionRow): Promise<SubscriptionRow> {
    const row = toEnded(current, clock.now());
    await writer.saveSubscription(tx, current, row, null);
    return row;
  }

  function pauseByInvoice(invoiceId: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      const userId = await findInvoiceOwner(tx, invoiceId);
      if (!userId) return false;
      await lockBilling(tx, userId);
      const current = await findSubscription(tx, userId);
      if (current?.status !== 'active') return false;
      const now = clock.now();
      await writer.saveSubscription(tx, current, { ...current, status: 'paused', pausedAt: now, updatedAt: now });
      return true;
    });
  }

  return {
    pauseByInvoice,
    cancel: (userId: string) => setCancel(userId, true),
    resume: (userId: string) => setCancel(userId, false),
    stopRenewal,
    endSubscription: (userId: string, tx?: Tx) =>
      tx ? endIn(tx, userId) : db.transaction((own) => endIn(own, userId)),
  };
}

function isRestingWithoutPremium(current: SubscriptionRow, now: Date): boolean {
  return current.status === 'paused' && planAt(current, now) === 'free';
}
