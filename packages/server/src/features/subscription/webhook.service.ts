import { OFFERS } from '@soulsight/contract/offers';
import { DAY_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { CardService } from './cards.service.ts';
import type { Gateway, GatewayEvent, GatewayState } from './gateway.ts';
import type { GatewayStates } from './gateway-states.service.ts';
import type { ReversalService } from './reversal.service.ts';
import {
  deleteWebhookEvents,
  findSubscriptionByGateway,
  hasUser,
  insertWebhookEvent,
  lockBilling,
} from './subscription.store.ts';
import type { SubscriptionWriter } from './subscription-writer.ts';

type Deps = {
  gateway: Gateway;
  states: GatewayStates;
  cards: CardService;
  writer: SubscriptionWriter;
  applyReversal: ReversalService['applyReversal'];
};

/** So long a webhook is known as handled. Stripe repeats one by itself for three days, and on request for thirty. */
const KEPT_MS = 60 * DAY_MS;

/** What the gateway reports by itself: payments, renewals, ends, refunds, disputes, and cards added on its pages. */
export function createWebhookService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { gateway, states, cards, writer, applyReversal }: Deps,
) {
  const { readUntilFresh, assertFresh, applyState } = states;

  /** @throws AppError bad_request, or unavailable where other webhooks were always faster: the gateway sends it again */
  async function handleWebhook(raw: Buffer, signature: string): Promise<void> {
    await readUntilFresh(async (read) => {
      const event = await gateway.readWebhook(raw, signature);
      if (event) await db.transaction((tx) => applyEvent(tx, event, read));
    });
  }

  /** @throws StaleReadError, so that nothing of it is stored */
  async function applyEvent(tx: Tx, event: GatewayEvent, read: number): Promise<void> {
    const { id, type, state } = event;
    const gatewaySubscription = state?.subscription ?? null;
    const row = { id, type, gatewaySubscription, gatewayRead: read, at: clock.now() };
    if (await insertWebhookEvent(tx, row)) await apply(tx, event, read);
  }

  async function apply(tx: Tx, event: GatewayEvent, read: number): Promise<void> {
    const userId = await findRecipient(tx, event);
    if (userId === null) return;
    await lockBilling(tx, userId);
    if (event.state) await assertFresh(tx, event.state.subscription, read);
    if (event.cardOwner && event.card) await cards.storeCard(tx, userId, event.card, event.cardOwner.replaces);
    // What was paid, and paid back, is recorded whatever became of the subscription since.
    if (event.invoice && event.state) await recordInvoice(tx, userId, event.state, event.invoice);
    if (event.state && !event.reversal) await applyState(tx, userId, event.state, event.card);
    if (event.invoice && event.reversal)
      await applyReversal(tx, userId, event.invoice.key, event.reversal, event.state?.subscription ?? null);
  }

  /** The user that an event is about; null if the account is gone. */
  async function findRecipient(tx: Tx, { state, cardOwner }: GatewayEvent): Promise<string | null> {
    const bySubscription = state && (await findSubscriptionByGateway(tx, state.subscription))?.userId;
    const id = bySubscription ?? state?.userId ?? cardOwner?.userId ?? null;
    return id !== null && (await hasUser(tx, id)) ? id : null;
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
