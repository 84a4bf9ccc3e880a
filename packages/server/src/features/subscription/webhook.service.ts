import { PAYMENT_GRACE_MS } from '@soulsight/contract/limits';
import { OFFERS, type OfferId } from '@soulsight/contract/subscription';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { Notices } from './billing-notifications.ts';
import type { Cards } from './cards.service.ts';
import type { Gateway, GatewayEvent, GatewayState } from './gateway.ts';
import {
  findEmail,
  findSubscription,
  findSubscriptionByGateway,
  lockPurse,
  makeDefault,
  noteWebhook,
  type SubscriptionRow,
  saveInvoice,
  saveSubscription,
} from './subscription.store.ts';

/** What the gateway tells by itself: payments, renewals, ends. */
export function createWebhooks(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { gateway, cards, notices }: { gateway: Gateway; cards: Cards; notices: Notices },
) {
  async function webhook(raw: Buffer, signature: string): Promise<void> {
    const event = await gateway.readWebhook(raw, signature);
    if (!event) return;
    await db.transaction((tx) => takeIn(tx, event));
  }

  async function takeIn(tx: Tx, event: GatewayEvent): Promise<void> {
    if (!(await noteWebhook(tx, event, clock.now())) || !event.state) return;
    const { state } = event;
    const userId = (await findSubscriptionByGateway(tx, state.subscription))?.userId ?? state.userId;
    if (userId === null || (await findEmail(tx, userId)) === null) return;
    await lockPurse(tx, userId);
    const kept = await findSubscription(tx, userId);
    const isOther = kept !== null && kept.gatewaySubscription !== state.subscription;
    // An old subscription that ends must not end the new one that took its place.
    if (isOther && state.status === 'canceled') return;
    await saveSubscription(tx, rowOf(userId, state, kept));
    if (event.card) await makeDefault(tx, userId, (await cards.keep(tx, userId, event.card)).id);
    const isNews = event.invoice !== null && (await noteInvoice(tx, userId, state.offer, event.invoice));
    // Stripe keeps no order: a failure that comes after the payment it preceded is old news.
    if (isNews && event.invoice?.status === 'failed') await notices.paymentFailed(tx, userId);
    // Before the commit: where it fails, the webhook counts as not seen, and Stripe sends it again.
    if (isOther && kept.status !== 'canceled') await gateway.end(kept.gatewaySubscription);
  }

  function rowOf(userId: string, state: GatewayState, kept: SubscriptionRow | null): SubscriptionRow {
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

  function noteInvoice(tx: Tx, userId: string, offer: OfferId, invoice: NonNullable<GatewayEvent['invoice']>) {
    const { key, ...rest } = invoice;
    return saveInvoice(tx, { userId, title: OFFERS[offer].title, idempotencyKey: key, ...rest });
  }

  return { webhook };
}
