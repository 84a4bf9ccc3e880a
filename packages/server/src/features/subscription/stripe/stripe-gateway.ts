import { AppError } from '@soulsight/contract/errors';
import type { OfferId } from '@soulsight/contract/subscription';
import Stripe from 'stripe';
import type { Gateway } from '../gateway.ts';
import { createPurchases } from './purchases.ts';
import { getItem, type StripeOptions } from './values.ts';
import { createWebhookReader } from './webhook-reader.ts';

const TIMEOUT_MS = 10_000;

/** Stripe: users enter cards on Stripe's pages; Stripe renews, retries failed payments and sends us webhooks. */
export function createStripeGateway(options: StripeOptions): Gateway {
  const stripe = new Stripe(options.secretKey, { timeout: TIMEOUT_MS, maxNetworkRetries: 2, ...options.api });

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

  return {
    name: 'stripe',
    async tokenizeCard() {
      throw new AppError('bad_request', 'Cards are entered on the payment page.');
    },
    detachCard: (method) => unlessGone(stripe.paymentMethods.detach(method)),
    ...createPurchases(stripe, options),
    scheduleDowngrade: (id, offer, at) => unlessGone(scheduleDowngrade(id, offer, at)),
    setCancelAtPeriodEnd: (id, cancel) => unlessGone(stripe.subscriptions.update(id, { cancel_at_period_end: cancel })),
    cancelNow: (id) => unlessGone(stripe.subscriptions.cancel(id)),
    ...createWebhookReader(stripe, options),
  };
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
