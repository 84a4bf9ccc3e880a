import { AppError } from '@soulsight/contract/errors';
import type Stripe from 'stripe';
import type { GatewayEvent, GatewayInvoice, GatewayState } from '../gateway/gateway.ts';
import { fetchCard, readAddedCard } from './card-pages.ts';
import { createReversalReader } from './reversal-reader.ts';
import { findNextOffer } from './schedules.ts';
import { unlessGone } from './unless-gone.ts';
import {
  findInvoiceOffer,
  findOffer,
  getInvoiceEnd,
  getItem,
  getPeriodEnd,
  type StripeOptions,
  toDate,
  toId,
  toUserId,
} from './values.ts';

export function createWebhookReader(stripe: Stripe, options: Pick<StripeOptions, 'webhookSecret' | 'prices'>) {
  const { readReversal } = createReversalReader(stripe);

  async function readWebhook(raw: Buffer, signature: string): Promise<GatewayEvent | null> {
    const event = verifyEvent(raw, signature);
    const { id, type } = event;
    const nothing = { id, type, state: null, invoice: null, card: null, reversal: null, cardOwner: null };
    if (type === 'checkout.session.completed' && event.data.object.mode === 'setup')
      return { ...nothing, ...(await readAddedCard(stripe, event.data.object)) };
    const reversed = await readReversal(event);
    const subscription = await fetchSubscription(
      reversed ? toSubscriptionId(reversed.invoice) : findSubscriptionId(event),
    );
    if (!subscription) return null;
    const state = { ...toGatewayState(subscription, findUserId(event)), pausedBy: findPauseTime(event) };
    if (reversed) {
      const { invoice, reversal } = reversed;
      return { ...nothing, state, reversal, invoice: toInvoice(invoice, 'paid', invoice.created) };
    }
    const card =
      type === 'checkout.session.completed' ? await fetchCard(stripe, toId(subscription.default_payment_method)) : null;
    return { ...nothing, state, card, invoice: findInvoice(event) };
  }

  /** Checks the signature and its age with Stripe's own library. */
  function verifyEvent(raw: Buffer, signature: string): Stripe.Event {
    try {
      return stripe.webhooks.constructEvent(raw, signature, options.webhookSecret);
    } catch (cause) {
      throw new AppError('bad_request', undefined, { cause });
    }
  }

  async function readState(id: string): Promise<GatewayState | null> {
    const subscription = await unlessGone(stripe.subscriptions.retrieve(id, { expand: ['schedule'] }));
    return subscription && toGatewayState(subscription, null);
  }

  async function findUnpaidInvoice(id: string): Promise<GatewayInvoice | null> {
    const subscription = await unlessGone(stripe.subscriptions.retrieve(id));
    const latest = toId(subscription?.latest_invoice);
    const invoice = latest === null ? null : await unlessGone(stripe.invoices.retrieve(latest));
    return invoice?.status === 'open' ? toInvoice(invoice, 'failed', invoice.created) : null;
  }

  /** The present state, because webhooks may arrive in any order. */
  async function fetchSubscription(id: string | null): Promise<Stripe.Subscription | null> {
    return id === null ? null : await stripe.subscriptions.retrieve(id, { expand: ['schedule'] });
  }

  function toGatewayState(subscription: Stripe.Subscription, userId: string | null): GatewayState {
    return {
      subscription: subscription.id,
      customer: toId(subscription.customer) ?? '',
      userId: toUserId(subscription.metadata, userId),
      offer: findOffer(options.prices, getItem(subscription).price.id) ?? 'premium_monthly',
      status: toStatus(subscription.status),
      periodEnd: getPeriodEnd(subscription),
      cancelAtPeriodEnd: subscription.cancel_at_period_end,
      nextOffer: findNextOffer(subscription, options.prices),
      endedAt: toDate(subscription.ended_at),
    };
  }

  function findInvoice({ type, data, created }: Stripe.Event): GatewayInvoice | null {
    if (type !== 'invoice.paid' && type !== 'invoice.payment_failed') return null;
    return toInvoice(data.object, type === 'invoice.paid' ? 'paid' : 'failed', created);
  }

  /** @param at in seconds: when it failed, or was paid at the latest */
  function toInvoice(invoice: Stripe.Invoice, status: 'paid' | 'failed', at: number): GatewayInvoice {
    const { id = '', amount_due, currency } = invoice;
    const isPaid = status === 'paid';
    return {
      key: id,
      amount: amount_due,
      currency: currency.toUpperCase(),
      status,
      offer: findInvoiceOffer(invoice, options.prices),
      at: (isPaid && toDate(invoice.status_transitions?.paid_at)) || new Date(at * 1_000),
      periodEnd: isPaid ? getInvoiceEnd(invoice) : null,
    };
  }

  return { readWebhook, readState, findUnpaidInvoice };
}

/** What each state of Stripe means here. */
const STATUSES: Record<Stripe.Subscription.Status, GatewayState['status']> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  canceled: 'canceled',
  // The first payment has not come yet, or never did: nothing began, so nothing ends.
  incomplete: 'canceled',
  incomplete_expired: 'canceled',
  paused: 'paused',
};

/** A state that this version does not know gives nobody Premium. */
const toStatus = (status: Stripe.Subscription.Status) => STATUSES[status] ?? 'canceled';

function findSubscriptionId({ type, data }: Stripe.Event): string | null {
  switch (type) {
    case 'checkout.session.completed':
      return toId(data.object.subscription);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return data.object.id;
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return toSubscriptionId(data.object);
    default:
      return null;
  }
}

/** When an event was made whose own copy of the subscription is paused already. */
function findPauseTime({ data, created }: Stripe.Event): Date | null {
  const { object } = data;
  return 'object' in object && object.object === 'subscription' && object.status === 'paused' ? toDate(created) : null;
}

function toSubscriptionId({ parent }: Stripe.Invoice): string | null {
  return toId(parent?.subscription_details?.subscription);
}

function findUserId({ type, data }: Stripe.Event): string | null {
  return type === 'checkout.session.completed' ? data.object.client_reference_id : null;
}
