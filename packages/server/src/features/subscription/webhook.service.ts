import { PAYMENT_GRACE_MS } from '@soulsight/contract/limits';
import { OFFERS, type OfferId } from '@soulsight/contract/subscription';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { BillingNotifications } from './billing-notifications.ts';
import type { CardService } from './cards.service.ts';
import type { Gateway, GatewayEvent, GatewayState } from './gateway.ts';
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

/** What the gateway tells by itself: payments, renewals, ends. */
export function createWebhookService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  {
    gateway,
    cards,
    billingNotifications,
  }: { gateway: Gateway; cards: CardService; billingNotifications: BillingNotifications },
) {
  async function webhook(raw: Buffer, signature: string): Promise<void> {
    const event = await gateway.readWebhook(raw, signature);
    if (!event) return;
    await db.transaction((tx) => applyEvent(tx, event));
  }

  async function applyEvent(tx: Tx, event: GatewayEvent): Promise<void> {
    if (!(await insertWebhookEvent(tx, event, clock.now())) || !event.state) return;
    const { state } = event;
    const userId = (await findSubscriptionByGateway(tx, state.subscription))?.userId ?? state.userId;
    if (userId === null || (await findUserEmail(tx, userId)) === null) return;
    await lockBilling(tx, userId);
    const kept = await findSubscription(tx, userId);
    const isOther = kept !== null && kept.gatewaySubscription !== state.subscription;
    // An old subscription that ends must not end the new one that took its place.
    if (isOther && state.status === 'canceled') return;
    await upsertSubscription(tx, toSubscriptionRow(userId, state, kept));
    if (event.card) await updateDefaultPaymentMethod(tx, userId, (await cards.storeCard(tx, userId, event.card)).id);
    const isNews = event.invoice !== null && (await recordInvoice(tx, userId, state.offer, event.invoice));
    // Stripe keeps no order: a failure that comes after the payment it preceded is old news.
    if (isNews && event.invoice?.status === 'failed') await billingNotifications.paymentFailed(tx, userId);
    // Before the commit: where it fails, the webhook counts as not seen, and Stripe sends it again.
    if (isOther && kept.status !== 'canceled') await gateway.cancelNow(kept.gatewaySubscription);
  }

  function toSubscriptionRow(userId: string, state: GatewayState, kept: SubscriptionRow | null): SubscriptionRow {
    const now = clock.now();
    const grace = kept?.graceUntil ?? new Date(now.getTime() + PAYMENT_GRACE_MS);
    return {
      userId,
      offer: state.offer,
      nextOffer: null,
      status: state.status,
      currentPeriodEnd: state.status === 'canceled' ? now : state.periodEnd,
      cancelAtPeriodEnd: state.cancelAtPeriodEnd,
      graceUntil: state.status === 'past_due' ? grace : null,
      gateway: 'stripe',
      gatewayCustomer: state.customer,
      gatewaySubscription: state.subscription,
      createdAt: kept?.createdAt ?? now,
      updatedAt: now,
    };
  }

  function recordInvoice(tx: Tx, userId: string, offer: OfferId, invoice: NonNullable<GatewayEvent['invoice']>) {
    const { key, ...rest } = invoice;
    return upsertInvoice(tx, { userId, title: OFFERS[offer].title, idempotencyKey: key, ...rest });
  }

  return { webhook };
}
