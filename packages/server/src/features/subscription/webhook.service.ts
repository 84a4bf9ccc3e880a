import { AppError } from '@soulsight/contract/errors';
import { PAYMENT_GRACE_MS } from '@soulsight/contract/limits';
import { OFFERS } from '@soulsight/contract/offers';
import { DAY_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { CardService } from './cards.service.ts';
import type { Gateway, GatewayEvent, GatewayState } from './gateway.ts';
import type { GatewayTasks } from './gateway-tasks.service.ts';
import type { ReversalService } from './reversal.service.ts';
import { withEnded } from './subscription.rules.ts';
import {
  deleteWebhookEvents,
  findSubscription,
  findSubscriptionByGateway,
  hasLaterRead,
  hasUser,
  insertWebhookEvent,
  lockBilling,
  nextGatewayRead,
  type SubscriptionRow,
} from './subscription.store.ts';
import type { SubscriptionWriter } from './subscription-writer.ts';

type Deps = {
  gateway: Gateway;
  tasks: GatewayTasks;
  cards: CardService;
  writer: SubscriptionWriter;
  applyReversal: ReversalService['applyReversal'];
};

/** So often a webhook is read again because another one, which was read later, was stored first. */
const READS_MAX = 5;
/** So long a webhook is known as handled. Stripe repeats one by itself for three days, and on request for thirty. */
const KEPT_MS = 60 * DAY_MS;
class StaleReadError extends Error {}

/** What the gateway reports by itself: payments, renewals, ends, refunds, disputes, and cards added on its pages. */
export function createWebhookService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { gateway, tasks, cards, writer, applyReversal }: Deps,
) {
  /** @throws AppError bad_request, or unavailable where other webhooks were always faster: the gateway sends it again */
  async function handleWebhook(raw: Buffer, signature: string): Promise<void> {
    for (let attempt = 0; attempt < READS_MAX; attempt += 1) {
      const read = await nextGatewayRead(db);
      const event = await gateway.readWebhook(raw, signature);
      if (!event) return;
      const isDone = await db
        .transaction((tx) => applyEvent(tx, event, read))
        .catch((error) => {
          if (error instanceof StaleReadError) return false;
          throw error;
        });
      if (isDone) return;
    }
    throw new AppError('unavailable');
  }

  /** @throws StaleReadError, so that nothing of it is stored */
  async function applyEvent(tx: Tx, event: GatewayEvent, read: number): Promise<true> {
    const { id, type, state } = event;
    const gatewaySubscription = state?.subscription ?? null;
    const row = { id, type, gatewaySubscription, gatewayRead: read, at: clock.now() };
    if (await insertWebhookEvent(tx, row)) await apply(tx, event, read);
    return true;
  }

  async function apply(tx: Tx, event: GatewayEvent, read: number): Promise<void> {
    const userId = await findRecipient(tx, event);
    if (userId === null) return;
    await lockBilling(tx, userId);
    if (event.state && (await hasLaterRead(tx, event.state.subscription, read))) throw new StaleReadError();
    if (event.cardOwner && event.card) await cards.storeCard(tx, userId, event.card, event.cardOwner.replaces);
    // What was paid, and paid back, is recorded whatever became of the subscription since.
    if (event.invoice && event.state) await recordInvoice(tx, userId, event.state, event.invoice);
    if (event.state && !event.reversal) await applyState(tx, userId, event, event.state);
    if (event.invoice && event.reversal) await applyReversal(tx, userId, event.invoice.key, event.reversal);
  }

  /** The user that an event is about; null if the account is gone. */
  async function findRecipient(tx: Tx, { state, cardOwner }: GatewayEvent): Promise<string | null> {
    const bySubscription = state && (await findSubscriptionByGateway(tx, state.subscription))?.userId;
    const id = bySubscription ?? state?.userId ?? cardOwner?.userId ?? null;
    return id !== null && (await hasUser(tx, id)) ? id : null;
  }

  async function applyState(tx: Tx, userId: string, event: GatewayEvent, state: GatewayState): Promise<void> {
    const current = await findSubscription(tx, userId);
    if (current?.gatewayEnded.includes(state.subscription)) return;
    const replaced = current?.gatewaySubscription === state.subscription ? null : current;
    // The end of an old subscription must not end the new one, and one that never began is none.
    if (current?.gatewaySubscription !== state.subscription && state.status === 'canceled') return;
    await writer.saveSubscription(tx, current, toSubscriptionRow(userId, state, current));
    if (replaced && replaced.status !== 'canceled') await tasks.enqueueCancel(tx, replaced.gatewaySubscription);
    if (event.card) await cards.storeCard(tx, userId, event.card);
  }

  function toSubscriptionRow(userId: string, state: GatewayState, current: SubscriptionRow | null): SubscriptionRow {
    const now = clock.now();
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

  async function recordInvoice(
    tx: Tx,
    userId: string,
    { offer }: GatewayState,
    { key, ...rest }: NonNullable<GatewayEvent['invoice']>,
  ): Promise<void> {
    await writer.saveInvoice(tx, { userId, title: OFFERS[offer].title, idempotencyKey: key, ...rest });
    await writer.refreshPages(tx, userId);
  }

  return { handleWebhook };
}

/** Forgets webhooks that cannot come again. */
export function forgetWebhooks({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  return deleteWebhookEvents(db, new Date(clock.now().getTime() - KEPT_MS));
}
