import { AppError } from '@soulsight/contract/errors';
import { OFFER_IDS, type OfferId } from '@soulsight/contract/subscription';
import Stripe from 'stripe';
import type { StoredCard } from './cards.rules.ts';
import type { Gateway, GatewayEvent, GatewayState, PurchaseInput, PurchaseResult } from './gateway.ts';

export type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's price of each offer. */
  prices: Record<OfferId, string>;
  publicUrl: string;
  /** The address of the API, if it is not Stripe's own. */
  api?: { host: string; port: number; protocol: 'http' | 'https' };
};

const TIMEOUT_MS = 10_000;
const METADATA_USER = 'user_id';

/** Stripe: users enter cards on Stripe's pages; Stripe renews, retries failed payments and sends us webhooks. */
export function createStripeGateway(options: StripeOptions): Gateway {
  const stripe = new Stripe(options.secretKey, { timeout: TIMEOUT_MS, maxNetworkRetries: 2, ...options.api });

  async function purchase(input: PurchaseInput): Promise<PurchaseResult> {
    if (input.method !== null && input.customer !== null) return subscribe(input, input.customer, input.method);
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price: options.prices[input.offer], quantity: 1 }],
        client_reference_id: input.userId,
        subscription_data: { metadata: { [METADATA_USER]: input.userId } },
        success_url: `${options.publicUrl}/subscription?checkout=done`,
        cancel_url: `${options.publicUrl}/subscription?checkout=cancelled`,
        ...(input.customer ? { customer: input.customer } : { customer_email: input.email ?? undefined }),
      },
      { idempotencyKey: input.key },
    );
    if (!session.url) throw new AppError('unavailable');
    return { kind: 'checkout', url: session.url };
  }

  function subscribe(input: PurchaseInput, customer: string, method: string): Promise<PurchaseResult> {
    return unlessDeclined(async () => {
      const made = await stripe.subscriptions.create(
        {
          customer,
          items: [{ price: options.prices[input.offer] }],
          default_payment_method: method,
          payment_behavior: 'error_if_incomplete',
          metadata: { [METADATA_USER]: input.userId },
        },
        { idempotencyKey: input.key },
      );
      return toPaidResult(made);
    });
  }

  function upgrade(input: PurchaseInput & { subscription: string | null }): Promise<PurchaseResult> {
    return unlessDeclined(async () => {
      const id = requireSubscriptionId(input.subscription);
      const running = await stripe.subscriptions.retrieve(id);
      const changed = await stripe.subscriptions.update(
        id,
        {
          items: [{ id: getItem(running).id, price: options.prices[input.offer] }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
          cancel_at_period_end: false,
          ...(input.method !== null && { default_payment_method: input.method }),
        },
        { idempotencyKey: input.key },
      );
      return toPaidResult(changed);
    });
  }

  /** Charges nothing until the paid period is over, which Stripe models as a trial. */
  async function scheduleDowngrade(id: string, offer: OfferId, at: Date): Promise<void> {
    const running = await stripe.subscriptions.retrieve(id);
    await stripe.subscriptions.update(id, {
      items: [{ id: getItem(running).id, price: options.prices[offer] }],
      proration_behavior: 'none',
      trial_end: Math.floor(at.getTime() / 1_000),
      cancel_at_period_end: false,
    });
  }

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

  return {
    name: 'stripe',
    async tokenizeCard() {
      throw new AppError('bad_request', 'Cards are entered on the payment page.');
    },
    detachCard: (method) => unlessGone(stripe.paymentMethods.detach(method)),
    purchase,
    upgrade,
    scheduleDowngrade: (id, offer, at) => unlessGone(scheduleDowngrade(id, offer, at)),
    setCancelAtPeriodEnd: (id, cancel) => unlessGone(stripe.subscriptions.update(id, { cancel_at_period_end: cancel })),
    cancelNow: (id) => unlessGone(stripe.subscriptions.cancel(id)),
    readWebhook,
  };
}

async function unlessDeclined(work: () => Promise<PurchaseResult>): Promise<PurchaseResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { kind: 'declined', detail: error.message };
    throw error;
  }
}

/** Error codes for a subscription that has ended and a card that was detached. */
const GONE_CODES = new Set(['resource_missing', 'payment_method_unexpected_state']);

async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    const isGone = error instanceof Stripe.errors.StripeInvalidRequestError && GONE_CODES.has(error.code ?? '');
    if (!isGone) throw error;
  }
}

function toPaidResult(subscription: Stripe.Subscription): PurchaseResult {
  const { id, customer } = subscription;
  return { kind: 'paid', customer: toId(customer), subscription: id, periodEnd: getPeriodEnd(subscription) };
}

function requireSubscriptionId(subscription: string | null): string {
  if (subscription === null) throw new AppError('not_found');
  return subscription;
}

function getItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new AppError('unavailable');
  return item;
}

function getPeriodEnd(subscription: Stripe.Subscription): Date {
  return new Date(getItem(subscription).current_period_end * 1_000);
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

function toId(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
