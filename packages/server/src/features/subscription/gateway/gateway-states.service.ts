import { AppError } from '@soulsight/contract/errors';
import { PAYMENT_GRACE_MS } from '@soulsight/contract/limits';
import { OFFERS } from '@soulsight/contract/offers';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { PayerRemovals } from '../cancellation/payer-removal.service.ts';
import type { StoredCard } from '../payments/cards.rules.ts';
import type { CardService } from '../payments/cards.service.ts';
import { toRunOut, withEnded } from '../subscription.rules.ts';
import {
  findSubscription,
  hasLaterRead,
  insertWebhookEvent,
  isLiveUser,
  lockBilling,
  nextGatewayRead,
  type SubscriptionRow,
} from '../subscription.store.ts';
import type { SubscriptionWriter } from '../subscription-writer.ts';
import type { Gateway, GatewayInvoice, GatewayState } from './gateway.ts';
import type { GatewayTasks } from './gateway-tasks.service.ts';

type Deps = {
  gateway: Gateway;
  tasks: GatewayTasks;
  cards: CardService;
  writer: SubscriptionWriter;
  payers: PayerRemovals;
};

/** How often a state is read again because another one, which was read later, was stored first. */
const READS_MAX = 5;
class StaleReadError extends Error {}

/** Takes over what the gateway says of a subscription, from a webhook or because we ask. */
export function createGatewayStates(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { gateway, tasks, cards, writer, payers }: Deps,
) {
  /** Calls `attempt` with the number of its read, again while it was too slow. @throws AppError unavailable */
  async function readUntilFresh(attempt: (read: number) => Promise<void>): Promise<void> {
    for (let count = 0; count < READS_MAX; count += 1) {
      try {
        return await attempt(await nextGatewayRead(db));
      } catch (error) {
        if (!(error instanceof StaleReadError)) throw error;
      }
    }
    throw new AppError('unavailable');
  }

  /** @throws StaleReadError where a state was stored that was read later */
  async function assertFresh(tx: Tx, subscription: string, read: number): Promise<void> {
    if (await hasLaterRead(tx, subscription, read)) throw new StaleReadError();
  }

  /** Asks the gateway for a subscription of this user and stores what it says, as a webhook would. */
  function refresh(userId: string, gatewaySubscription: string): Promise<void> {
    return readUntilFresh(async (gatewayRead) => {
      const state = await gateway.readState(gatewaySubscription);
      // Without it nobody could pay what is overdue, if the webhook that told of it was lost.
      const unpaid = state?.status === 'past_due' ? await gateway.findUnpaidInvoice(gatewaySubscription) : null;
      await db.transaction(async (tx) => {
        await lockBilling(tx, userId);
        await assertFresh(tx, gatewaySubscription, gatewayRead);
        const read = { id: `read_${gatewayRead}`, type: 'read', gatewaySubscription, gatewayRead, at: clock.now() };
        await insertWebhookEvent(tx, read);
        if (state === null) await endUnknown(tx, userId, gatewaySubscription);
        else if (state.userId === userId) {
          if (unpaid) await recordInvoice(tx, userId, state, unpaid);
          await applyState(tx, userId, state, null);
        }
      });
    });
  }

  /** Ends the current subscription where the gateway does not know it, such as after a change of its account. */
  async function endUnknown(tx: Tx, userId: string, gatewaySubscription: string): Promise<void> {
    const current = await findSubscription(tx, userId);
    if (current?.gatewaySubscription !== gatewaySubscription || current.status === 'canceled') return;
    await writer.saveSubscription(tx, current, { ...toRunOut(current, clock.now()), gatewayChange: null });
  }

  /**
   * Stores a state of the gateway. A second subscription replaces the first, whose payment is refunded; so is what is paid for an account
   * that is being deleted.
   */
  async function applyState(tx: Tx, userId: string, state: GatewayState, card: StoredCard | null): Promise<void> {
    const current = await findSubscription(tx, userId);
    if (current?.gatewayEnded.includes(state.subscription)) return;
    const replaced = current?.gatewaySubscription === state.subscription ? null : current;
    // The end of an old subscription must not end the new one, and one that never began is none.
    if (current?.gatewaySubscription !== state.subscription && state.status === 'canceled') return;
    const isPaidBefore =
      current && !replaced && state.status !== 'past_due' && state.periodEnd <= current.currentPeriodEnd;
    if (!isPaidBefore && state.status !== 'canceled' && !(await isLiveUser(tx, userId)))
      return payers.payBack(tx, userId, state);
    await writer.saveSubscription(tx, current, toSubscriptionRow(userId, state, current, clock.now()));
    // What the gateway has ended by itself may have an open invoice, whose page would still take a payment.
    if (state.status === 'canceled') await tasks.enqueueCancel(tx, state.subscription);
    if (replaced && replaced.status !== 'canceled') await tasks.enqueueRefund(tx, replaced.gatewaySubscription);
    if (card) await cards.storeCard(tx, userId, card);
  }

  async function recordInvoice(
    tx: Tx,
    userId: string,
    { offer }: GatewayState,
    { key, offer: paidFor, ...rest }: GatewayInvoice,
  ): Promise<void> {
    // The subscription may have changed to another offer since.
    const { title } = OFFERS[paidFor ?? offer];
    await writer.saveInvoice(tx, { userId, title, idempotencyKey: key, ...rest });
    await writer.refreshPages(tx, userId);
  }

  return { readUntilFresh, assertFresh, applyState, recordInvoice, refresh };
}
export type GatewayStates = ReturnType<typeof createGatewayStates>;

function toSubscriptionRow(
  userId: string,
  state: GatewayState,
  current: SubscriptionRow | null,
  now: Date,
): SubscriptionRow {
  const isSame = current?.gatewaySubscription === state.subscription;
  // A change of ours that the gateway does not know yet must not be undone by what it reports.
  const unsent = isSame && current.gatewayChange !== null && state.status !== 'canceled' ? current : null;
  const grace = (isSame ? current.graceUntil : null) ?? new Date(now.getTime() + PAYMENT_GRACE_MS);
  return {
    userId,
    offer: state.offer,
    nextOffer: unsent ? unsent.nextOffer : state.nextOffer,
    status: state.status,
    currentPeriodEnd: state.status === 'canceled' ? now : state.periodEnd,
    cancelAtPeriodEnd: unsent?.cancelAtPeriodEnd ?? state.cancelAtPeriodEnd,
    graceUntil: state.status === 'past_due' ? grace : null,
    pausedAt: state.status === 'paused' ? (isSame && current.pausedAt) || state.pausedBy || now : null,
    gateway: 'stripe',
    gatewayCustomer: state.customer,
    gatewaySubscription: state.subscription,
    gatewayChange: unsent?.gatewayChange ?? null,
    gatewayEnded:
      current && (!isSame || state.status === 'canceled') ? withEnded(current) : (current?.gatewayEnded ?? []),
    createdAt: current?.createdAt ?? now,
    updatedAt: now,
  };
}
