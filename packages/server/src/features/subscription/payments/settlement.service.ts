import { PAYMENT_GRACE_MS } from '@soulsight/contract/limits';
import { OFFERS, type OfferId } from '@soulsight/contract/offers';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import { forEachSettled } from '../../../core/jobs/for-each-settled.ts';
import type { Gateway, PurchaseInput } from '../gateway/gateway.ts';
import type { GatewayStates } from '../gateway/gateway-states.service.ts';
import type { GatewayTasks } from '../gateway/gateway-tasks.service.ts';
import { periodEnd, toRunOut } from '../subscription.rules.ts';
import {
  findSubscription,
  listDueUserIds,
  listGraceEndedUserIds,
  listPaymentMethods,
  listUnreportedUserIds,
  lockBilling,
  type SubscriptionRow,
  updateSubscriptionTime,
} from '../subscription.store.ts';
import type { SubscriptionWriter } from '../subscription-writer.ts';

const SETTLE_BATCH = 200;

/** A renewal of `due`, and its charge. */
export type Renewal = { due: SubscriptionRow; input: PurchaseInput };

type Deps = {
  gateway: Gateway;
  tasks: GatewayTasks;
  writer: SubscriptionWriter;
  refresh: GatewayStates['refresh'];
};

/** What happens to subscriptions over time: renewals of the test gateway, and the end of those that were cancelled or never paid. */
export function createSettlementService(
  { db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>,
  { gateway, tasks, writer, refresh }: Deps,
) {
  async function settleDue(): Promise<number> {
    const due = new Set([
      ...(await listDueUserIds(db, clock.now(), SETTLE_BATCH)),
      ...(await listGraceEndedUserIds(db, clock.now(), SETTLE_BATCH)),
      ...(await listUnreportedUserIds(db, clock.now(), SETTLE_BATCH)),
    ]);
    await forEachSettled([...due], log, settle);
    return due.size;
  }

  /** The charge is between two transactions. If the second one fails, the next run repeats both with the same key. */
  async function settle(userId: string): Promise<void> {
    const known = await findSubscription(db, userId);
    // Its webhooks may be late or lost: what was paid is not ended, and what goes on is known.
    if (gateway.name === 'stripe' && known?.gatewaySubscription && known.status !== 'canceled') {
      // One that fails goes to the end of the queue, so that it does not keep out the others.
      await updateSubscriptionTime(db, userId, clock.now());
      await refresh(userId, known.gatewaySubscription);
    }
    const renewal = await db.transaction((tx) => endOrPrepareRenewal(tx, userId));
    if (!renewal) return;
    const result = await gateway.purchase(renewal.input);
    const paidUntil = nextEnd(renewal.due.currentPeriodEnd, renewal.input.offer, clock.now());
    await db.transaction((tx) => recordRenewal(tx, renewal, result.kind === 'paid' ? paidUntil : null));
  }

  async function endOrPrepareRenewal(tx: Tx, userId: string): Promise<Renewal | null> {
    await lockBilling(tx, userId);
    const due = await findSubscription(tx, userId);
    const now = clock.now();
    if (!due || due.status === 'canceled') return null;
    const graceOver = due.status === 'past_due' && due.graceUntil !== null && due.graceUntil <= now;
    if (graceOver || (due.currentPeriodEnd <= now && due.cancelAtPeriodEnd)) {
      await endSubscription(tx, due);
      // The gateway may not know of the cancellation, or go on trying to charge.
      await tasks.enqueueCancel(tx, due.gatewaySubscription);
      return null;
    }
    if (due.gateway !== 'test' || due.status === 'paused' || due.currentPeriodEnd > now) return null;
    const [card] = await listPaymentMethods(tx, userId);
    return { due, input: toPurchaseInput(due, card?.gatewayMethod ?? null) };
  }

  async function endSubscription(tx: Tx, due: SubscriptionRow): Promise<void> {
    await writer.saveSubscription(tx, due, toRunOut(due, clock.now()));
  }

  /** Stores the outcome of a renewal: paid until then, or failed. */
  async function recordRenewal(tx: Tx, { due, input }: Renewal, paidUntil: Date | null): Promise<void> {
    const { userId, offer, key, amount } = input;
    await lockBilling(tx, userId);
    const now = clock.now();
    const { currency, title } = OFFERS[offer];
    const status = paidUntil ? 'paid' : 'failed';
    const invoice = { userId, title, amount, currency, status, idempotencyKey: key, at: now } as const;
    await writer.saveInvoice(tx, { ...invoice, periodEnd: paidUntil });
    const current = await findSubscription(tx, userId);
    // Another run has renewed it, or the user bought a new one or deleted the account.
    if (current?.currentPeriodEnd.getTime() !== due.currentPeriodEnd.getTime() || current.status === 'canceled') return;
    // It may have been paused during the charge.
    const isPaused = current.status === 'paused';
    if (paidUntil) {
      const nextOffer = current.nextOffer === offer ? null : current.nextOffer;
      const renewed = {
        offer,
        nextOffer,
        status: isPaused ? ('paused' as const) : ('active' as const),
        graceUntil: null,
        currentPeriodEnd: paidUntil,
      };
      return writer.saveSubscription(tx, current, { ...current, ...renewed, updatedAt: now });
    }
    if (isPaused) return;
    const graceUntil = current.graceUntil ?? new Date(due.currentPeriodEnd.getTime() + PAYMENT_GRACE_MS);
    await writer.saveSubscription(tx, current, { ...current, status: 'past_due', graceUntil, updatedAt: now });
  }

  return { settleDue, recordRenewal };
}
export type SettlementService = ReturnType<typeof createSettlementService>;

/** The key of the charge for the period that begins then; the same whenever it is repeated. */
export function renewalKey(periodStart: Date): string {
  return `renewal:${periodStart.toISOString()}`;
}

/** The purchase of the next period. Its key is the same whenever it is repeated. */
function toPurchaseInput(due: SubscriptionRow, method: string | null): PurchaseInput {
  const { userId, currentPeriodEnd } = due;
  const offer = due.nextOffer ?? due.offer;
  const key = renewalKey(currentPeriodEnd);
  const { amount } = OFFERS[offer];
  // The period begins where the last one ended, not when the job runs.
  return { userId, email: null, customer: null, offer, amount, method, key, now: currentPeriodEnd };
}

/** The end of the period that is paid now. A server that was off for months does not charge for each of them. */
export function nextEnd(from: Date, offer: OfferId, now: Date): Date {
  const end = periodEnd(from, offer);
  return end > now ? end : periodEnd(now, offer);
}
