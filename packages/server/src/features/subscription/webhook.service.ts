import { PAYMENT_GRACE_MS } from '@soulsight/contract/limits';
import { OFFERS, type OfferId } from '@soulsight/contract/subscription';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { BillingNotifications } from './billing-notifications.ts';
import type { CardService } from './cards.service.ts';
import type { Gateway, GatewayEvent, GatewayState } from './gateway.ts';
import type { GatewayTasks } from './gateway-tasks.service.ts';
import { withEnded } from './subscription.rules.ts';
import {
  findSubscription,
  findSubscriptionByGateway,
  findUserEmail,
  insertWebhookEvent,
  lockBilling,
  type SubscriptionRow,
  updateDefaultPaymentMethod,
  upsertInvoice,
  upsertSubscription,
} from './subscription.store.ts';

type Invoice = NonNullable<GatewayEvent['invoice']>;

type Deps = {
  gateway: Gateway;
  tasks: GatewayTasks;
  cards: CardService;
  billingNotifications: BillingNotifications;
};

/** What the gateway reports by itself: payments, renewals, ends. */
export function createWebhookService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { gateway, tasks, cards, billingNotifications }: Deps,
) {
  async function handleWebhook(raw: Buffer, signature: string): Promise<void> {
    const event = await gateway.readWebhook(raw, signature);
    if (!event) return;
    await db.transaction((tx) => applyEvent(tx, event));
  }

  async function applyEvent(tx: Tx, event: GatewayEvent): Promise<void> {
    const { state } = event;
    if (!(await insertWebhookEvent(tx, event, clock.now())) || !state) return;
    const userId = await findRecipient(tx, state);
    if (userId === null) return;
    await lockBilling(tx, userId);
    const current = await findSubscription(tx, userId);
    if (current?.gatewayEnded.includes(state.subscription)) return;
    const replaced = current?.gatewaySubscription === state.subscription ? null : current;
    // The end of an old subscription must not end the new one.
    if (replaced && state.status === 'canceled') return;
    await upsertSubscription(tx, toSubscriptionRow(userId, state, current));
    if (replaced && replaced.status !== 'canceled') await tasks.enqueueCancel(tx, replaced.gatewaySubscription);
    if (event.card) await updateDefaultPaymentMethod(tx, userId, (await cards.storeCard(tx, userId, event.card)).id);
    if (event.invoice) await recordInvoice(tx, userId, state.offer, event.invoice);
  }

  /** The user of a subscription; null if the account is gone. */
  async function findRecipient(tx: Tx, { subscription, userId }: GatewayState): Promise<string | null> {
    const id = (await findSubscriptionByGateway(tx, subscription))?.userId ?? userId;
    return id !== null && (await findUserEmail(tx, id)) !== null ? id : null;
  }

  function toSubscriptionRow(userId: string, state: GatewayState, current: SubscriptionRow | null): SubscriptionRow {
    const now = clock.now();
    const isSame = current?.gatewaySubscription === state.subscription;
    // A change of ours that the gateway does not know yet must not be undone by what it reports.
    const unsent = isSame && current.gatewayChange !== null && state.status !== 'canceled' ? current : null;
    const grace = current?.graceUntil ?? new Date(now.getTime() + PAYMENT_GRACE_MS);
    return {
      userId,
      offer: state.offer,
      nextOffer: unsent?.nextOffer ?? null,
      status: state.status,
      currentPeriodEnd: state.status === 'canceled' ? now : state.periodEnd,
      cancelAtPeriodEnd: unsent?.cancelAtPeriodEnd ?? state.cancelAtPeriodEnd,
      graceUntil: state.status === 'past_due' ? grace : null,
      gateway: 'stripe',
      gatewayCustomer: state.customer,
      gatewaySubscription: state.subscription,
      gatewayChange: unsent?.gatewayChange ?? null,
      gatewayEnded: current && !isSame ? withEnded(current) : (current?.gatewayEnded ?? []),
      createdAt: current?.createdAt ?? now,
      updatedAt: now,
    };
  }

  async function recordInvoice(tx: Tx, userId: string, offer: OfferId, invoice: Invoice): Promise<void> {
    const { key, ...rest } = invoice;
    const isNew = await upsertInvoice(tx, { userId, title: OFFERS[offer].title, idempotencyKey: key, ...rest });
    // Stripe does not deliver in order: ignore a failure that arrives after the payment that followed it.
    if (isNew && invoice.status === 'failed') await billingNotifications.paymentFailed(tx, userId);
  }

  return { handleWebhook };
}
