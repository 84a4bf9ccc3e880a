import { AppError } from '@soulsight/contract/errors';
import { OFFER_IDS } from '@soulsight/contract/subscription';
import type Stripe from 'stripe';
import type { StoredCard } from '../cards.rules.ts';
import type { GatewayEvent, GatewayState } from '../gateway.ts';
import { getItem, getPeriodEnd, METADATA_USER, type StripeOptions, toId } from './values.ts';

export function createWebhookReader(stripe: Stripe, options: Pick<StripeOptions, 'webhookSecret' | 'prices'>) {
  async function readWebhook(raw: Buffer, signature: string): Promise<GatewayEvent | null> {
    const event = verifyEvent(raw, signature);
    const subscription = await fetchSubscription(event);
    if (!subscription) return null;
    const invoice = toInvoice(event);
    const card = event.type === 'checkout.session.completed' ? await fetchCard(subscription) : null;
    return { id: event.id, type: event.type, state: toGatewayState(subscription, findUserId(event)), invoice, card };
  }

  function verifyEvent(raw: Buffer, signature: string): Stripe.Event {
    try {
      return stripe.webhooks.constructEvent(raw, signature, options.webhookSecret);
    } catch (cause) {
      throw new AppError('bad_request', undefined, { cause });
    }
  }

  /** The present state, because webhooks may arrive in any order. */
  async function fetchSubscription(event: Stripe.Event): Promise<Stripe.Subscription | null> {
    const id = findSubscriptionId(event);
    return id === null ? null : await stripe.subscriptions.retrieve(id);
  }

  async function fetchCard(subscription: Stripe.Subscription): Promise<StoredCard | null> {
    const id = toId(subscription.default_payment_method);
    if (id === null) return null;
    const { card } = await stripe.paymentMethods.retrieve(id);
    if (!card) return null;
    return { method: id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year };
  }

  function toGatewayState(subscription: Stripe.Subscription, userId: string | null): GatewayState {
    const price = getItem(subscription).price.id;
    return {
      subscription: subscription.id,
      customer: toId(subscription.customer) ?? '',
      userId: subscription.metadata[METADATA_USER] ?? userId,
      offer: OFFER_IDS.find((offer) => options.prices[offer] === price) ?? 'premium_monthly',
      status: toStatus(subscription.status),
      periodEnd: getPeriodEnd(subscription),
      cancelAtPeriodEnd: subscription.cancel_at_period_end,
    };
  }

  return { readWebhook };
}

function toStatus(status: Stripe.Subscription.Status): GatewayState['status'] {
  if (status === 'active' || status === 'trialing') return 'active';
  return status === 'past_due' || status === 'unpaid' ? 'past_due' : 'canceled';
}

function findSubscriptionId({ type, data }: Stripe.Event): string | null {
  switch (type) {
    case 'checkout.session.completed':
      return toId(data.object.subscription);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return data.object.id;
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return toId(data.object.parent?.subscription_details?.subscription ?? null);
    default:
      return null;
  }
}

function findUserId({ type, data }: Stripe.Event): string | null {
  return type === 'checkout.session.completed' ? data.object.client_reference_id : null;
}

function toInvoice({ type, data, created }: Stripe.Event): GatewayEvent['invoice'] {
  if (type !== 'invoice.paid' && type !== 'invoice.payment_failed') return null;
  const { id = '', amount_due, currency } = data.object;
  const status = type === 'invoice.paid' ? 'paid' : 'failed';
  return { key: id, amount: amount_due, currency: currency.toUpperCase(), status, at: new Date(created * 1_000) };
}
