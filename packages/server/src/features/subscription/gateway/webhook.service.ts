import { DAY_MS } from '@soulsight/contract/time';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { PayerRemovals } from '../cancellation/payer-removal.service.ts';
import type { CardService } from '../payments/cards.service.ts';
import type { ReversalService } from '../payments/reversal.service.ts';
import {
  deleteWebhookEvents,
  findSubscription,
  findSubscriptionByGateway,
  hasUser,
  insertWebhookEvent,
  lockBilling,
} from '../subscription.store.ts';
import type { Gateway, GatewayEvent } from './gateway.ts';
import type { GatewayStates } from './gateway-states.service.ts';
import type { GatewayTasks } from './gateway-tasks.service.ts';

type Deps = {
  gateway: Gateway;
  states: GatewayStates;
  tasks: GatewayTasks;
  cards: CardService;
  payers: PayerRemovals;
  applyReversal: ReversalService['applyReversal'];
};

/** How long a webhook is known as handled. Stripe repeats one by itself for three days, and on request for thirty. */
const KEPT_MS = 60 * DAY_MS;

/** What the gateway reports by itself: payments, renewals, ends, refunds, disputes, and cards added on its pages. */
export function createWebhookService(
  { db, clock, erasures }: Pick<Core, 'db' | 'clock' | 'erasures'>,
  { gateway, states, tasks, cards, payers, applyReversal }: Deps,
) {
  const { readUntilFresh, assertFresh, applyState, recordInvoice } = states;

  /** @throws AppError bad_request, or unavailable where other webhooks were always faster: the gateway sends it again */
  async function handleWebhook(raw: Buffer, signature: string): Promise<void> {
    await readUntilFresh(async (read) => {
      const event = await gateway.readWebhook(raw, signature);
      if (!event) return;
      const erasedId = await findErasedOwner(event);
      await db.transaction((tx) => applyEvent(tx, event, read, erasedId));
    });
  }

  /** The erased user whose subscription still runs: their payment came when the account was gone. */
  async function findErasedOwner({ state }: GatewayEvent): Promise<string | null> {
    if (!state?.userId || state.status === 'canceled' || (await hasUser(db, state.userId))) return null;
    return (await erasures.has(state.userId)) ? state.userId : null;
  }

  /** @throws StaleReadError, so that nothing of it is stored */
  async function applyEvent(tx: Tx, event: GatewayEvent, read: number, erasedId: string | null): Promise<void> {
    const { id, type, state } = event;
    const gatewaySubscription = state?.subscription ?? null;
    const row = { id, type, gatewaySubscription, gatewayRead: read, at: clock.now() };
    if (!(await insertWebhookEvent(tx, row))) return;
    const userId = await findRecipient(tx, event);
    if (userId !== null) return apply(tx, userId, event, read);
    if (erasedId === null || !state) return;
    await lockBilling(tx, erasedId);
    await assertFresh(tx, state.subscription, read);
    await payers.payBack(tx, erasedId, state);
  }

  async function apply(tx: Tx, userId: string, event: GatewayEvent, read: number): Promise<void> {
    await lockBilling(tx, userId);
    if (event.state) await assertFresh(tx, event.state.subscription, read);
    if (event.cardOwner && event.card) await cards.storeCard(tx, userId, event.card, event.cardOwner.replaces);
    // What was paid, and paid back, is recorded whatever happened to the subscription since.
    if (event.invoice && event.state) await recordInvoice(tx, userId, event.state, event.invoice);
    if (event.state && !event.reversal) await applyState(tx, userId, event.state, event.card);
    if (event.state && event.invoice && (await isPaidAfterEnd(tx, userId, event))) {
      // It may have ended only here.
      await tasks.enqueueCancel(tx, event.state.subscription);
      await tasks.enqueueInvoiceRefund(tx, event.invoice.key);
    }
    if (event.invoice && event.reversal)
      await applyReversal(tx, userId, event.invoice.key, event.reversal, event.state?.subscription ?? null);
  }

  /** Whether somebody paid for a subscription that had ended, at the gateway or here: they get nothing for it. */
  async function isPaidAfterEnd(tx: Tx, userId: string, { state, invoice, reversal }: GatewayEvent): Promise<boolean> {
    if (!state || invoice?.status !== 'paid' || reversal) return false;
    if (state.endedAt !== null && invoice.at > state.endedAt) return true;
    const current = await findSubscription(tx, userId);
    const hasEnded = current?.status === 'canceled' && current.gatewayEnded.includes(state.subscription);
    return hasEnded && current.gatewaySubscription === state.subscription && invoice.at > current.currentPeriodEnd;
  }

  /** The user that an event is about; null if the account is gone. */
  async function findRecipient(tx: Tx, { state, cardOwner }: GatewayEvent): Promise<string | null> {
    const bySubscription = state && (await findSubscriptionByGateway(tx, state.subscription))?.userId;
    const id = bySubscription ?? state?.userId ?? cardOwner?.userId ?? null;
    return id !== null && (await hasUser(tx, id)) ? id : null;
  }

  return { handleWebhook };
}

/** Forgets webhooks that cannot come again. */
export function forgetWebhooks({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  return deleteWebhookEvents(db, new Date(clock.now().getTime() - KEPT_MS));
}
